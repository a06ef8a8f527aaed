#define _GNU_SOURCE
#include "CSeccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int statm = -1;
static long much;
static const char *much_words;

/// Calls only what may be called at any moment.
static void die(int number) {
  // Two numbers in pages, as in proc(5): what is mapped, and what is in memory.
  char text[100] = "";
  if (pread(statm, text, sizeof text - 1, 0) > 0) {
    long pages = 0;
    for (const char *digit = strchr(text, ' '); digit && *++digit >= '0' && *digit <= '9';)
      pages = 10 * pages + (*digit - '0');
    // What cannot be written cannot be helped.
    if (pages > much && write(2, much_words, strlen(much_words)) > 0) {}
  }
  raise(number);
}

void segue_die_plainly(long memory, const char *words) {
  statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  much = memory / sysconf(_SC_PAGESIZE);
  much_words = words;
  struct sigaction action = {.sa_handler = die, .sa_flags = SA_RESETHAND | SA_NODEFER};
  static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &action, NULL);
}

int segue_forbid_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

/// As in <linux/landlock.h> of kernels newer than Debian's headers.
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

int segue_forbid_paths(void) {
  // The rights that each version of Landlock added.
  static const int file_rights[] = {13, 14, 15, 15, 16};
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 1) return errno;
  struct ruleset rules = {.files = (1ull << file_rights[version < 5 ? version - 1 : 4]) - 1};
  size_t size = sizeof rules.files;
  if (version >= 4) {
    rules.network = 3;
    size = offsetof(struct ruleset, scopes);
  }
  if (version >= 6) {
    rules.scopes = 3;
    size = sizeof rules;
  }
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return errno;
  int code = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close(ruleset);
  return code;
}

/// Memory, descriptors already open, the parent's socket, time, and an orderly end.
static const int allowed[] = {
    SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(writev),
    SCMP_SYS(pread64), SCMP_SYS(close), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(fadvise64),
    SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    SCMP_SYS(brk), SCMP_SYS(futex), SCMP_SYS(getrandom), SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(sysinfo),
    SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigprocmask), SCMP_SYS(restart_syscall), SCMP_SYS(getpid), SCMP_SYS(gettid),
    SCMP_SYS(exit), SCMP_SYS(exit_group),
};

/// What libraries ask for in passing and can do without.
static const int refused[] = {
    SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(openat2), SCMP_SYS(creat), SCMP_SYS(stat),
    SCMP_SYS(lstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(access), SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(getcwd),
    SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(ioctl), SCMP_SYS(uname),
    SCMP_SYS(prlimit64), SCMP_SYS(getrlimit), SCMP_SYS(setrlimit), SCMP_SYS(fcntl),
};

/// Calls that depend on an argument: no memory that can be executed, no signal but to ourselves.
static int add_conditional(scmp_filter_ctx filter) {
  const int memory[] = {SCMP_SYS(mmap), SCMP_SYS(mprotect)};
  int code = 0;
  for (int i = 0; i < 2 && code == 0; i++) {
    code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, memory[i], 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (code == 0)
      code = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), memory[i], 1,
                              SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC));
  }
  // abort() ends with it.
  if (code == 0)
    code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                            SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
  return code;
}

int segue_forbid_system_calls(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (!filter) return ENOMEM;
  int code = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed && code == 0; i++)
    code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
  for (size_t i = 0; i < sizeof refused / sizeof *refused && code == 0; i++)
    code = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), refused[i], 0);
  if (code == 0) code = add_conditional(filter);
  if (code == 0) code = seccomp_load(filter);
  seccomp_release(filter);
  return -code;
}
