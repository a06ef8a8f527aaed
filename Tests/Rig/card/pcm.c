/* The PCM as ALSA sees it. */
#define _GNU_SOURCE
#include "rig.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define R rig_t *r = io->private_data
#define LOCK pthread_mutex_lock(&r->mu)
#define UNLOCK pthread_mutex_unlock(&r->mu)

static int cb_start(snd_pcm_ioplug_t *io)
{
	R;
	LOCK;
	control(r);
	if (!r->plugged) {
		UNLOCK;
		return -ENODEV;
	}
	r->t0 = now();
	r->base = r->hw;
	r->running = 1;
	r->paused = r->drained = 0;
	note(r, "start at frame %llu fill=%lld", (unsigned long long)r->hw, (long long)(io->appl_ptr - r->hw));
	if (r->wallclock && r->stop_time > 0)
		take_put(r, NULL, (uint64_t)((r->t0 - r->stop_time) * io->rate * r->speed));
	rearm(r, io->appl_ptr);
	UNLOCK;
	return 0;
}

static int cb_stop(snd_pcm_ioplug_t *io)
{
	R;
	LOCK;
	if (r->running) {
		advance(r, io->appl_ptr);
		if (!r->drained && r->running) {
			note(r, "stop at frame %llu dropped=%lld", (unsigned long long)r->hw, (long long)(io->appl_ptr - r->hw));
			r->stop_time = now();
		}
	}
	r->running = 0;
	UNLOCK;
	return 0;
}

static snd_pcm_sframes_t cb_pointer(snd_pcm_ioplug_t *io)
{
	R;
	snd_pcm_sframes_t x;
	LOCK;
	x = advance(r, io->appl_ptr);
	rearm(r, io->appl_ptr);
	if (!x)
		x = r->hw % (r->boundary ? r->boundary : io->buffer_size);
	UNLOCK;
	return x;
}

static snd_pcm_sframes_t cb_transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
				     snd_pcm_uframes_t offset, snd_pcm_uframes_t size)
{
	R;
	snd_pcm_uframes_t done = 0;
	const char *src = (const char *)areas->addr + (areas->first + areas->step * offset) / 8;
	LOCK;
	if (r->write_err) {
		note(r, "write error %d", r->write_err);
		UNLOCK;
		return -r->write_err;
	}
	while (done < size) {
		uint64_t o = (io->appl_ptr + done) % io->buffer_size, n = size - done;
		if (n > io->buffer_size - o)
			n = io->buffer_size - o;
		memcpy(r->ring + o * r->fsz, src + done * r->fsz, n * r->fsz);
		done += n;
	}
	rearm(r, io->appl_ptr + size);
	UNLOCK;
	return size;
}

static int cb_close(snd_pcm_ioplug_t *io)
{
	R;
	note(r, "close");
	if (r->wav >= 0)
		close(r->wav);
	if (r->lockfd >= 0)
		close(r->lockfd);
	if (r->logfd >= 0)
		close(r->logfd);
	close(r->tfd);
	free(r->ring);
	free(r);
	return 0;
}

static int cb_nopause(snd_pcm_ioplug_t *io, int on);

static int cb_hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params)
{
	R;
	int e;
	(void)params;
	control(r);
	if (!r->plugged)
		return -ENODEV;
	if (r->hw_err) {
		note(r, "hw_params error %d", r->hw_err);
		return -r->hw_err;
	}
	LOCK;
	r->fsz = snd_pcm_format_physical_width(io->format) / 8 * io->channels;
	free(r->ring);
	r->ring = calloc(io->buffer_size, r->fsz);
	r->stop_time = 0;
	r->avail_min = io->period_size;
	r->stop_thr = io->buffer_size;
	r->boundary = io->buffer_size;
	while (r->boundary * 2 <= 0x7fffffffffffffffUL - io->buffer_size)
		r->boundary *= 2;
	if (!r->cb.pause) /* the library looked at this pointer for the flag before */
		r->cb.pause = cb_nopause;
	e = take_open(r);
	UNLOCK;
	return e;
}

static int cb_sw_params(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *params)
{
	R;
	snd_pcm_uframes_t st;
	LOCK;
	snd_pcm_sw_params_get_avail_min(params, &r->avail_min);
	snd_pcm_sw_params_get_stop_threshold(params, &r->stop_thr);
	snd_pcm_sw_params_get_start_threshold(params, &st);
	snd_pcm_sw_params_get_boundary(params, &r->boundary);
	note(r, "sw_params avail_min=%lu start_threshold=%lu stop_threshold=%lu", r->avail_min, st, r->stop_thr);
	rearm(r, io->appl_ptr);
	UNLOCK;
	return 0;
}

static int cb_prepare(snd_pcm_ioplug_t *io)
{
	R;
	(void)io;
	control(r);
	if (!r->plugged)
		return -ENODEV;
	if (r->prepare_err) {
		note(r, "prepare error %d", r->prepare_err);
		return -r->prepare_err;
	}
	LOCK;
	note(r, "prepare");
	r->running = r->paused = r->drained = 0;
	r->hw = r->base = 0;
	rearm(r, 0);
	UNLOCK;
	return 0;
}

static int cb_pause(snd_pcm_ioplug_t *io, int on)
{
	R;
	LOCK;
	if (on) {
		advance(r, io->appl_ptr);
		r->paused = 1;
		r->stop_time = now();
		note(r, "pause at frame %llu fill=%lld", (unsigned long long)r->hw, (long long)(io->appl_ptr - r->hw));
	} else {
		r->paused = 0;
		r->t0 = now();
		r->base = r->hw;
		note(r, "unpause at frame %llu", (unsigned long long)r->hw);
		if (r->wallclock)
			take_put(r, NULL, (uint64_t)((r->t0 - r->stop_time) * io->rate * r->speed));
	}
	rearm(r, io->appl_ptr);
	UNLOCK;
	return 0;
}

/* pause=0: no pause flag in hw_params, and -ENOSYS for one who tries */
static int cb_nopause(snd_pcm_ioplug_t *io, int on)
{
	(void)io;
	(void)on;
	return -ENOSYS;
}

static int cb_hw_free(snd_pcm_ioplug_t *io)
{
	R;
	if (r->cb.pause == cb_nopause)
		r->cb.pause = NULL;
	return 0;
}

static int cb_resume(snd_pcm_ioplug_t *io)
{
	R;
	note(r, "resume");
	LOCK;
	r->t0 = now();
	r->base = r->hw;
	r->running = 1;
	snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
	UNLOCK;
	return 0;
}

static int cb_delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *d)
{
	R;
	int e;
	LOCK;
	e = advance(r, io->appl_ptr);
	*d = (snd_pcm_sframes_t)(io->appl_ptr - r->hw) + r->extra_delay;
	UNLOCK;
	if (r->gone)
		return -ENODEV;
	return e;
}

static int cb_poll_revents(snd_pcm_ioplug_t *io, struct pollfd *pfd, unsigned int n, unsigned short *re)
{
	R;
	int x;
	(void)pfd;
	(void)n;
	LOCK;
	x = advance(r, io->appl_ptr);
	if (r->gone)
		*re = POLLERR | POLLHUP;
	else if (x || io->state == SND_PCM_STATE_XRUN || io->state == SND_PCM_STATE_SUSPENDED)
		*re = POLLERR | POLLOUT;
	else
		*re = ready(r, io->appl_ptr) ? POLLOUT : 0;
	rearm(r, io->appl_ptr);
	UNLOCK;
	return 0;
}

/* "a-b" or "a,b,c" */
static int limit(snd_pcm_ioplug_t *io, int par, const char *s, unsigned mul)
{
	unsigned list[64], n = 0, a, b;
	if (sscanf(s, "%u-%u", &a, &b) == 2)
		return snd_pcm_ioplug_set_param_minmax(io, par, a * mul, b * mul);
	while (*s && n < 64) {
		list[n++] = strtoul(s, (char **)&s, 10) * mul;
		while (*s && (*s < '0' || *s > '9'))
			s++;
	}
	return snd_pcm_ioplug_set_param_list(io, par, n, list);
}

SND_PCM_PLUGIN_DEFINE_FUNC(rig)
{
	snd_config_iterator_t i, next;
	const char *dir = NULL;
	char p[3200], *tok, *sv = NULL, tmp[256];
	unsigned fl[64], nf = 0;
	static const unsigned acc[] = { SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED };
	rig_t *r;
	int e = 0;
	(void)root;
	snd_config_for_each(i, next, conf) {
		snd_config_t *n = snd_config_iterator_entry(i);
		const char *id;
		if (snd_config_get_id(n, &id) < 0)
			continue;
		if (!strcmp(id, "comment") || !strcmp(id, "type") || !strcmp(id, "hint"))
			continue;
		if (!strcmp(id, "dir")) {
			if (snd_config_get_string(n, &dir) < 0)
				return -EINVAL;
			continue;
		}
		SNDERR("Unknown field %s", id);
		return -EINVAL;
	}
	if (!dir || stream != SND_PCM_STREAM_PLAYBACK)
		return -EINVAL;
	if (!(r = calloc(1, sizeof *r)))
		return -ENOMEM;
	pthread_mutex_init(&r->mu, NULL);
	snprintf(r->dir, sizeof r->dir, "%s", dir);
	strcpy(r->formats, "S16_LE,S24_LE,S24_3LE,S32_LE");
	strcpy(r->rates, "8000-192000");
	strcpy(r->channels, "1-8");
	strcpy(r->period, "32-65536");
	strcpy(r->buffer, "64-262144");
	r->can_pause = r->plugged = r->exclusive = 1;
	r->speed = 1;
	r->lockfd = r->logfd = r->wav = r->tfd = -1;
	snprintf(p, sizeof p, "%s/events.log", dir);
	r->logfd = open(p, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
	control(r);
	r->xrun_seen = r->xrun_seq;
	r->susp_seen = r->susp_seq;
	if (!r->plugged)
		e = -ENODEV;
	else if (r->open_err)
		e = -r->open_err;
	else if (r->exclusive) {
		snprintf(p, sizeof p, "%s/lock", dir);
		r->lockfd = open(p, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
		if (r->lockfd < 0)
			e = -errno;
		else if (flock(r->lockfd, LOCK_EX | LOCK_NB) < 0)
			e = -EBUSY;
	}
	if (e) {
		note(r, "open failed %d (%s)", e, strerror(-e));
		goto fail;
	}
	r->tfd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	r->cb = (snd_pcm_ioplug_callback_t){
		.start = cb_start, .stop = cb_stop, .pointer = cb_pointer, .transfer = cb_transfer,
		.close = cb_close, .hw_params = cb_hw_params, .hw_free = cb_hw_free, .sw_params = cb_sw_params,
		.prepare = cb_prepare, .pause = r->can_pause ? cb_pause : NULL, .resume = cb_resume,
		.delay = cb_delay, .poll_revents = cb_poll_revents,
		.query_chmaps = cb_query_chmaps, .get_chmap = cb_get_chmap,
	};
	r->io.version = SND_PCM_IOPLUG_VERSION;
	r->io.name = "rig virtual sound card";
	r->io.flags = SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
	r->io.callback = &r->cb;
	r->io.private_data = r;
	r->io.poll_fd = r->tfd;
	r->io.poll_events = POLLIN;
	if ((e = snd_pcm_ioplug_create(&r->io, name, stream, mode)) < 0)
		goto fail;
	snprintf(tmp, sizeof tmp, "%s", r->formats);
	for (tok = strtok_r(tmp, ", ", &sv); tok && nf < 64; tok = strtok_r(NULL, ", ", &sv)) {
		int f = snd_pcm_format_value(tok);
		if (f >= 0)
			fl[nf++] = f;
	}
	snd_pcm_ioplug_set_param_list(&r->io, SND_PCM_IOPLUG_HW_ACCESS, 2, acc);
	snd_pcm_ioplug_set_param_list(&r->io, SND_PCM_IOPLUG_HW_FORMAT, nf, fl);
	limit(&r->io, SND_PCM_IOPLUG_HW_RATE, r->rates, 1);
	limit(&r->io, SND_PCM_IOPLUG_HW_CHANNELS, r->channels, 1);
	/* the library limits these in bytes; the control file is in bytes too */
	limit(&r->io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, r->period, 1);
	limit(&r->io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, r->buffer, 1);
	snd_pcm_ioplug_set_param_minmax(&r->io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
	note(r, "open mode=%s", mode & SND_PCM_NONBLOCK ? "nonblock" : "block");
	*pcmp = r->io.pcm;
	return 0;
fail:
	if (r->lockfd >= 0)
		close(r->lockfd);
	if (r->logfd >= 0)
		close(r->logfd);
	if (r->tfd >= 0)
		close(r->tfd);
	free(r);
	return e;
}

SND_PCM_PLUGIN_SYMBOL(rig);
