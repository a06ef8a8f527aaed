#define _GNU_SOURCE
#include "CTerminfo.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- signals as bytes

static volatile sig_atomic_t signal_pipe = -1;
static struct sigaction before_watch[NSIG];
static unsigned char watched[NSIG];

static void send_byte(int number) {
  int code = errno;
  unsigned char byte = (unsigned char)number;
  // A pipe that is full holds enough signals to be woken by.
  if (signal_pipe >= 0 && write(signal_pipe, &byte, 1) < 0) errno = code;
  errno = code;
}

int segue_signals_watch(const int *signals, size_t count) {
  int ends[2];
  struct sigaction action;
  if (signal_pipe >= 0) {
    errno = EBUSY;
    return -1;
  }
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  signal_pipe = ends[1];
  memset(&action, 0, sizeof action);
  action.sa_handler = send_byte;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < count; i++) {
    int number = signals[i];
    if (number <= 0 || number >= NSIG) continue;
    watched[number] = sigaction(number, &action, &before_watch[number]) == 0;
  }
  return ends[0];
}

void segue_signals_unwatch(void) {
  int end = signal_pipe;
  if (end < 0) return;
  for (int number = 1; number < NSIG; number++) {
    if (watched[number]) sigaction(number, &before_watch[number], NULL);
    watched[number] = 0;
  }
  signal_pipe = -1;
  close(end);
}

void segue_stop_process(int number, int group) {
  struct sigaction ignore, standard, before;
  sigset_t only, mask;
  memset(&ignore, 0, sizeof ignore);
  ignore.sa_handler = SIG_IGN;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(number, &ignore, &before);
  if (group) kill(0, number);
  sigaction(number, &standard, NULL);
  sigemptyset(&only);
  sigaddset(&only, number);
  // To this thread, so that the process stops here and not somewhere behind; Dispatch's threads
  // have their signals blocked.
  pthread_sigmask(SIG_UNBLOCK, &only, &mask);
  pthread_kill(pthread_self(), number);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(number, &before, NULL);
}

// ---- the terminal of a program that crashes

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
#define FATAL_COUNT (sizeof fatal / sizeof fatal[0])

static volatile sig_atomic_t guarded = -1;
static struct termios guard_modes;
static unsigned char guard_bytes[256];
static size_t guard_count;
static struct sigaction before_guard[FATAL_COUNT];

static void restore_terminal(void) {
  int fd = guarded;
  if (fd < 0) return;
  guarded = -1;
  if (write(fd, guard_bytes, guard_count) < 0) { /* Nothing is left to be done. */ }
  tcsetattr(fd, TCSANOW, &guard_modes);
}

static void crash(int number) {
  restore_terminal();
  for (size_t i = 0; i < FATAL_COUNT; i++)
    if (fatal[i] == number) sigaction(number, &before_guard[i], NULL);
  // What was before is run when this handler has returned.
  raise(number);
}

static pthread_once_t exit_once = PTHREAD_ONCE_INIT;
static void restore_at_exit(void) { atexit(restore_terminal); }

void segue_terminal_guard(int fd, const struct termios *modes, const void *bytes, size_t count) {
  struct sigaction action;
  if (guarded >= 0) return;
  pthread_once(&exit_once, restore_at_exit);
  guard_modes = *modes;
  guard_count = count < sizeof guard_bytes ? count : sizeof guard_bytes;
  memcpy(guard_bytes, bytes, guard_count);
  memset(&action, 0, sizeof action);
  action.sa_handler = crash;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < FATAL_COUNT; i++) sigaction(fatal[i], &action, &before_guard[i]);
  guarded = fd;
}

void segue_terminal_unguard(void) {
  if (guarded < 0) return;
  guarded = -1;
  for (size_t i = 0; i < FATAL_COUNT; i++) sigaction(fatal[i], &before_guard[i], NULL);
}
