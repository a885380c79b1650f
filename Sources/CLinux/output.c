#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// CLOSE_RANGE_CLOEXEC, which older headers lack.
enum { close_range_on_exec = 4 };

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

// Runs in the child of a fork, where memory must not be allocated.
static _Noreturn void run(char *const words[], int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setsid();
  int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (input < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) {
    _exit(127);
  }
  syscall(SYS_close_range, 3, ~0U, close_range_on_exec);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvp(words[0], words);
  _exit(127);
}

ssize_t clinux_read_output(char *const words[], char *bytes, size_t capacity, int milliseconds) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  pid_t child = fork();
  if (child == 0) run(words, ends[1]);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return -1;
  }
  size_t count = 0;
  long long deadline = now() + milliseconds;
  while (count < capacity) {
    long long left = deadline - now();
    struct pollfd wait = {.fd = ends[0], .events = POLLIN};
    int ready = left > 0 ? poll(&wait, 1, (int)left) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) break;
    ssize_t length = read(ends[0], bytes + count, capacity - count);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) break;
    count += (size_t)length;
  }
  close(ends[0]);
  // The program has ended, takes too long, or writes too much.
  kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) && WEXITSTATUS(status) == 127 && count == 0 ? -1 : (ssize_t)count;
}
