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
  SEGUE_TAG_COMMENT,
  /// `3`, `03`, `3/12`, `A1`.
  SEGUE_TAG_TRACK,
  SEGUE_TAG_TRACK_TOTAL,
  SEGUE_TAG_DISC,
  SEGUE_TAG_DISC_TOTAL,
  /// ISO 8601 or as somebody wrote it.
  SEGUE_TAG_DATE,
  SEGUE_TAG_ORIGINAL_DATE,
  SEGUE_TAG_COMPILATION,
  SEGUE_TAG_TEMPO,
  SEGUE_TAG_TITLE_SORT,
  SEGUE_TAG_ARTIST_SORT,
  SEGUE_TAG_ALBUM_SORT,
  SEGUE_TAG_ALBUM_ARTIST_SORT,
  /// `-6.20 dB`; peaks as a number, 1 being full scale.
  SEGUE_TAG_TRACK_GAIN,
  SEGUE_TAG_TRACK_PEAK,
  SEGUE_TAG_ALBUM_GAIN,
  SEGUE_TAG_ALBUM_PEAK,
  /// 256ths of a decibel (RFC 7845).
  SEGUE_TAG_R128_TRACK_GAIN,
  SEGUE_TAG_R128_ALBUM_GAIN,
  SEGUE_TAG_FIELDS
} segue_tag_field;

/// How reading went.
typedef enum segue_tag_status {
  SEGUE_TAG_READ = 0,
  /// The file has no bytes.
  SEGUE_TAG_EMPTY,
  /// It is audio of a format that is not read here.
  SEGUE_TAG_UNSUPPORTED,
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
  SEGUE_TAG_FAILED
} segue_tag_status;

/// A run of bytes in the record's text.
typedef struct segue_tag_span {
  uint32_t offset;
  uint32_t length;
} segue_tag_span;

/// What a file says of itself. 0 stands for what is not known.
typedef struct segue_tag_record {
  segue_tag_status status;
  int32_t error;
  uint32_t mode;

  /// A static name in lower case: `flac`, `mp3`, `pcm`.
  const char *_Nullable codec;
  int64_t milliseconds;
  /// In Hz.
  int32_t sample_rate;
  /// 0 for lossy codecs.
  int32_t bits_per_sample;
  int32_t channels;
  /// In kbit/s.
  int32_t bit_rate;
  /// Whether there is a picture in the tags.
  uint8_t has_picture;

  /// UTF-8 without control characters. It belongs to the reader and lasts until its next call.
  const uint8_t *_Nullable text;
  /// The values of each field in `text`, trimmed, none empty, no two the same, a zero byte between two.
  segue_tag_span fields[SEGUE_TAG_FIELDS];
} segue_tag_record;

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

#ifdef __cplusplus
}
#endif
#pragma clang assume_nonnull end
#endif
