/// The service manager's side of a daemon, and the session bus, with what Swift cannot import of it.
#ifndef SEGUE_CSYSTEMD_H
#define SEGUE_CSYSTEMD_H

#include <stddef.h>
#include <systemd/sd-bus.h>

#pragma clang assume_nonnull begin

/// How many descriptors the manager has handed over, from number 3 on; made close-on-exec, and the
/// variables that told of them removed. Negative: an error as -errno.
int segue_listen_fds(void);

/// Tells the manager `state`, lines of KEY=VALUE; nothing happens where there is none.
void segue_notify(const char *state);

/// What stands behind an object of MPRIS; called within sd_bus_process. All answer 0, or an error as -errno, which the
/// caller on the bus is told.
typedef struct segue_player {
	void *context;
	/// A method without a result.
	int (*call)(void *context, const char *member, sd_bus_message *arguments);
	/// A method with one: it is appended to `answer`.
	int (*ask)(void *context, const char *member, sd_bus_message *arguments, sd_bus_message *answer);
	/// A property is appended to `answer`.
	int (*get)(void *context, const char *property, sd_bus_message *answer);
	/// A property is set to what is read from `value`.
	int (*set)(void *context, const char *property, sd_bus_message *value);
} segue_player;

/// Has `player` answer at /org/mpris/MediaPlayer2, as long as `bus` lives. Negative: an error as -errno.
int segue_player_export(sd_bus *bus, segue_player *player);

#pragma clang assume_nonnull end
#endif
