/// The confinement of processes that decode pictures, see `DecodingService`.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// Creates two connected sockets that preserve message boundaries and can carry descriptors, closed on exec.
int clinux_message_pair(int ends[2]);
/// Starts a program in this process's session, with default signals and with /dev/null as its input and
/// output. It has no other descriptor except `socket` as number 3. Returns 0 and the process id, or the error
/// number.
int clinux_spawn_connected(
    const char *path, char *const words[], char *const environment[], int socket, pid_t *pid);

/// Forks. The child has the same descriptors as a program started by `clinux_spawn_connected`. Returns 0 in
/// the child, and its process id in the parent, with the other end of the connection in `socket`; -1 on
/// failure. Only for processes with one thread.
pid_t clinux_fork_connected(int *socket);

/// Sets the name of the calling thread in `ps` and `top`, at most 15 bytes, in place of the program's name.
void clinux_name_thread(const char *name);

/// Limits the calling process. It ends with the thread that started it, and other processes cannot inspect
/// it. It gains no rights by an exec, and it writes no files and no core file. The kernel ends it first if
/// memory runs out. `memory` is the memory that it may map in addition to its present mappings, in bytes; 0
/// sets no limit, and sanitizer builds have none. The kernel ends it after `seconds` of processor time.
int clinux_limit_process(uint64_t memory, unsigned seconds);

/// Opens a file in advance. `open` can then return it after the process is confined. Ignores files that
/// cannot be opened.
void clinux_keep_file(const char *path);
/// Confines all threads of the calling process to memory, threads and their present descriptors. They can
/// open only kept files, for reading. Returns -1 with `errno` if the kernel has no such filters.
int clinux_confine_process(void);
