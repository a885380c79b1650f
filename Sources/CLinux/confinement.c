#define _GNU_SOURCE
#include "CLinux.h"
#include "internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

int clinux_message_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

enum { connected_socket = 3 };

static void prepare_descriptors(posix_spawn_file_actions_t *actions, int socket) {
  // First, because `socket` may be one of the three standard descriptors.
  posix_spawn_file_actions_adddup2(actions, socket, connected_socket);
  posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(actions, connected_socket + 1);
}

int clinux_spawn_plain(
    const char *path, char *const words[], char *const environment[], const posix_spawn_file_actions_t *actions, pid_t *pid) {
  posix_spawnattr_t attributes;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) return error;
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  error = posix_spawn(pid, path, actions, &attributes, words, environment);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int clinux_spawn_connected(
    const char *path, char *const words[], char *const environment[], int socket, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  prepare_descriptors(&actions, socket);
  error = clinux_spawn_plain(path, words, environment, &actions, pid);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Sets up the descriptors like `prepare_descriptors`. Returns whether it succeeded.
static bool take_descriptors(int socket) {
  if (dup2(socket, connected_socket) < 0) return false;
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return false;
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (dup2(null, number) < 0) return false;
  }
  return syscall(SYS_close_range, connected_socket + 1, ~0U, 0) == 0;
}

pid_t clinux_fork_connected(int *socket) {
  int ends[2];
  if (clinux_message_pair(ends) < 0) return -1;
  pid_t result = fork();
  if (result == 0) {
    if (!take_descriptors(ends[1])) _exit(1);
    *socket = connected_socket;
    return 0;
  }
  close(ends[1]);
  if (result < 0) close(ends[0]);
  *socket = ends[0];
  return result;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

static rlim_t smaller(rlim_t left, rlim_t right) { return left < right ? left : right; }

static int limit(__rlimit_resource_t resource, rlim_t most) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) < 0) return -1;
  limits.rlim_max = smaller(limits.rlim_max, most);
  limits.rlim_cur = limits.rlim_max;
  return setrlimit(resource, &limits);
}

// SIGXCPU shows the reason for the end. SIGKILL follows a second later.
static int limit_processor_time(rlim_t seconds) {
  struct rlimit limits;
  if (getrlimit(RLIMIT_CPU, &limits) < 0) return -1;
  limits.rlim_max = smaller(limits.rlim_max, seconds + 1);
  limits.rlim_cur = smaller(limits.rlim_max, seconds);
  return setrlimit(RLIMIT_CPU, &limits);
}

// Returns the address space in use, in bytes; 0 if unknown.
static uint64_t mapped_memory(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return 0;
  unsigned long pages = 0;
  if (fscanf(file, "%lu", &pages) != 1) pages = 0;
  fclose(file);
  return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static int limit_memory(uint64_t most) {
  // A sanitizer maps terabytes.
  if (most == 0 || IS_SANITIZED) return 0;
  // Otherwise each thread reserves 64 MiB for its own blocks.
  mallopt(M_ARENA_MAX, 1);
  uint64_t mapped = mapped_memory();
  // The typical value of a large program with its libraries.
  if (mapped == 0) mapped = 512 << 20;
  return limit(RLIMIT_AS, mapped + most);
}

static void be_first_to_be_killed(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // A process without permission keeps its present score.
  ssize_t written = write(file, "1000", 4);
  (void)written;
  close(file);
}

int clinux_limit_process(uint64_t memory, unsigned seconds) {
  be_first_to_be_killed();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || prctl(PR_SET_DUMPABLE, 0) < 0) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  if (limit_memory(memory) < 0 || limit_processor_time(seconds) < 0) return -1;
  return limit(RLIMIT_FSIZE, 0) < 0 ? -1 : limit(RLIMIT_CORE, 0);
}

// The files that the confined process can still open.
static struct {
  char *path;
  int descriptor;
} *kept;
static size_t kept_count;

// A machine with all of TeX has a few thousand fonts.
enum { most_kept = 4096, spare_descriptors = 32 };

static void allow_descriptors(size_t count) {
  struct rlimit now;
  if (getrlimit(RLIMIT_NOFILE, &now) < 0 || now.rlim_cur >= count) return;
  now.rlim_cur = now.rlim_max < count ? now.rlim_max : count;
  setrlimit(RLIMIT_NOFILE, &now);
}

void clinux_keep_file(const char *path) {
  if (kept_count == most_kept) return;
  if (kept == NULL) {
    kept = calloc(most_kept, sizeof *kept);
    if (kept == NULL) return;
    allow_descriptors(most_kept + spare_descriptors);
  }
  char *copy = strdup(path);
  int descriptor = copy == NULL ? -1 : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) {
    free(copy);
    return;
  }
  kept[kept_count].path = copy;
  kept[kept_count].descriptor = descriptor;
  kept_count += 1;
}

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

#if defined(THIS_MACHINE)
static int kept_descriptor(const char *path) {
  for (size_t index = 0; index < kept_count; index++) {
    if (strcmp(kept[index].path, path) == 0) return kept[index].descriptor;
  }
  return -1;
}

// Returns the result of `open`: a descriptor, or the negated error.
static long open_kept(const char *path, long flags) {
  int descriptor = (flags & O_ACCMODE) == O_RDONLY ? kept_descriptor(path) : -1;
  if (descriptor < 0) return -EACCES;
  int result = dup(descriptor);
  return result < 0 ? -errno : result;
}

// Returns the result of `access`.
static long access_kept(const char *path, long mode) {
  return (mode & (W_OK | X_OK)) == 0 && kept_descriptor(path) >= 0 ? 0 : -EACCES;
}

// Handles the file calls that the filter traps. fontconfig calls `access` before it opens a file.
static void answer_for_files(int number, siginfo_t *info, void *data) {
  (void)number;
  int error = errno;
  mcontext_t *machine = &((ucontext_t *)data)->uc_mcontext;
  const char *path;
  long flags, result;
#if defined(__x86_64__)
  greg_t *registers = machine->gregs;
  bool has_directory = info->si_syscall == SYS_openat || info->si_syscall == SYS_faccessat;
  path = (const char *)registers[has_directory ? REG_RSI : REG_RDI];
  flags = registers[has_directory ? REG_RDX : REG_RSI];
  bool opens = info->si_syscall == SYS_open || info->si_syscall == SYS_openat;
#elif defined(__aarch64__)
  path = (const char *)machine->regs[1];
  flags = (long)machine->regs[2];
  bool opens = info->si_syscall == SYS_openat;
#endif
  result = opens ? open_kept(path, flags) : access_kept(path, flags);
#if defined(__x86_64__)
  registers[REG_RAX] = result;
#elif defined(__aarch64__)
  machine->regs[0] = (unsigned long long)result;
#endif
  errno = error;
}

#define REFUSE SECCOMP_RET_ERRNO | EPERM
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF_CALL(name, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, skipped)
#define ANSWER(name, action) IF_CALL(name, 1), RETURN(action)
#define ALLOW(name) ANSWER(name, SECCOMP_RET_ALLOW)
// For the arguments tested here, the kernel uses only the lower half.
#define ALLOW_BITS(name, argument, bits, if_set, if_clear) \
  IF_CALL(name, 4), LOAD(args[argument]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), RETURN(if_set), \
      RETURN(if_clear)
#define ALLOW_WITHOUT(name, argument, bits) ALLOW_BITS(name, argument, bits, REFUSE, SECCOMP_RET_ALLOW)
#define ALLOW_WITH(name, argument, bits) ALLOW_BITS(name, argument, bits, SECCOMP_RET_ALLOW, REFUSE)
#define ALLOW_VALUE(name, argument, value) \
  IF_CALL(name, 4), LOAD(args[argument]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), \
      RETURN(SECCOMP_RET_ALLOW), RETURN(REFUSE)

static bool is_single_threaded(void) {
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return false;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(threads)) != NULL;) count += entry->d_name[0] != '.';
  closedir(threads);
  return count == 1;
}

int clinux_confine_process(void) {
  uint32_t file_action = kept_count > 0 ? SECCOMP_RET_TRAP : SECCOMP_RET_ERRNO | EACCES;
  struct sock_filter program[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0),
      RETURN(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      // Input and output with existing descriptors: to read pictures and send answers.
      ALLOW(read), ALLOW(pread64), ALLOW(readv), ALLOW(lseek), ALLOW(write), ALLOW(close), ALLOW(dup), ALLOW(fstat),
      ALLOW(recvmsg), ALLOW(sendmsg), ALLOW(ppoll),
      // glibc's implementation of fstat.
      ALLOW_WITH(newfstatat, 3, AT_EMPTY_PATH),
      // Memory, but none that is executable.
      ALLOW(brk), ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW_WITHOUT(mmap, 2, PROT_EXEC),
      ALLOW_WITHOUT(mprotect, 2, PROT_EXEC),
      // Threads, but no processes. A filter cannot read the flags of clone3. glibc falls back to clone.
      ALLOW(futex), ALLOW(exit), ALLOW(exit_group), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(gettid),
      ALLOW(set_robust_list), ALLOW(rseq), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
      ALLOW_WITH(clone, 0, CLONE_THREAD), ANSWER(clone3, SECCOMP_RET_ERRNO | ENOSYS),
      ALLOW_VALUE(prctl, 0, PR_SET_NAME), ALLOW(restart_syscall),
      // Clocks and random numbers.
      ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(gettimeofday),
      ALLOW(getrandom), ALLOW(getpid), ALLOW(uname),
#if defined(__x86_64__)
      ALLOW(poll), ALLOW(time), ANSWER(open, file_action), ANSWER(access, file_action),
#endif
      ANSWER(openat, file_action), ANSWER(faccessat, file_action),
      // No library makes these calls by mistake.
      ANSWER(execve, SECCOMP_RET_KILL_PROCESS), ANSWER(execveat, SECCOMP_RET_KILL_PROCESS),
      ANSWER(ptrace, SECCOMP_RET_KILL_PROCESS), ANSWER(process_vm_readv, SECCOMP_RET_KILL_PROCESS),
      ANSWER(process_vm_writev, SECCOMP_RET_KILL_PROCESS),
      RETURN(REFUSE),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof program[0], .filter = program};
  struct sigaction action = {.sa_sigaction = answer_for_files, .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (kept_count > 0 && sigaction(SIGSYS, &action, NULL) < 0) return -1;
  // Slightly more than the open descriptors, for descriptors that arrive with pictures. Fonts are duplicated
  // when opened.
  if (limit(RLIMIT_NOFILE, kept_count + spare_descriptors) < 0) return -1;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
  if (result == 0) return 0;
  // A service with filtered calls may not have this one. The older one affects only the calling thread.
  if (result < 0 && is_single_threaded()) return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
  // A positive number is the id of a thread with another filter.
  if (result > 0) errno = EBUSY;
  return -1;
}
#else
int clinux_confine_process(void) {
  errno = ENOSYS;
  return -1;
}
#endif
