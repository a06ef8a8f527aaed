#ifndef SEGUE_CFFMPEG_H
#define SEGUE_CFFMPEG_H

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/samplefmt.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Macros that Swift cannot import.

/// The end of a file or of a codec's frames.
static const int segue_error_end = AVERROR_EOF;
/// The codec wants another packet first.
static const int segue_error_again = AVERROR(EAGAIN);
static const int segue_error_invalid = AVERROR_INVALIDDATA;
static const int segue_error_memory = AVERROR(ENOMEM);
/// A time that is not known.
static const int64_t segue_no_time = AV_NOPTS_VALUE;

/// Writes a decoded picture in another size, as red, green, blue and opacity, a byte each. A line takes `stride` bytes,
/// and some 64 bytes behind the last one may be written as well. 0, or a negative code of FFmpeg.
int segue_scale_picture(const AVFrame *frame, int width, int height, uint8_t *lines, int stride);

#endif
