/*
 * A virtual sound card for tests: an ALSA ioplug PCM that behaves like a
 * hardware device (its own clock, a ring buffer, exclusive open, xruns,
 * pause, unplug) and stores exactly the frames that were "heard".
 *
 *   pcm_type.rig { lib "/.../librig.so" }
 *   pcm.NAME { type rig  dir "/some/dir" }
 *
 * DIR/control     key=value lines; see the README. Re-read while running.
 * DIR/take-N.wav  the frames played, one file per hw_params
 * DIR/events.log  one line per event: monotonic seconds, pid, event, details
 * DIR/lock        exclusive-open lock
 */
#ifndef RIG_H
#define RIG_H
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

typedef struct {
	snd_pcm_ioplug_t io;
	snd_pcm_ioplug_callback_t cb;
	pthread_mutex_t mu;
	char dir[3072];
	int lockfd, logfd, wav, tfd;
	uint64_t wav_bytes;
	/* control */
	struct timespec ctl_mtime;
	ino_t ctl_ino;
	char formats[256], rates[256], channels[64], period[64], buffer[64];
	int open_err, hw_err, write_err, prepare_err;
	int can_pause, plugged, stalled, exclusive, wallclock;
	long xrun_seq, xrun_seen, susp_seq, susp_seen, extra_delay;
	char last_note[512];
	double speed;
	/* run state */
	char *ring;
	int fsz, osz; /* bytes of a frame in the ring / in the WAV */
	int running, paused, drained, was_stalled, gone;
	double t0;           /* time at which hw was base */
	uint64_t base, hw;   /* frames */
	double stop_time;
	snd_pcm_uframes_t boundary, avail_min, stop_thr;
} rig_t;

/* the program that loads this library must not see, or stand in for, these names */
#pragma GCC visibility push(hidden)

/* CLOCK_MONOTONIC in seconds */
double now(void);
/* a line in events.log */
void note(rig_t *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* read DIR/control if it changed */
void control(rig_t *r);

/* begin a new take with the parameters just set; 0 or -errno */
int take_open(rig_t *r);
/* frames heard; src NULL: silence */
void take_put(rig_t *r, const char *src, uint64_t frames);
/* bring the WAV header up to date */
void take_sizes(rig_t *r);

/* move the hardware pointer to the present; frames passed go to the take. 0 or -EPIPE (underrun) */
int advance(rig_t *r, uint64_t appl);
/* is there room for avail_min frames (or: has draining ended)? */
int ready(rig_t *r, uint64_t appl);
/* arm the timer to the moment at which poll() has something to say */
void rearm(rig_t *r, uint64_t appl);

/* callbacks: the channel maps the card knows, and the one in use */
snd_pcm_chmap_query_t **cb_query_chmaps(snd_pcm_ioplug_t *io);
snd_pcm_chmap_t *cb_get_chmap(snd_pcm_ioplug_t *io);

#pragma GCC visibility pop
#endif
