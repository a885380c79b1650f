/// Stream sockets whose bytes come with descriptors, as Wayland's do, see `RelayService`.
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// The most descriptors that come or go with one call: what libwayland sends at most.
enum { clinux_descriptors_most = 28 };

/// A socket at `path` that listens, non-blocking and closed on exec. Before anyone can connect it belongs to
/// `group`, unless that is (gid_t)-1, and has these permissions. Where that fails there is no socket and
/// nothing at `path`.
int clinux_stream_listen(const char *path, gid_t group, mode_t mode);
/// A connection to the socket at `path`, non-blocking and closed on exec. Does not wait: EAGAIN where too
/// many do.
int clinux_stream_connect(const char *path);
/// The next connection, non-blocking and closed on exec. EAGAIN when there is none.
int clinux_stream_accept(int socket);
/// Receives at most `room` bytes and the descriptors with them, closed on exec, and their `count`. Does not
/// wait. Returns -1 with EMSGSIZE where there were more than `clinux_descriptors_most` or the process has no
/// room for them: then none is left open.
ssize_t clinux_stream_receive(
    int socket, void *bytes, size_t room, int descriptors[clinux_descriptors_most], int *count);
/// Sends bytes, at least one, and `count` descriptors with them, which stay open. Does not wait.
ssize_t clinux_stream_send(int socket, const void *bytes, size_t size, const int descriptors[], int count);

/// The descriptor at which `clinux_spawn_relay` has a program find the socket.
enum { clinux_relay_socket = 3 };
/// Starts a program in this process's session, with default signals, an empty input, this process's error
/// output as its output, and no other descriptor but `socket`. Returns 0 and its process id, or the number of
/// the error.
int clinux_spawn_relay(
    const char *path, char *const words[], char *const environment[], int socket, pid_t *pid);
/// The calling process ends with the thread that started it, cannot be looked into, gains no rights by
/// executing a program, writes no core file, and may have as many descriptors as the machine gives it.
/// Returns -1 with `errno` where that is not to be had, also when its parent is not `parent` any more.
int clinux_limit_relay(pid_t parent);
