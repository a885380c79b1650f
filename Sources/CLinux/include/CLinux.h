/// The Linux calls that the Glibc module does not show.
///
/// The bodies are in CLinux.c: a feature macro here would change what every importing module sees of glibc.
/// Each returns what the call returns: -1 (or null) with `errno` set when it fails.
#pragma once

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

#include "confinement.h"
#include "relay.h"
#include "xwayland.h"

/// How a child ended, from `waitid`.
typedef struct {
  /// 0 when nothing has ended.
  pid_t pid;
  /// Whether a signal ended it.
  int signaled;
  /// Whether the kernel wrote a core file.
  int core_dumped;
  /// The exit status, or the number of the signal.
  int status;
} clinux_child;

/// Shows the letters of a virtual console at twice their size, from its own font, where the screen has room
/// for that. Takes CAP_SYS_TTY_CONFIG, or that the console is the process's own terminal.
int clinux_double_console_font(int console);

/// The environment of this process, for reading: `NAME=value` strings up to a null.
char **clinux_environment(void);

/// POSIX_SPAWN_SETSID.
extern const short clinux_spawn_setsid;
/// The child closes every descriptor from `lowest` on.
int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest);
/// The child starts in `directory`.
int clinux_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *directory);

/// The most descriptors that `clinux_spawn_bound` passes.
enum { clinux_passed_most = 4 };

/// Starts a program, looked up in `PATH`, that the kernel kills when the calling thread ends: in a session of
/// its own, with default signals, an empty input, this process's output, and no other descriptors but the
/// `count` that are `passed`, as its numbers from 3 on. Returns 0 and its process id, or the number of the
/// error. For processes with one thread.
int clinux_spawn_bound(
    char *const words[], char *const environment[], const int passed[], int count, pid_t *pid);

/// Starts a program, looked up in `PATH`, in this process's environment with an empty input, and reads what
/// it writes to its output and its standard error until it ends, into `bytes`. What does not end within
/// `milliseconds` is killed. Returns how many bytes there are, at most `capacity`, or -1 when it cannot be
/// started.
ssize_t clinux_read_output(char *const words[], char *bytes, size_t capacity, int milliseconds);

/// A connection that keeps messages apart and carries descriptors, to the socket at `path`; closed on exec.
int clinux_message_connect(const char *path);
/// Sends one datagram to the socket at `path`. Does not wait: EAGAIN when there is no room.
ssize_t clinux_datagram(const char *path, const void *bytes, size_t count);
/// A socket at `path` for such connections, closed on exec.
int clinux_message_listen(const char *path);
/// The next connection, closed on exec. Does not wait: EAGAIN when there is none.
int clinux_accept(int socket);
/// Sends a message, with a descriptor unless that is negative. Does not wait.
ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor);
/// Receives a message and the descriptor with it, closed on exec, or -1. Returns -1 with EMSGSIZE for one
/// that is longer than `count`; waits as the socket says, and not at all unless `waits`.
ssize_t clinux_receive(int socket, void *bytes, size_t count, int waits, int *descriptor);
/// How long a receiver waits, in milliseconds.
int clinux_set_receive_timeout(int socket, int milliseconds);

/// Whether an open evdev device is a touch screen on which nothing can be typed. 0 for what is no evdev
/// device.
int clinux_is_touch_panel(int descriptor);

/// What an open evdev device is to the launcher.
enum { clinux_no_controller = 0, clinux_gamepad = 1, clinux_remote_control = 2 };
typedef struct {
  /// One of the above.
  int kind;
  /// The least and the most that the left stick says, to the right and downwards; all 0 where there is no
  /// stick.
  int32_t horizontal[2], vertical[2];
} clinux_controller;
/// Finds out what a device is. What can type is no controller.
clinux_controller clinux_describe_controller(int descriptor);
/// Has the kernel pass on, through this descriptor, only what sticks and crosses say and the `count` keys
/// with these codes. Returns 0, or -1 where it cannot (before Linux 4.4).
int clinux_mask_controller(int descriptor, const uint16_t codes[], int count);

/// The calling thread leaves a supplementary group and gives up what it would hand down of its capabilities;
/// what it starts from now on is not in the group. Returns 1 when it has left, 0 when it was not in it. Takes
/// CAP_SETGID.
int clinux_thread_leave_group(gid_t group);
/// The calling thread joins a supplementary group again.
int clinux_thread_join_group(gid_t group);

/// A descriptor that stands for a process, closed on exec.
int clinux_pidfd_open(pid_t pid);
/// A signal for exactly the process that `pidfd` stands for, however often its number was reused.
int clinux_pidfd_send_signal(int pidfd, int signal);
/// Whether the child behind `pidfd` has ended; it stays a zombie. Does not wait.
int clinux_peek_child(int pidfd, clinux_child *child);
/// The process at the other end of a connected unix socket, as it was when it began to listen or to connect.
pid_t clinux_peer(int socket);
/// Whose process that was; (uid_t)-1 when it cannot be known.
uid_t clinux_peer_user(int socket);
/// Buries a child that has ended. Does not wait.
int clinux_reap(pid_t pid);

/// A child that has ended, by its number; it stays a zombie. 0 when none has, -1 with ECHILD when there is no
/// child.
pid_t clinux_dead_child(void);

/// Orphaned descendants become children of this process instead of init's.
int clinux_become_subreaper(void);

/// A pipe, its reading end first and non-blocking; neither end survives an exec.
int clinux_pipe(int ends[2]);

/// A connection, its reading end first and non-blocking; neither end survives an exec. Unlike a pipe it
/// cannot be opened once more by way of /proc/PID/fd.
int clinux_stream_pair(int ends[2]);
/// Reads what one process has written to that end, and which: `sender` is 0 where the kernel does not say.
/// Returns as read(2) does.
ssize_t clinux_receive_from(int socket, void *bytes, size_t count, pid_t *sender);

/// Keeps other processes of this user from looking into this one: from its memory, and from its descriptors
/// in /proc. There are no core dumps of it then. An exec ends it.
int clinux_forbid_inspection(void);

/// Opens /dev/null as standard input, output and error as far as they are closed, for programs that are
/// started as well. Else the next descriptor that is opened would have that number, and what is written there
/// would go to it. Call it before anything opens a descriptor.
void clinux_open_standard_descriptors(void);

/// Opens a directory for reading by its name in an open one, closed on exec. EXDEV for what is mounted there,
/// which is not asked, and ELOOP for a link.
int clinux_open_directory_inside(int directory, const char *name);

/// Waits at most so many milliseconds until `descriptor` can be read, or one of SIGTERM, SIGINT and SIGHUP
/// has come that this thread blocks. Returns 1 when the descriptor can be read, -1 for a signal, and 0 when
/// the time is over.
int clinux_wait_readable(int descriptor, int milliseconds);

/// A counter to wake a thread with, non-blocking and closed on exec.
int clinux_eventfd(void);

/// A timer on CLOCK_REALTIME, non-blocking and closed on exec.
int clinux_wall_timer(void);
/// Has it expire at a second of that clock. Reading it then answers 8 bytes; or ECANCELED where the clock was
/// set, or the machine has slept.
int clinux_set_wall_timer(int timer, int64_t second);

/// `size` bytes of memory that other processes can map, all zero, closed on exec. No process can make it
/// smaller.
int clinux_shared_memory(const char *name, int64_t size);

/// Has all memory of the calling process stay where it is from when it is first used, so that no other
/// process's need for memory makes it wait for the disk. Returns 0 where the process may not have all of its
/// memory stay, and has none.
int clinux_lock_memory(void);
/// Leaves another process as little memory to lock as service managers do, 8 MiB.
void clinux_limit_locked_memory(pid_t pid);

/// Gives memory that the C library keeps for later blocks back to the kernel. Takes about a millisecond.
void clinux_return_memory(void);
/// Has blocks of 256 KiB and more, as pictures are, go back to the kernel when they are freed. The C library
/// otherwise learns from the first of them to keep up to 64 MiB for the next, in each thread.
void clinux_return_large_blocks(void);
