/// The service manager's side of a daemon.
#ifndef SEGUE_CSYSTEMD_H
#define SEGUE_CSYSTEMD_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// How many descriptors the manager has handed over, from number 3 on; made close-on-exec, and the
/// variables that told of them removed. Negative: an error as -errno.
int segue_listen_fds(void);

/// Tells the manager `state`, lines of KEY=VALUE; nothing happens where there is none.
void segue_notify(const char *state);

#pragma clang assume_nonnull end
#endif
