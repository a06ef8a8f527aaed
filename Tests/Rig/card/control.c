/* The control file that a test writes, and the log of events that it reads. */
#define _GNU_SOURCE
#include "rig.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

void note(rig_t *r, const char *fmt, ...)
{
	char b[512];
	int n = snprintf(b, sizeof b, "%.6f %d ", now(), (int)getpid()), m = n;
	va_list ap;
	va_start(ap, fmt);
	n += vsnprintf(b + n, sizeof b - n - 2, fmt, ap);
	va_end(ap);
	if (!strcmp(b + m, r->last_note)) /* an app in an error loop must not fill the disk */
		return;
	snprintf(r->last_note, sizeof r->last_note, "%s", b + m);
	if (n > (int)sizeof b - 2)
		n = sizeof b - 2;
	b[n++] = '\n';
	if (r->logfd >= 0 && write(r->logfd, b, n) < 0) { }
}

static int errno_of(const char *s)
{
	static const struct { const char *n; int e; } t[] = {
		{ "EBUSY", EBUSY }, { "ENOENT", ENOENT }, { "ENODEV", ENODEV },
		{ "EACCES", EACCES }, { "EIO", EIO }, { "EINVAL", EINVAL },
		{ "EPIPE", EPIPE }, { "ESTRPIPE", ESTRPIPE }, { "EBADFD", EBADFD },
		{ "ENOMEM", ENOMEM }, { "EAGAIN", EAGAIN }, { "ENOSYS", ENOSYS },
		{ "EPERM", EPERM }, { "ETIMEDOUT", ETIMEDOUT }, { "ECONNREFUSED", ECONNREFUSED },
	};
	for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
		if (!strcmp(s, t[i].n))
			return t[i].e;
	return atoi(s);
}

void control(rig_t *r)
{
	char p[3200], line[512];
	struct stat st;
	double speed = r->speed;
	snprintf(p, sizeof p, "%s/control", r->dir);
	if (stat(p, &st) < 0)
		return;
	if (st.st_ino == r->ctl_ino && st.st_mtim.tv_sec == r->ctl_mtime.tv_sec &&
	    st.st_mtim.tv_nsec == r->ctl_mtime.tv_nsec)
		return;
	FILE *f = fopen(p, "re");
	if (!f)
		return;
	r->ctl_ino = st.st_ino;
	r->ctl_mtime = st.st_mtim;
	while (fgets(line, sizeof line, f)) {
		char *e = strchr(line, '='), *v;
		if (!e || *line == '#')
			continue;
		*e = 0;
		v = e + 1;
		v[strcspn(v, "\r\n")] = 0;
#define S(k) else if (!strcmp(line, #k)) snprintf(r->k, sizeof r->k, "%s", v);
#define I(k, f) else if (!strcmp(line, #k)) r->f = atoi(v);
#define ERR(k, f) else if (!strcmp(line, #k)) r->f = errno_of(v);
		if (0) { }
		S(formats) S(rates) S(channels) S(period) S(buffer)
		ERR(open, open_err) ERR(hw_params, hw_err) ERR(write, write_err)
		ERR(prepare, prepare_err)
		I(pause, can_pause) I(plugged, plugged) I(stalled, stalled)
		I(suspend, susp_seq) I(exclusive, exclusive) I(wallclock, wallclock)
		I(xrun, xrun_seq) I(delay, extra_delay)
		else if (!strcmp(line, "speed")) speed = atof(v);
	}
	fclose(f);
	if (speed != r->speed && r->running && !r->paused) { /* what has passed went at the old speed */
		double t = now();
		r->base += (uint64_t)((t - r->t0) * r->io.rate * r->speed);
		r->t0 = t;
	}
	r->speed = speed;
}
