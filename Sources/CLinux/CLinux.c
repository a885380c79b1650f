#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

char **clinux_environment(void) { return environ; }

const short clinux_spawn_setsid = POSIX_SPAWN_SETSID;

int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

int clinux_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

// Through syscall(): glibc has wrappers only since 2.36, and the C++ view of its header differs between releases.
int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_pidfd_send_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int clinux_peek_child(int pidfd, clinux_child *child) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  memset(child, 0, sizeof *child);
  int result;
  do {
    result = waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOHANG | WNOWAIT);
  } while (result < 0 && errno == EINTR);
  if (result < 0 || info.si_pid == 0) {
    return result;
  }
  child->pid = info.si_pid;
  child->signaled = info.si_code != CLD_EXITED;
  child->core_dumped = info.si_code == CLD_DUMPED;
  child->status = info.si_status;
  return 0;
}

int clinux_reap(pid_t pid) {
  int status;
  pid_t result;
  do {
    result = waitpid(pid, &status, WNOHANG);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -1 : 0;
}

int clinux_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
