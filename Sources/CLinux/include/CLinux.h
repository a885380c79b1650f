/// The Linux calls that the Glibc module does not export.
///
/// The bodies are in CLinux.c: a feature macro here would change glibc's declarations for every importing
/// module. Each function returns the result of the call: -1 (or null) with `errno` set on failure.
#pragma once

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

#include "confinement.h"
#include "relay.h"
#include "xwayland.h"

/// The end of a child process, from `waitid`.
typedef struct {
  /// The process id; 0 if no child has ended.
  pid_t pid;
  /// Whether a signal ended the child.
  int signaled;
  /// Whether the kernel wrote a core file.
  int core_dumped;
  /// The exit status, or the signal number.
  int status;
} clinux_child;

/// Doubles the font size of a virtual console, from its own font, if the screen has enough room; else it
/// fails with ERANGE. Requires CAP_SYS_TTY_CONFIG, or that the console is the process's own terminal.
int clinux_double_console_font(int console);

/// Returns the environment of this process, for reading: `NAME=value` strings up to a null.
char **clinux_environment(void);

/// POSIX_SPAWN_SETSID.
extern const short clinux_spawn_setsid;
/// Makes the child close every descriptor from `lowest` on.
int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest);
/// Makes the child start in `directory`.
int clinux_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *directory);

/// The maximum number of descriptors that `clinux_spawn_bound` passes.
enum { clinux_passed_most = 4 };

/// Starts a program, looked up in `PATH`, that the kernel kills when the calling thread ends. The program has
/// its own session, default signals, an empty input and this process's output. It has no other descriptors
/// except the `count` in `passed`, as numbers from 3 on. Returns 0 and the process id, or the error number.
/// Only for processes with one thread.
int clinux_spawn_bound(
    char *const words[], char *const environment[], const int passed[], int count, pid_t *pid);

/// Starts a program, looked up in `PATH`, in this process's environment with an empty input. Reads its
/// standard output and standard error into `bytes` until it ends. Kills it after `milliseconds`, or when
/// `bytes` is full. Returns the number of bytes, at most `capacity`, or -1 if the program cannot be started.
ssize_t clinux_read_output(char *const words[], char *bytes, size_t capacity, int milliseconds);

/// Connects to the socket at `path`. The connection preserves message boundaries and can carry descriptors.
/// It is closed on exec.
int clinux_message_connect(const char *path);
/// Sends one datagram to the socket at `path`. Does not wait: EAGAIN if its buffer is full.
ssize_t clinux_datagram(const char *path, const void *bytes, size_t count);
/// Creates a listening socket at `path` for such connections, closed on exec.
int clinux_message_listen(const char *path);
/// Accepts the next connection, closed on exec. Does not wait: EAGAIN if none is pending.
int clinux_accept(int socket);
/// Sends a message, with `descriptor` unless it is negative. Does not wait.
ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor);
/// Receives a message and its descriptor, closed on exec; `descriptor` is -1 without one. Returns -1 with
/// EMSGSIZE for a message longer than `count`. With `waits`, it waits up to the socket's time-out; otherwise
/// it does not wait.
ssize_t clinux_receive(int socket, void *bytes, size_t count, int waits, int *descriptor);
/// Sets the time-out of receive calls, in milliseconds.
int clinux_set_receive_timeout(int socket, int milliseconds);

/// Returns whether an open evdev device is a touchscreen without keys for typing; 0 for other files.
int clinux_is_touch_panel(int descriptor);

/// The kinds of evdev devices that the launcher distinguishes.
enum { clinux_no_controller = 0, clinux_gamepad = 1, clinux_remote_control = 2 };
typedef struct {
  /// One of the kinds above.
  int kind;
  /// The minimum and maximum values of the left stick, to the right and downward; all 0 without a stick.
  int32_t horizontal[2], vertical[2];
} clinux_controller;
/// Returns the kind of a device. A device with keys for typing is not a controller.
clinux_controller clinux_describe_controller(int descriptor);
/// Makes the kernel report, through this descriptor, only sticks, directional pads and the `count` keys with
/// these codes. Returns 0, or -1 if the kernel cannot (before Linux 4.4).
int clinux_mask_controller(int descriptor, const uint16_t codes[], int count);

/// Removes the calling thread from a supplementary group and clears its ambient capabilities. Programs that
/// it starts from now on are not in the group. Returns 1 if it left the group, 0 if it was not a member.
/// Requires CAP_SETGID.
int clinux_thread_leave_group(gid_t group);
/// Adds the calling thread to a supplementary group again.
int clinux_thread_join_group(gid_t group);

/// Returns a descriptor for a process, closed on exec.
int clinux_pidfd_open(pid_t pid);
/// Sends a signal to exactly the process of `pidfd`, even if its process id was reused.
int clinux_pidfd_send_signal(int pidfd, int signal);
/// Reports in `child` whether the child process of `pidfd` has ended. It stays a zombie. Does not wait.
int clinux_peek_child(int pidfd, clinux_child *child);
/// Returns the process at the other end of a connected unix socket, at the time of its `listen` or `connect`.
pid_t clinux_peer(int socket);
/// Returns the user of that process; (uid_t)-1 if unknown.
uid_t clinux_peer_user(int socket);
/// Reaps a child that has ended. Does not wait.
int clinux_reap(pid_t pid);

/// Returns the process id of a child that has ended. It stays a zombie. Returns 0 if no child has ended, and
/// -1 with ECHILD if the process has no children.
pid_t clinux_dead_child(void);

/// Makes orphaned descendants children of this process instead of init.
int clinux_become_subreaper(void);

/// Creates a pipe, with its non-blocking read end first. Both ends are closed on exec.
int clinux_pipe(int ends[2]);

/// Creates a pair of connected sockets, with the non-blocking read end first. Both ends are closed on exec.
/// Unlike a pipe, it cannot be reopened through /proc/PID/fd.
int clinux_stream_pair(int ends[2]);
/// Reads the data that one process has written to the read end, and that process's id: `sender` is 0 if the
/// kernel does not report it. Returns the same as read(2).
ssize_t clinux_receive_from(int socket, void *bytes, size_t count, pid_t *sender);

/// Prevents other processes of this user from inspecting this one: its memory, and its descriptors in /proc.
/// It also disables core dumps. The effect ends at an exec.
int clinux_forbid_inspection(void);

/// Opens /dev/null for each closed standard descriptor (input, output, error), also for programs started
/// later. Otherwise, the next opened descriptor would get that number and receive output meant for it. Call
/// it before any descriptor is opened.
void clinux_open_standard_descriptors(void);

/// Opens a directory for reading by its name in an open one, closed on exec. Fails with EXDEV for a mount
/// point, without access to the mounted file system, and with ELOOP for a symbolic link.
int clinux_open_directory_inside(int directory, const char *name);

/// Waits at most `milliseconds` until `descriptor` is readable, or until SIGTERM, SIGINT or SIGHUP arrives
/// and is blocked in this thread. Returns 1 if the descriptor is readable, -1 for a signal, and 0 for a
/// time-out.
int clinux_wait_readable(int descriptor, int milliseconds);

/// Creates an eventfd for waking a thread, non-blocking and closed on exec.
int clinux_eventfd(void);

/// Creates a timer on CLOCK_REALTIME, non-blocking and closed on exec.
int clinux_wall_timer(void);
/// Sets the timer to expire at a second of that clock. A read then returns 8 bytes, or fails with ECANCELED
/// if the clock was set or the machine slept.
int clinux_set_wall_timer(int timer, int64_t second);

/// Creates `size` bytes of zeroed memory that other processes can map, closed on exec. No process can shrink
/// it.
int clinux_shared_memory(const char *name, int64_t size);

/// Locks all memory of the calling process from its first use. Then memory pressure from other processes
/// never makes it wait for the disk. Returns 0 if the process must not lock all its memory; then nothing is
/// locked.
int clinux_lock_memory(void);
/// Limits the memory that another process can lock to 8 MiB, the usual limit of service managers.
void clinux_limit_locked_memory(pid_t pid);

/// Returns memory that the C library keeps for later allocations to the kernel. Takes about a millisecond.
void clinux_return_memory(void);
/// Makes the C library return freed blocks of 256 KiB and more, such as pictures, to the kernel. Otherwise
/// its dynamic threshold keeps up to 64 MiB for later blocks, in each thread.
void clinux_return_large_blocks(void);
