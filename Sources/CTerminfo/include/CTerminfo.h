/// Terminfo, and what a program that has changed a terminal owes to it when it is stopped.
#ifndef SEGUE_CTERMINFO_H
#define SEGUE_CTERMINFO_H

#include <stddef.h>
#include <termios.h>

#pragma clang assume_nonnull begin

// ---- terminfo. Not for two threads at once.

typedef struct segue_terminfo segue_terminfo;

/// What is known of the terminal called `name`; NULL when it is not known. Says nothing and never
/// ends the program. Free with segue_terminfo_close.
segue_terminfo *_Nullable segue_terminfo_open(const char *name);
void segue_terminfo_close(segue_terminfo *terminal);

int segue_terminfo_flag(segue_terminfo *terminal, const char *capability);
/// -1 where it has none.
int segue_terminfo_number(segue_terminfo *terminal, const char *capability);
/// NULL where it has none. Lives as long as the terminal.
const char *_Nullable segue_terminfo_string(segue_terminfo *terminal, const char *capability);

/// The string of a capability with its parameters filled in; NULL where that fails. Valid until
/// the next call.
const char *_Nullable segue_terminfo_expand(const char *string, int first, int second);

// ---- signals. One terminal at a time.

/// From now on the signals are bytes (their numbers) to be read from the descriptor that is
/// returned, close-on-exec and non-blocking; -1 with errno set. The caller closes it after
/// segue_signals_unwatch, which brings back what was before.
int segue_signals_watch(const int *signals, size_t count);
void segue_signals_unwatch(void);

/// Stops the process as `signal` does by default (SIGTSTP, SIGTTOU), with the rest of its process
/// group where `group` is not 0. Returns when it goes on.
void segue_stop_process(int signal, int group);

/// Should the process end or crash from now on, `modes` are set on the terminal `fd` and the bytes
/// written to it (256 at most).
void segue_terminal_guard(int fd, const struct termios *modes, const void *bytes, size_t count);
void segue_terminal_unguard(void);

#pragma clang assume_nonnull end
#endif
