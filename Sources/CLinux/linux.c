#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <wchar.h>

extern char **environ;

#define MAX_DESCRIPTORS 253

int segue_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static int signal_descriptor = -1;
static _Atomic unsigned caught_signals;

static void note_signal(int number) {
  atomic_fetch_or(&caught_signals, 1u << number);
  int saved = errno;
  uint64_t one = 1;
  // Fails only when it is raised many times over already.
  if (write(signal_descriptor, &one, sizeof one) < 0) errno = saved;
}

int segue_catch_signals(const int *signals, int count) {
  if (signal_descriptor < 0) signal_descriptor = segue_eventfd();
  if (signal_descriptor < 0) return -1;
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  sigset_t caught;
  sigemptyset(&caught);
  for (int i = 0; i < count; i++) {
    if (sigaction(signals[i], &action, NULL) < 0) return -1;
    sigaddset(&caught, signals[i]);
  }
  // Whoever started us may have had them blocked, and we then would, too.
  pthread_sigmask(SIG_UNBLOCK, &caught, NULL);
  return signal_descriptor;
}

unsigned segue_take_signals(void) {
  uint64_t count;
  // What is not there is not waited for.
  if (read(signal_descriptor, &count, sizeof count) < 0) errno = 0;
  return atomic_exchange(&caught_signals, 0);
}

int segue_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int segue_epoll_set(int epoll, int fd, uint64_t data, int readable, int writable, int ending,
                    int change) {
  struct epoll_event event = {.events = (readable ? EPOLLIN : 0) | (writable ? EPOLLOUT : 0) |
                                        (ending ? EPOLLRDHUP : 0)};
  event.data.u64 = data;
  return epoll_ctl(epoll, change ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
}

int segue_epoll_remove(int epoll, int fd) { return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL); }

int segue_epoll_wait(int epoll, segue_epoll_event *events, int capacity, int timeout) {
  struct epoll_event found[64];
  int count;
  do {
    count = epoll_wait(epoll, found, capacity < 64 ? capacity : 64, timeout);
  } while (count < 0 && errno == EINTR);
  for (int i = 0; i < count; i++) {
    events[i].data = found[i].data.u64;
    events[i].readable = (found[i].events & EPOLLIN) != 0;
    events[i].writable = (found[i].events & EPOLLOUT) != 0;
    events[i].ending = (found[i].events & EPOLLRDHUP) != 0;
    events[i].closed = (found[i].events & (EPOLLHUP | EPOLLERR)) != 0;
  }
  return count;
}

int segue_accept(int fd) {
  int client;
  do {
    client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  } while (client < 0 && errno == EINTR);
  return client;
}

int segue_peer_credentials(int fd, pid_t *pid, uid_t *uid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  return 0;
}

ssize_t segue_send_message(int fd, const void *bytes, size_t count, const int *descriptors,
                           size_t descriptor_count, int flags) {
  union {
    char bytes[CMSG_SPACE(sizeof(int) * MAX_DESCRIPTORS)];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor_count > MAX_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  if (descriptor_count > 0) {
    size_t size = sizeof(int) * descriptor_count;
    memset(&control, 0, CMSG_SPACE(size));
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  ssize_t sent;
  do {
    sent = sendmsg(fd, &message, flags | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t segue_receive_message(int fd, void *bytes, size_t capacity, int *descriptors,
                              size_t *descriptor_count, int *truncated, int flags) {
  union {
    char bytes[CMSG_SPACE(sizeof(int) * MAX_DESCRIPTORS)];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  size_t room = *descriptor_count < MAX_DESCRIPTORS ? *descriptor_count : MAX_DESCRIPTORS;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (room > 0) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * room);
  }
  *descriptor_count = 0;
  *truncated = 0;
  ssize_t received;
  do {
    received = recvmsg(fd, &message, flags | MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received < 0) return received;
  *truncated = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); h; h = CMSG_NXTHDR(&message, h)) {
    if (h->cmsg_level != SOL_SOCKET || h->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (h->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const unsigned char *data = CMSG_DATA(h);
    for (size_t i = 0; i < count; i++) {
      int received_fd;
      memcpy(&received_fd, data + i * sizeof(int), sizeof(int));
      // Alignment can bring one more than there was room for.
      if (*descriptor_count < room)
        descriptors[(*descriptor_count)++] = received_fd;
      else
        close(received_fd), *truncated = 1;
    }
  }
  return received;
}

ssize_t segue_read_folder(int folder, void *entries, size_t capacity) {
  return syscall(SYS_getdents64, folder, entries, capacity);
}

static int64_t nanoseconds(struct statx_timestamp time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int segue_stat(int at, const char *path, int follow_links, segue_file_status *status) {
  struct statx found;
  int flags = AT_STATX_SYNC_AS_STAT | (path[0] ? 0 : AT_EMPTY_PATH) |
              (follow_links ? 0 : AT_SYMLINK_NOFOLLOW);
  if (statx(at, path, flags, STATX_BASIC_STATS | STATX_BTIME, &found) < 0) return -1;
  status->mode = found.stx_mode;
  status->links = found.stx_nlink;
  status->device = makedev(found.stx_dev_major, found.stx_dev_minor);
  status->inode = found.stx_ino;
  status->size = (int64_t)found.stx_size;
  status->modified = nanoseconds(found.stx_mtime);
  status->born = found.stx_mask & STATX_BTIME ? nanoseconds(found.stx_btime) : 0;
  return 0;
}

void segue_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int segue_raise_thread(void) {
  struct sched_param parameter = {.sched_priority = sched_get_priority_min(SCHED_FIFO)};
  int code = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter);
  errno = code;
  return code == 0 ? 0 : -1;
}

/// The attributes that make a child begin with default signals and none blocked.
static int clean_attributes(posix_spawnattr_t *attributes, short flags) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int code = posix_spawnattr_init(attributes);
  if (code) return code;
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  return posix_spawnattr_setflags(
      attributes, flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int segue_spawn_worker(pid_t *pid, const char *path, char *const *arguments, int channel,
                       int errors) {
  static char *const empty[] = {NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = clean_attributes(&attributes, 0);
  if (code) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  // The standard ones are opened last: until then `channel` and `errors` may have their numbers.
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, errors, 2);
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, channel, 3);
  if (!code) code = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  if (!code) code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!code) code = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (!code) code = posix_spawn(pid, path, &actions, &attributes, arguments, empty);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}

int segue_spawn_daemon(pid_t *pid, const char *path, char *const *arguments, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = clean_attributes(&attributes, POSIX_SPAWN_SETSID);
  if (code) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, output, 2);
  if (!code) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!code) code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!code) code = posix_spawn(pid, path, &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}

int segue_spawn_shell(pid_t *pid, const char *path, char *const *arguments, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = clean_attributes(&attributes, POSIX_SPAWN_SETSID);
  if (code) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  if (!code) code = posix_spawn_file_actions_adddup2(&actions, input, 0);
  if (!code) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!code) code = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (!code) code = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  if (!code) code = posix_spawn(pid, path, &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}

static locale_t utf8;
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;
// glibc carries this locale itself since 2.35.
static void make_utf8(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int segue_character_width(uint32_t scalar) {
  pthread_once(&utf8_once, make_utf8);
  if (!utf8) return 1;
  locale_t before = uselocale(utf8);
  int width = wcwidth((wchar_t)scalar);
  uselocale(before);
  return width;
}

int segue_window_size(int fd, int *rows, int *columns) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -1;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return 0;
}

int segue_cell_size(int fd, int *width, int *height) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -1;
  if (!size.ws_row || !size.ws_col || !size.ws_xpixel || !size.ws_ypixel) return -1;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width > 0 && *height > 0 ? 0 : -1;
}

int segue_memory_file(void) { return memfd_create("segue", MFD_CLOEXEC); }

int segue_filesystem(const char *path, segue_filesystem_status *status) {
  struct statfs found;
  int code;
  do code = statfs(path, &found);
  while (code < 0 && errno == EINTR);
  if (code < 0) return -1;
  memcpy(&status->identity, &found.f_fsid, sizeof status->identity);
  status->type = (int64_t)found.f_type;
  return 0;
}
