#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <spawn.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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

// CLOSE_RANGE_CLOEXEC, which older headers lack.
enum { close_range_on_exec = 4, passed_number = 3 };

// In the child of a fork, where nothing may be allocated.
static _Noreturn void become(char *const words[], char *const environment[], int passed, int report, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before that.
  if (getppid() != parent) _exit(1);
  setsid();
  report = fcntl(report, F_DUPFD_CLOEXEC, passed_number + 1);
  int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  bool is_set_up = report >= 0 && input >= 0 && dup2(input, STDIN_FILENO) >= 0;
  if (passed == passed_number) {
    is_set_up = is_set_up && fcntl(passed, F_SETFD, 0) == 0;
  } else {
    is_set_up = is_set_up && dup2(passed, passed_number) >= 0;
  }
  syscall(SYS_close_range, passed_number + 1, ~0U, close_range_on_exec);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (is_set_up) execvpe(words[0], words, environment);
  int error = errno;
  if (write(report, &error, sizeof error) < 0) _exit(2);
  _exit(1);
}

int clinux_spawn_bound(char *const words[], char *const environment[], int passed, pid_t *pid) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) < 0) return errno;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) become(words, environment, passed, report[1], parent);
  int error = child < 0 ? errno : 0;
  close(report[1]);
  ssize_t count = 0;
  if (child > 0) {
    do {
      count = read(report[0], &error, sizeof error);
    } while (count < 0 && errno == EINTR);
  }
  close(report[0]);
  if (error != 0) {
    if (child > 0) waitpid(child, NULL, 0);
    return error;
  }
  *pid = child;
  return 0;
}

// Not glibc's setgroups(), which changes all threads: those that start nothing keep what they have.
static int set_groups(const gid_t groups[], int count) {
  return (int)syscall(SYS_setgroups, count, groups);
}

int clinux_thread_leave_group(gid_t group) {
  gid_t groups[NGROUPS_MAX];
  int count = getgroups(NGROUPS_MAX, groups);
  if (count < 0) return -1;
  int kept = 0;
  for (int index = 0; index < count; index++) {
    if (groups[index] != group) groups[kept++] = groups[index];
  }
  if (kept == count) return 0;
  if (set_groups(groups, kept) < 0) return -1;
  // Else the program could join it again.
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return 1;
}

int clinux_thread_join_group(gid_t group) {
  gid_t groups[NGROUPS_MAX];
  int count = getgroups(NGROUPS_MAX - 1, groups);
  if (count < 0) return -1;
  groups[count] = group;
  return set_groups(groups, count + 1);
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

pid_t clinux_peer(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 ? -1 : peer.pid;
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

int clinux_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  return fcntl(ends[0], F_SETFL, O_RDONLY | O_NONBLOCK) < 0 ? -1 : 0;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_shared_memory(const char *name, int64_t size) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) {
    return -1;
  }
  // A compositor that maps it must not be ended by our cutting it off.
  if (ftruncate(descriptor, size) < 0 || fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) < 0) {
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  return descriptor;
}
