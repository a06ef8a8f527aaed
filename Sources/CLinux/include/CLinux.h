/// What Linux has and Swift's Glibc module does not.
///
/// Functions answer like the calls they stand for: -1 with errno set. Those that can be interrupted
/// try again by themselves.
#ifndef SEGUE_CLINUX_H
#define SEGUE_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A descriptor that can be waited for and is raised by writing to it (close-on-exec, non-blocking).
int segue_eventfd(void);

/// A descriptor that becomes readable when one of the signals arrives, which then does nothing else;
/// it is the same for all calls and never closed.
int segue_catch_signals(const int *signals, int count);

/// The signals that were caught since this was last called, a bit each (1 << number); none is above 31.
/// The descriptor is readable no longer.
unsigned segue_take_signals(void);

/// A new epoll descriptor, close-on-exec.
int segue_epoll_create(void);

/// Watches `fd` for EPOLLIN, EPOLLOUT and EPOLLRDHUP as said (its hanging up is always told), or changes how it
/// is watched; `data` comes back from segue_epoll_wait.
int segue_epoll_set(int epoll, int fd, uint64_t data, int readable, int writable, int ending,
                    int change);
int segue_epoll_remove(int epoll, int fd);

typedef struct {
  uint64_t data;
  int readable;
  int writable;
  /// Nothing more comes from the other end.
  int ending;
  /// The other end hung up, or the descriptor failed.
  int closed;
} segue_epoll_event;

/// At most `capacity` (64 at most) events; 0 after `timeout` milliseconds without one.
int segue_epoll_wait(int epoll, segue_epoll_event *events, int capacity, int timeout);

/// accept4 with close-on-exec and non-blocking.
int segue_accept(int fd);

/// Process, user and group of a Unix socket's peer.
int segue_peer_credentials(int fd, pid_t *pid, uid_t *uid);

/// Sends one message of `count` bytes with `descriptors` attached (253 at most).
ssize_t segue_send_message(int fd, const void *bytes, size_t count,
                           const int *_Nullable descriptors, size_t descriptor_count, int flags);

/// Receives one message. `descriptor_count` goes in as room in `descriptors`, comes out as how many
/// came, all close-on-exec. `truncated` is set when bytes or descriptors did not fit.
ssize_t segue_receive_message(int fd, void *bytes, size_t capacity, int *_Nullable descriptors,
                              size_t *descriptor_count, int *truncated, int flags);

/// Reads entries of an open folder as the kernel has them (struct linux_dirent64); 0 at its end, -1 with errno.
ssize_t segue_read_folder(int folder, void *entries, size_t capacity);

/// What statx says of a file; times in nanoseconds since 1970.
typedef struct {
  uint32_t mode;
  uint32_t links;
  uint64_t device;
  uint64_t inode;
  int64_t size;
  int64_t modified;
  /// 0 where the file system does not keep it.
  int64_t born;
} segue_file_status;

/// `path` is looked up from the folder `at` (AT_FDCWD is -100); an empty path means `at` itself.
int segue_stat(int at, const char *path, int follow_links, segue_file_status *status);

/// What statfs says of the file system that a file is on.
typedef struct {
  /// Mostly the same as long as the file system is, wherever and whenever it is mounted.
  int64_t identity;
  /// One of linux/magic.h.
  int64_t type;
} segue_filesystem_status;

int segue_filesystem(const char *path, segue_filesystem_status *status);

/// Names the calling thread (15 bytes at most).
void segue_name_thread(const char *name);

/// SCHED_FIFO of the lowest priority for the calling thread.
int segue_raise_thread(void);

/// Starts the program `path` with `arguments` (NULL at the end) and an empty environment. Its
/// descriptor 3 is `channel`, its standard error `errors`, standard input and output the null
/// device; it has no others. Answers 0, or an errno.
int segue_spawn_worker(pid_t *pid, const char *path, char *_Nullable const *_Nonnull arguments,
                       int channel, int errors);

/// Starts the program `path` in a session of its own with the environment of the caller, standard
/// input the null device, standard output and error `output`. Answers 0, or an errno.
int segue_spawn_daemon(pid_t *pid, const char *path, char *_Nullable const *_Nonnull arguments,
                       int output);

/// Starts the program `path` in a session of its own with the environment of the caller, standard input
/// `input`, standard output and error the null device. Answers 0, or an errno.
int segue_spawn_shell(pid_t *pid, const char *path, char *_Nullable const *_Nonnull arguments,
                      int input);

/// The columns that a character takes in a terminal: 0 to 2; -1 for control characters.
int segue_character_width(uint32_t scalar);

/// Rows and columns of the terminal `fd`.
int segue_window_size(int fd, int *rows, int *columns);

/// How large a character of the terminal `fd` is, in pixels; -1 where it does not say.
int segue_cell_size(int fd, int *width, int *height);

/// A new file in memory that nobody else sees, close-on-exec.
int segue_memory_file(void);

#pragma clang assume_nonnull end
#endif
