/* The card's own clock: which frames were heard by now, and when poll() should wake. */
#define _GNU_SOURCE
#include "rig.h"
#include <errno.h>
#include <sys/timerfd.h>

int advance(rig_t *r, uint64_t appl)
{
	snd_pcm_ioplug_t *io = &r->io;
	uint64_t want, lim, n, i;
	int x = 0;
	double t = now();
	control(r);
	if (!r->plugged && !r->gone) {
		r->gone = 1;
		r->running = 0;
		note(r, "unplugged at frame %llu", (unsigned long long)r->hw);
	}
	if (r->gone) {
		snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
		return 0;
	}
	if (!r->running || r->paused)
		return 0;
	if (r->susp_seq != r->susp_seen) {
		r->susp_seen = r->susp_seq;
		r->running = 0;
		r->stop_time = t;
		note(r, "suspended at frame %llu", (unsigned long long)r->hw);
		snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
		return 0;
	}
	if (r->stalled) {
		if (!r->was_stalled)
			note(r, "stalled at frame %llu", (unsigned long long)r->hw);
		r->was_stalled = 1;
		r->t0 = t;
		r->base = r->hw;
		return 0;
	}
	r->was_stalled = 0;
	want = r->base + (uint64_t)((t - r->t0) * io->rate * r->speed);
	if (r->xrun_seq != r->xrun_seen) {
		r->xrun_seen = r->xrun_seq;
		want = appl + 1;
	}
	if (want <= r->hw)
		return 0;
	lim = want;
	if (want > appl && (io->state == SND_PCM_STATE_DRAINING || r->stop_thr < r->boundary)) {
		lim = appl > r->hw ? appl : r->hw;
		/* stop_threshold is normally the buffer size: empty buffer = xrun */
		if (io->state != SND_PCM_STATE_DRAINING)
			x = -EPIPE;
	}
	for (i = r->hw; i < lim; i += n) {
		uint64_t o = i % io->buffer_size;
		n = lim - i;
		if (i >= appl) { /* underrun with stop_threshold=boundary: silence */
			take_put(r, NULL, n);
			continue;
		}
		if (n > appl - i)
			n = appl - i;
		if (n > io->buffer_size - o)
			n = io->buffer_size - o;
		take_put(r, r->ring + o * r->fsz, n);
	}
	r->hw = lim;
	if (r->wav >= 0)
		take_sizes(r);
	if (x) {
		r->running = 0;
		r->stop_time = t;
		snd_pcm_ioplug_set_state(io, SND_PCM_STATE_XRUN);
		note(r, "xrun at frame %llu", (unsigned long long)r->hw);
	} else if (io->state == SND_PCM_STATE_DRAINING && r->hw >= appl && !r->drained) {
		r->drained = 1;
		r->stop_time = t;
		r->running = 0;
		/* as the kernel does; a non-blocking snd_pcm_drain() is polled for this */
		snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SETUP);
		note(r, "drained at frame %llu", (unsigned long long)r->hw);
	}
	return x;
}

int ready(rig_t *r, uint64_t appl)
{
	if (r->gone || r->io.state == SND_PCM_STATE_XRUN || r->io.state == SND_PCM_STATE_SUSPENDED || r->io.state == SND_PCM_STATE_SETUP)
		return 1;
	if (r->io.state == SND_PCM_STATE_DRAINING)
		return r->hw >= appl;
	return r->hw + r->io.buffer_size >= appl + r->avail_min;
}

void rearm(rig_t *r, uint64_t appl)
{
	struct itimerspec it = { { 0, 0 }, { 0, 1 } };
	if (!ready(r, appl)) {
		double w = 0.1;
		if (r->running && !r->paused && !r->stalled) {
			uint64_t tgt = r->io.state == SND_PCM_STATE_DRAINING ? appl : appl + r->avail_min - r->io.buffer_size;
			double due = r->t0 + ((double)(tgt - r->base) + 0.5) / (r->io.rate * r->speed) - now();
			if (due < w)
				w = due;
		}
		if (w < 2e-5)
			w = 2e-5;
		it.it_value.tv_sec = (time_t)w;
		it.it_value.tv_nsec = (long)((w - (time_t)w) * 1e9);
	}
	timerfd_settime(r->tfd, 0, &it, NULL);
}
