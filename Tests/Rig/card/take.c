/* Takes: what was heard, as WAV files whose header is valid at any moment. */
#define _GNU_SOURCE
#include "rig.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void le(unsigned char *p, uint64_t v, int n) { while (n--) { *p++ = v; v >>= 8; } }

void take_sizes(rig_t *r)
{
	unsigned char b[4];
	uint64_t n = r->wav_bytes > 0xffffff00u ? 0xffffff00u : r->wav_bytes;
	le(b, n + 60, 4);
	if (pwrite(r->wav, b, 4, 4) < 0) { }
	le(b, n, 4);
	if (pwrite(r->wav, b, 4, 64) < 0) { }
}

int take_open(rig_t *r)
{
	snd_pcm_ioplug_t *io = &r->io;
	char p[3200];
	int n, flt = io->format == SND_PCM_FORMAT_FLOAT_LE || io->format == SND_PCM_FORMAT_FLOAT64_LE;
	int w = snd_pcm_format_width(io->format), ob = (w + 7) / 8;
	unsigned char h[68] = "RIFF....WAVEfmt ";
	static const unsigned char guid[14] = { 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71 };
	if (r->wav >= 0)
		close(r->wav);
	for (n = 1; n < 100000; n++) {
		snprintf(p, sizeof p, "%s/take-%03d.wav", r->dir, n);
		r->wav = open(p, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		if (r->wav >= 0 || errno != EEXIST)
			break;
	}
	if (r->wav < 0)
		return -errno;
	r->osz = ob * io->channels;
	le(h + 16, 40, 4);
	le(h + 20, 0xfffe, 2);
	le(h + 22, io->channels, 2);
	le(h + 24, io->rate, 4);
	le(h + 28, (uint64_t)io->rate * r->osz, 4);
	le(h + 32, r->osz, 2);
	le(h + 34, ob * 8, 2);
	le(h + 36, 22, 2);
	le(h + 38, w, 2);
	le(h + 40, 0, 4); /* no speaker positions: channels are in the order played */
	le(h + 44, flt ? 3 : 1, 2);
	memcpy(h + 46, guid, 14);
	memcpy(h + 60, "data", 4);
	if (write(r->wav, h, 68) < 0)
		return -errno;
	r->wav_bytes = 0;
	take_sizes(r);
	note(r, "take %s format=%s rate=%u channels=%u buffer=%lu period=%lu", strrchr(p, '/') + 1,
	     snd_pcm_format_name(io->format), io->rate, io->channels, io->buffer_size, io->period_size);
	return 0;
}

void take_put(rig_t *r, const char *src, uint64_t frames)
{
	uint64_t len = frames * r->osz;
	char *tmp = NULL;
	const char *out = src;
	if (r->wav < 0 || !frames)
		return;
	if (!src) {
		out = tmp = calloc(frames, r->osz);
		if (r->io.format == SND_PCM_FORMAT_U8)
			memset(tmp, 0x80, len);
	} else if (r->osz != r->fsz) { /* S24_LE: 4-byte container -> 3 bytes */
		uint64_t i, n = frames * r->io.channels;
		tmp = malloc(len);
		for (i = 0; i < n; i++)
			memcpy(tmp + i * 3, src + i * 4, 3);
		out = tmp;
	}
	if (pwrite(r->wav, out, len, 68 + r->wav_bytes) < 0) { }
	r->wav_bytes += len;
	free(tmp);
}
