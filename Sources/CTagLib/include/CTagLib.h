#ifndef SEGUE_CTAGLIB_H
#define SEGUE_CTAGLIB_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin
#ifdef __cplusplus
extern "C" {
#endif

/// What a tag can say; the index of a span in a record.
typedef enum segue_tag_field {
  SEGUE_TAG_TITLE = 0,
  /// As written, and beside it the same names as a list (ARTISTS).
  SEGUE_TAG_ARTIST,
  SEGUE_TAG_ARTIST_LIST,
  SEGUE_TAG_ALBUM_ARTIST,
  SEGUE_TAG_ALBUM_ARTIST_LIST,
  SEGUE_TAG_ALBUM,
  SEGUE_TAG_GENRE,
  SEGUE_TAG_COMPOSER,
  SEGUE_TAG_PERFORMER,
  SEGUE_TAG_CONDUCTOR,
  SEGUE_TAG_LABEL,
  SEGUE_TAG_MOOD,
  SEGUE_TAG_COMMENT,
  SEGUE_TAG_GROUPING,
  SEGUE_TAG_WORK,
  SEGUE_TAG_MOVEMENT,
  SEGUE_TAG_MOVEMENT_NUMBER,
  /// `3`, `03`, `3/12`, `A1`.
  SEGUE_TAG_TRACK,
  SEGUE_TAG_TRACK_TOTAL,
  SEGUE_TAG_DISC,
  SEGUE_TAG_DISC_TOTAL,
  SEGUE_TAG_DISC_SUBTITLE,
  /// ISO 8601 or as somebody wrote it.
  SEGUE_TAG_DATE,
  SEGUE_TAG_ORIGINAL_DATE,
  SEGUE_TAG_COMPILATION,
  SEGUE_TAG_TEMPO,
  SEGUE_TAG_TITLE_SORT,
  SEGUE_TAG_ARTIST_SORT,
  SEGUE_TAG_ALBUM_SORT,
  SEGUE_TAG_ALBUM_ARTIST_SORT,
  SEGUE_TAG_COMPOSER_SORT,
  SEGUE_TAG_MUSICBRAINZ_TRACK,
  SEGUE_TAG_MUSICBRAINZ_RELEASE_TRACK,
  SEGUE_TAG_MUSICBRAINZ_ALBUM,
  SEGUE_TAG_MUSICBRAINZ_RELEASE_GROUP,
  SEGUE_TAG_MUSICBRAINZ_WORK,
  SEGUE_TAG_MUSICBRAINZ_ARTIST,
  SEGUE_TAG_MUSICBRAINZ_ALBUM_ARTIST,
  /// `-6.20 dB`; peaks as a number, 1 being full scale.
  SEGUE_TAG_TRACK_GAIN,
  SEGUE_TAG_TRACK_PEAK,
  SEGUE_TAG_ALBUM_GAIN,
  SEGUE_TAG_ALBUM_PEAK,
  /// 256ths of a decibel (RFC 7845).
  SEGUE_TAG_R128_TRACK_GAIN,
  SEGUE_TAG_R128_ALBUM_GAIN,
  /// Of 255, as POPM frames have it; of 99, as Windows Media has it; of 1; and in a scale that is guessed.
  SEGUE_TAG_RATING_255,
  SEGUE_TAG_RATING_99,
  SEGUE_TAG_RATING_1,
  SEGUE_TAG_RATING,
  /// Delay, padding and length of an M4A, as iTunes writes them.
  SEGUE_TAG_GAPLESS,
  /// These are too long for a record, which has only their presence.
  SEGUE_TAG_LYRICS_TEXT,
  SEGUE_TAG_TIMED_LYRICS_TEXT,
  SEGUE_TAG_CUE_SHEET_TEXT,
  SEGUE_TAG_FIELDS
} segue_tag_field;

/// How reading went.
typedef enum segue_tag_status {
  SEGUE_TAG_READ = 0,
  /// The file has no bytes.
  SEGUE_TAG_EMPTY,
  /// It is audio of a format that is not read here.
  SEGUE_TAG_UNSUPPORTED,
  /// It is a film, not music.
  SEGUE_TAG_VIDEO,
  /// It is no audio.
  SEGUE_TAG_NOT_AUDIO,
  /// It begins like audio, but nothing of it can be played.
  SEGUE_TAG_NO_SOUND,
  /// It begins like audio, but ends before the first sound.
  SEGUE_TAG_TRUNCATED,
  /// It is no regular file: `mode` has its type.
  SEGUE_TAG_NOT_A_FILE,
  /// The kernel refused: `error` is an errno.
  SEGUE_TAG_UNREADABLE,
  /// There was not enough memory.
  SEGUE_TAG_MEMORY,
  /// TagLib threw something.
  SEGUE_TAG_FAILED,
  /// The file has not got what was to be fetched, or more of it than was wanted.
  SEGUE_TAG_ABSENT,
  SEGUE_TAG_TOO_LONG
} segue_tag_status;

/// What to fetch of a file.
typedef enum segue_tag_content {
  /// Nothing but the record.
  SEGUE_TAG_RECORD = 0,
  SEGUE_TAG_PICTURE,
  SEGUE_TAG_LYRICS,
  SEGUE_TAG_CUE_SHEET,
  SEGUE_TAG_TIMED_LYRICS,
  SEGUE_TAG_CHAPTERS
} segue_tag_content;

/// A run of bytes in the record's text.
typedef struct segue_tag_span {
  uint32_t offset;
  uint32_t length;
} segue_tag_span;

/// A picture in the tags.
typedef struct segue_tag_picture {
  /// As in ID3v2: 3 is the front cover.
  uint8_t kind;
  uint64_t size;
  /// In the record's text.
  segue_tag_span mime_type;
} segue_tag_picture;

/// What a file says of itself. 0 stands for what is not known, unless it says otherwise.
typedef struct segue_tag_record {
  segue_tag_status status;
  int32_t error;
  uint32_t mode;

  /// A static name in lower case: `flac`, `mp3`, `pcm`.
  const char *_Nullable codec;
  int64_t milliseconds;
  /// The exact number of frames to hear.
  int64_t frames;
  /// In Hz.
  int32_t sample_rate;
  /// 0 for lossy codecs.
  int32_t bits_per_sample;
  int32_t channels;
  /// In kbit/s.
  int32_t bit_rate;
  /// Frames before and after the music; -1 where the file does not say.
  int32_t encoder_delay;
  int32_t encoder_padding;
  /// Whether there is a track of moving pictures.
  uint8_t has_video;

  /// Bytes of tags that were no text in their encoding.
  uint32_t replaced_bytes;
  /// A bit for each `segue_tag_content` that is there, 1 << it.
  uint32_t long_texts;
  const segue_tag_picture *_Nullable pictures;
  uint32_t picture_count;

  /// UTF-8 without control characters, and the bytes of `legacy`. It belongs to the reader and lasts until its next call.
  const uint8_t *_Nullable text;
  /// The values of each field in `text`, trimmed, none empty, no two the same, a zero byte between two.
  segue_tag_span fields[SEGUE_TAG_FIELDS];
  /// The same values in the encoding of the file, where that is of 8 bits and not sure.
  segue_tag_span legacy[SEGUE_TAG_FIELDS];
} segue_tag_record;

/// A text with its time in milliseconds; `end` is -1 where there is none.
typedef struct segue_tag_timed {
  int64_t start;
  int64_t end;
  segue_tag_span text;
} segue_tag_timed;

/// Something long of a file. It belongs to the reader and lasts until its next call.
typedef struct segue_tag_fetched {
  segue_tag_status status;
  int32_t error;
  uint32_t mode;
  /// The picture, the lyrics or cue sheet in UTF-8, or the texts of `timed`.
  const uint8_t *_Nullable bytes;
  size_t size;
  const segue_tag_timed *_Nullable timed;
  size_t timed_count;
  /// Of a picture.
  const char *_Nullable mime_type;
} segue_tag_fetched;

/// Reads files one after the other, on one thread at a time.
typedef struct segue_tag_reader segue_tag_reader;

/// NULL without memory. Free with segue_tag_reader_free.
segue_tag_reader *_Nullable segue_tag_reader_make(void);
void segue_tag_reader_free(segue_tag_reader *reader);

/// Fills `record` from an open file, which stays the caller's and where it was.
///
/// `extension` is that of its name in lower case, without a dot: a guess at the format, used where the
/// content does not tell.
void segue_tag_read(
    segue_tag_reader *reader, int descriptor, const char *extension, segue_tag_record *record);

/// Fetches one thing of an open file: of several pictures that at `index`. Timed lyrics come as `timed`, or as
/// `bytes` in the form of an .lrc file.
void segue_tag_fetch(
    segue_tag_reader *reader, int descriptor, const char *extension, segue_tag_content content,
    uint32_t index, size_t limit, segue_tag_fetched *fetched);

#ifdef __cplusplus
}
#endif
#pragma clang assume_nonnull end
#endif
