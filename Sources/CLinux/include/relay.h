/// Stream sockets whose bytes come with descriptors, as Wayland's do, see `RelayService`.
#pragma once

#include <stddef.h>
#include <sys/types.h>

/// The most descriptors that come or go with one call: what libwayland sends at most.
enum { clinux_descriptors_most = 28 };

/// A socket at `path` that listens, with these permissions, non-blocking and closed on exec.
int clinux_stream_listen(const char *path, mode_t mode);
/// A connection to the socket at `path`, non-blocking and closed on exec. Does not wait: EAGAIN where too many do.
int clinux_stream_connect(const char *path);
/// The next connection, non-blocking and closed on exec. EAGAIN when there is none.
int clinux_stream_accept(int socket);
/// Receives at most `room` bytes and the descriptors with them, closed on exec, and their `count`. Returns -1 with EMSGSIZE where
/// there were more than `clinux_descriptors_most` or the process has no room for them: then none is left open.
ssize_t clinux_stream_receive(
    int socket, void *bytes, size_t room, int descriptors[clinux_descriptors_most], int *count);
/// Sends bytes, at least one, and `count` descriptors with them, which stay open. Does not wait.
ssize_t clinux_stream_send(int socket, const void *bytes, size_t size, const int descriptors[], int count);
/// The relay cannot be looked into, gains no rights by executing a program, writes no core file, and may have as many
/// descriptors as the machine gives it. Returns -1 with `errno` where that is not to be had.
int clinux_limit_relay(void);
