/// Declarations that the files of CLinux share but do not export to Swift.
#pragma once

#include <spawn.h>
#include <sys/types.h>
#include <sys/un.h>

/// Creates a socket of type `type`, closed on exec, and sets `address` to `path`. Fails with ENAMETOOLONG if
/// `path` is too long.
int clinux_unix_socket(const char *path, int type, struct sockaddr_un *address);
/// Starts a program with the file actions `actions`, no blocked signals, and the default action for each
/// signal. Returns 0, or the error number.
int clinux_spawn_plain(
    const char *path, char *const words[], char *const environment[], const posix_spawn_file_actions_t *actions, pid_t *pid);
