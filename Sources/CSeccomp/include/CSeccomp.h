#ifndef SEGUE_CSECCOMP_H
#define SEGUE_CSECCOMP_H

/// At a crash the process dies of its signal, whatever had caught it before. When it then has more than
/// `memory` bytes in memory, it writes `words`, which must live on, to its standard error.
void segue_die_plainly(long memory, const char *words);

// What a process can give up for good. Each call returns 0, or an errno where the kernel refused.

/// No program that this process starts gains privileges.
int segue_forbid_new_privileges(void);

/// No path can be opened, made or removed any more, no TCP port used, no process outside signalled
/// (as far as the kernel's Landlock reaches). ENOSYS or EOPNOTSUPP where it has none.
/// To be called after segue_forbid_new_privileges.
int segue_forbid_paths(void);

/// Only what works on memory and on descriptors already open is left of the system calls. Those that
/// libraries try in passing (open, stat, socket and their kin) fail with EPERM; all others kill.
/// To be called last.
int segue_forbid_system_calls(void);

#endif
