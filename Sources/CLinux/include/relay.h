/// Stream sockets that carry descriptors, like those of Wayland, see `RelayService`.
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// The maximum number of descriptors in one call, as in libwayland.
enum { clinux_descriptors_most = 28 };

/// Creates a listening socket at `path`, non-blocking and closed on exec. It gets `group`, unless that is
/// (gid_t)-1, and the permissions `mode` before clients can connect. On failure, it removes the socket and
/// `path`.
int clinux_stream_listen(const char *path, gid_t group, mode_t mode);
/// Connects to the socket at `path`, non-blocking and closed on exec. Does not wait: EAGAIN if too many
/// connections are pending.
int clinux_stream_connect(const char *path);
/// Accepts the next connection, non-blocking and closed on exec. EAGAIN if none is pending.
int clinux_stream_accept(int socket);
/// Receives at most `room` bytes with their descriptors, closed on exec, and sets `count` to the number of
/// descriptors. Does not wait. Returns -1 with EMSGSIZE if more than `clinux_descriptors_most` arrived or the
/// process has no room for them; then it closes all of them.
ssize_t clinux_stream_receive(
    int socket, void *bytes, size_t room, int descriptors[clinux_descriptors_most], int *count);
/// Sends at least one byte and `count` descriptors, which stay open. Does not wait.
ssize_t clinux_stream_send(int socket, const void *bytes, size_t size, const int descriptors[], int count);

/// The descriptor number of the socket in a program that `clinux_spawn_relay` starts.
enum { clinux_relay_socket = 3 };
/// Starts a program in this process's session, with default signals. It has an empty input, this process's
/// error output as its output, and no other descriptor except `socket`. Returns 0 and the process id, or the
/// error number.
int clinux_spawn_relay(
    const char *path, char *const words[], char *const environment[], int socket, pid_t *pid);
/// Limits the calling process. It ends with the thread that started it, and other processes cannot inspect
/// it. It gains no rights by an exec, and it writes no core file. Raises its number of descriptors as far as
/// allowed. Returns -1 with `errno` on failure, and if its parent is no longer `parent`.
int clinux_limit_relay(pid_t parent);
