/// What confines a process that decodes pictures, see `DecodingService`.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// Two connected sockets that keep messages apart and carry descriptors, closed on exec.
int clinux_message_pair(int ends[2]);
/// Starts a program in this process's session, with default signals, /dev/null as its input and output, and
/// no other descriptor but `socket`, as its number 3. Returns 0 and its process id, or the number of the
/// error.
int clinux_spawn_connected(
    const char *path, char *const words[], char *const environment[], int socket, pid_t *pid);

/// Goes on as two processes, of which the new one has the same descriptors as one that was started so.
/// Returns 0 there, and in the calling process the other one's process id, with the other end of the
/// connection; -1 when there is no other. For processes with one thread.
pid_t clinux_fork_connected(int *socket);

/// What `ps` and `top` call the calling process, at most 15 bytes; else it is called what it was started by.
void clinux_name_thread(const char *name);

/// The calling process ends with the thread that started it, cannot be looked into, gains no rights by
/// executing a program, writes no core file and no files, and is the first that the kernel ends for want of
/// memory. `memory` is what it may map beside what it has mapped now, in bytes; 0 sets no limit, and nor does
/// a sanitizer's build. It is killed after `seconds` of processor time.
int clinux_limit_process(uint64_t memory, unsigned seconds);

/// Opens a file that `open` will answer with when the process is confined. Files that cannot be opened are
/// left out.
void clinux_keep_file(const char *path);
/// From now on all threads of the calling process can use the memory, the threads and the descriptors that
/// they have, and nothing else: no file is opened but those that were kept, for reading. Returns -1 with
/// `errno` where the kernel has no such filters.
int clinux_confine_process(void);
