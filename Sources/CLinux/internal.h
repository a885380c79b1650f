/// What the files of CLinux share, and Swift does not see.
#pragma once

#include <spawn.h>
#include <sys/types.h>
#include <sys/un.h>

/// A socket of that type, closed on exec, and the address that `path` is. ENAMETOOLONG where it is none.
int clinux_unix_socket(const char *path, int type, struct sockaddr_un *address);
/// Starts a program with these descriptors, no blocked signals, and the default action for each. Returns 0,
/// or the number of the error.
int clinux_spawn_plain(
    const char *path, char *const words[], char *const environment[], const posix_spawn_file_actions_t *actions, pid_t *pid);
