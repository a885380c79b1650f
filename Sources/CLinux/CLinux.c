#define _GNU_SOURCE
#include "CLinux.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <spawn.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

char **clinux_environment(void) { return environ; }

const short clinux_spawn_setsid = POSIX_SPAWN_SETSID;

int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

int clinux_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

enum {
  // As in drivers/tty/vt/vt.c: the rows of each character in memory, and the maximum width and number of
  // characters of a font.
  font_rows = 32, font_widest = 32, font_most = 512,
  // The minimum number of columns. With fewer, letters of twice the width leave too few.
  columns_least = 100,
};

int clinux_double_console_font(int console) {
  static unsigned char old[font_most * font_rows * font_widest / 8], new[sizeof old];
  struct winsize size;
  if (ioctl(console, TIOCGWINSZ, &size) < 0) return -1;
  struct console_font_op font = {
      .op = KD_FONT_OP_GET, .width = font_widest, .height = font_rows, .charcount = font_most, .data = old};
  if (ioctl(console, KDFONTOP, &font) < 0) return -1;
  if (font.width * 2 > font_widest || font.height * 2 > font_rows || size.ws_col < columns_least) {
    errno = ERANGE;
    return -1;
  }
  const unsigned narrow = (font.width + 7) / 8, wide = (font.width * 2 + 7) / 8;
  memset(new, 0, sizeof new);
  for (unsigned character = 0; character < font.charcount; character++) {
    for (unsigned row = 0; row < font.height * 2; row++) {
      const unsigned char *from = old + (character * font_rows + row / 2) * narrow;
      unsigned char *to = new + (character * font_rows + row) * wide;
      for (unsigned column = 0; column < font.width * 2; column++) {
        const unsigned source = column / 2;
        if (from[source / 8] & 0x80 >> source % 8) to[column / 8] |= 0x80 >> column % 8;
      }
    }
  }
  font.op = KD_FONT_OP_SET;
  font.width *= 2;
  font.height *= 2;
  font.data = new;
  return ioctl(console, KDFONTOP, &font);
}

// CLOSE_RANGE_CLOEXEC, which older headers lack.
enum { close_range_on_exec = 4, first_passed = 3 };

// Moves the descriptors to the numbers from `first_passed` on.
static bool hand_over(const int passed[], int count) {
  int spare[clinux_passed_most];
  // First copy them to high numbers, to avoid overwriting each other.
  for (int index = 0; index < count; index++) {
    spare[index] = fcntl(passed[index], F_DUPFD_CLOEXEC, first_passed + count);
    if (spare[index] < 0) return false;
  }
  for (int index = 0; index < count; index++) {
    if (dup2(spare[index], first_passed + index) < 0) return false;
  }
  return true;
}

// Runs in the child of a fork, where memory must not be allocated.
static _Noreturn void become(
    char *const words[], char *const environment[], const int passed[], int count, int report, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call above.
  if (getppid() != parent) _exit(1);
  setsid();
  report = fcntl(report, F_DUPFD_CLOEXEC, first_passed + count);
  int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (report >= 0 && input >= 0 && dup2(input, STDIN_FILENO) >= 0 && hand_over(passed, count)) {
    syscall(SYS_close_range, first_passed + count, ~0U, close_range_on_exec);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(words[0], words, environment);
  }
  int error = errno;
  if (write(report, &error, sizeof error) < 0) _exit(2);
  _exit(1);
}

int clinux_spawn_bound(
    char *const words[], char *const environment[], const int passed[], int count, pid_t *pid) {
  if (count < 0 || count > clinux_passed_most) return EINVAL;
  int report[2];
  if (pipe2(report, O_CLOEXEC) < 0) return errno;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) become(words, environment, passed, count, report[1], parent);
  int error = child < 0 ? errno : 0;
  close(report[1]);
  if (child > 0) {
    ssize_t length;
    do {
      length = read(report[0], &error, sizeof error);
    } while (length < 0 && errno == EINTR);
  }
  close(report[0]);
  if (error != 0) {
    if (child > 0) waitpid(child, NULL, 0);
    return error;
  }
  *pid = child;
  return 0;
}

// Not glibc's setgroups(), which changes all threads: threads that start no programs keep their groups.
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
  // Without this, the program could join the group again.
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

// Through syscall(): glibc has wrappers only since 2.36, and the C++ view of its header differs between
// releases.
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

uid_t clinux_peer_user(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 ? (uid_t)-1 : peer.uid;
}

int clinux_reap(pid_t pid) {
  int status;
  pid_t result;
  do {
    result = waitpid(pid, &status, WNOHANG);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -1 : 0;
}

pid_t clinux_dead_child(void) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  int result;
  do {
    result = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -1 : info.si_pid;
}

int clinux_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int clinux_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  return fcntl(ends[0], F_SETFL, O_RDONLY | O_NONBLOCK) < 0 ? -1 : 0;
}

int clinux_stream_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
  int on = 1;
  if (fcntl(ends[0], F_SETFL, O_RDWR | O_NONBLOCK) == 0 &&
      setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0) {
    return 0;
  }
  int error = errno;
  close(ends[0]);
  close(ends[1]);
  errno = error;
  return -1;
}

ssize_t clinux_receive_from(int socket, void *bytes, size_t count, pid_t *sender) {
  *sender = 0;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
    struct cmsghdr alignment;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t result;
  do {
    result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -1;
  // A read never mixes data of several processes. Passed descriptors find no room, and the kernel closes
  // them.
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS &&
      header->cmsg_len == CMSG_LEN(sizeof(struct ucred))) {
    struct ucred credentials;
    memcpy(&credentials, CMSG_DATA(header), sizeof credentials);
    *sender = credentials.pid;
  }
  return result;
}

int clinux_forbid_inspection(void) { return prctl(PR_SET_DUMPABLE, 0); }

int clinux_unix_socket(const char *path, int type, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address->sun_path, path);
  return socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
}

static int message_socket(const char *path, struct sockaddr_un *address) {
  return clinux_unix_socket(path, SOCK_SEQPACKET, address);
}

static int close_with_error(int descriptor) {
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

ssize_t clinux_datagram(const char *path, const void *bytes, size_t count) {
  struct sockaddr_un address;
  int sender = clinux_unix_socket(path, SOCK_DGRAM, &address);
  if (sender < 0) return -1;
  ssize_t result = sendto(
      sender, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address);
  if (result < 0) return close_with_error(sender);
  close(sender);
  return result;
}

int clinux_message_connect(const char *path) {
  struct sockaddr_un address;
  int result = message_socket(path, &address);
  if (result < 0) return -1;
  if (connect(result, (struct sockaddr *)&address, sizeof address) < 0) return close_with_error(result);
  return result;
}

int clinux_message_listen(const char *path) {
  struct sockaddr_un address;
  int result = message_socket(path, &address);
  if (result < 0) return -1;
  if (bind(result, (struct sockaddr *)&address, sizeof address) < 0 || listen(result, SOMAXCONN) < 0) {
    return close_with_error(result);
  }
  return result;
}

int clinux_accept(int socket) {
  struct pollfd waiting = {.fd = socket, .events = POLLIN};
  int count = poll(&waiting, 1, 0);
  if (count == 0) errno = EAGAIN;
  return count > 0 ? accept4(socket, NULL, NULL, SOCK_CLOEXEC) : -1;
}

// Room for one descriptor, with the alignment that the kernel requires.
union one_descriptor {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr alignment;
};

ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union one_descriptor control;
  memset(&control, 0, sizeof control);
  if (descriptor >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t clinux_receive(int socket, void *bytes, size_t count, int waits, int *descriptor) {
  *descriptor = -1;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union one_descriptor control;
  memset(&control, 0, sizeof control);
  // Not CMSG_SPACE, whose padding has room for a second descriptor, which no one would close.
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = CMSG_LEN(sizeof *descriptor)};
  ssize_t result;
  do {
    result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  // The kernel closes descriptors that do not fit.
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof *descriptor)) {
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  }
  if ((message.msg_flags & MSG_TRUNC) == 0) return result;
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
  errno = EMSGSIZE;
  return -1;
}

int clinux_set_receive_timeout(int socket, int milliseconds) {
  struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  return setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

static bool has_bit(const uint8_t bits[], int number) { return (bits[number / 8] >> (number % 8) & 1) != 0; }

// Returns whether a device has keys for typing a password.
static bool can_type(const uint8_t keys[]) {
  for (int key = KEY_1; key <= KEY_0; key++) {
    if (has_bit(keys, key)) return true;
  }
  for (int key = KEY_Q; key <= KEY_SLASH; key++) {
    // These keys are between the rows of letters.
    if (key != KEY_ENTER && key != KEY_LEFTCTRL && key != KEY_LEFTSHIFT && has_bit(keys, key)) return true;
  }
  for (int key = KEY_KP7; key <= KEY_KPDOT; key++) {
    if (has_bit(keys, key)) return true;
  }
  return false;
}

int clinux_is_touch_panel(int descriptor) {
  uint8_t keys[KEY_MAX / 8 + 1] = {0}, axes[ABS_MAX / 8 + 1] = {0}, properties[INPUT_PROP_MAX / 8 + 1] = {0};
  if (ioctl(descriptor, EVIOCGBIT(EV_KEY, sizeof keys), keys) < 0) return 0;
  if (ioctl(descriptor, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0) return 0;
  if (ioctl(descriptor, EVIOCGPROP(sizeof properties), properties) < 0) return 0;
  bool has_places = (has_bit(axes, ABS_X) && has_bit(axes, ABS_Y)) ||
                    (has_bit(axes, ABS_MT_POSITION_X) && has_bit(axes, ABS_MT_POSITION_Y));
  // Old drivers do not set INPUT_PROP_DIRECT. Touchpads report fingers, tablets report pens.
  bool is_direct = has_bit(properties, INPUT_PROP_DIRECT) ||
                   (has_bit(keys, BTN_TOUCH) && !has_bit(keys, BTN_TOOL_FINGER) && !has_bit(keys, BTN_TOOL_PEN) &&
                    !has_bit(keys, BTN_STYLUS));
  return has_places && is_direct && !can_type(keys);
}

static void read_range(int descriptor, int axis, int32_t range[2]) {
  struct input_absinfo axis_range;
  if (ioctl(descriptor, EVIOCGABS(axis), &axis_range) < 0 || axis_range.minimum >= axis_range.maximum) return;
  range[0] = axis_range.minimum;
  range[1] = axis_range.maximum;
}

clinux_controller clinux_describe_controller(int descriptor) {
  clinux_controller result = {.kind = clinux_no_controller};
  uint8_t keys[KEY_MAX / 8 + 1] = {0};
  if (ioctl(descriptor, EVIOCGBIT(EV_KEY, sizeof keys), keys) < 0 || can_type(keys)) return result;
  if (has_bit(keys, BTN_GAMEPAD) || has_bit(keys, BTN_JOYSTICK)) {
    result.kind = clinux_gamepad;
    read_range(descriptor, ABS_X, result.horizontal);
    read_range(descriptor, ABS_Y, result.vertical);
  } else if (has_bit(keys, KEY_HOMEPAGE)) {
    result.kind = clinux_remote_control;
  }
  return result;
}

static int set_mask(int descriptor, uint32_t type, const uint8_t bits[], uint32_t size) {
  struct input_mask mask = {.type = type, .codes_size = size, .codes_ptr = (uintptr_t)bits};
  return ioctl(descriptor, EVIOCSMASK, &mask);
}

int clinux_mask_controller(int descriptor, const uint16_t codes[], int count) {
  uint8_t types[EV_MAX / 8 + 1] = {1 << EV_SYN | 1 << EV_KEY | 1 << EV_ABS};
  uint8_t keys[KEY_MAX / 8 + 1] = {0}, axes[ABS_MAX / 8 + 1] = {1 << ABS_X | 1 << ABS_Y};
  for (int index = 0; index < count; index++) {
    if (codes[index] <= KEY_MAX) keys[codes[index] / 8] |= (uint8_t)(1 << codes[index] % 8);
  }
  axes[ABS_HAT0X / 8] |= 1 << ABS_HAT0X % 8 | 1 << ABS_HAT0Y % 8;
  // The mask of EV_SYN selects the event types.
  if (set_mask(descriptor, EV_KEY, keys, sizeof keys) < 0) return -1;
  if (set_mask(descriptor, EV_ABS, axes, sizeof axes) < 0) return -1;
  return set_mask(descriptor, EV_SYN, types, sizeof types);
}

void clinux_open_standard_descriptors(void) {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    // This is the lowest free number. Without /dev/null, the root directory also occupies the number.
    if (open("/dev/null", O_RDWR) < 0) open("/", O_RDONLY | O_DIRECTORY);
  }
}

int clinux_open_directory_inside(int directory, const char *name) {
  struct open_how how = {
      .flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, .resolve = RESOLVE_NO_XDEV | RESOLVE_NO_SYMLINKS};
  int result = (int)syscall(SYS_openat2, directory, name, &how, sizeof how);
  // Linux has openat2 since 5.6.
  return result < 0 && errno == ENOSYS ? openat(directory, name, (int)how.flags) : result;
}

int clinux_wait_readable(int descriptor, int milliseconds) {
  sigset_t blocked, ends;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  sigemptyset(&ends);
  const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
  for (int index = 0; index < 3; index++) {
    if (sigismember(&blocked, numbers[index])) sigaddset(&ends, numbers[index]);
  }
  // Only polled: the signal stays pending for its reader.
  struct pollfd waiting[] = {
      {.fd = descriptor, .events = POLLIN}, {.fd = signalfd(-1, &ends, SFD_CLOEXEC), .events = POLLIN}};
  int count;
  do {
    count = poll(waiting, 2, milliseconds);
  } while (count < 0 && errno == EINTR);
  if (waiting[1].fd >= 0) close(waiting[1].fd);
  return count <= 0 ? 0 : waiting[0].revents != 0 ? 1 : -1;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_wall_timer(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int clinux_set_wall_timer(int timer, int64_t second) {
  struct itimerspec due = {.it_value = {.tv_sec = second}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &due, NULL);
}

int clinux_shared_memory(const char *name, int64_t size) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) {
    return -1;
  }
  // Shrinking the memory would crash a compositor that maps it.
  if (ftruncate(descriptor, size) < 0 || fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) < 0) {
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  return descriptor;
}

int clinux_lock_memory(void) {
  struct rlimit limits;
  // With a limit, a later allocation could fail.
  if (getrlimit(RLIMIT_MEMLOCK, &limits) < 0 || limits.rlim_cur != RLIM_INFINITY) return 0;
  return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
}

void clinux_limit_locked_memory(pid_t pid) {
  struct rlimit limits = {.rlim_cur = 8 << 20, .rlim_max = 8 << 20}, now;
  if (prlimit(pid, RLIMIT_MEMLOCK, NULL, &now) < 0 || now.rlim_max <= limits.rlim_max) return;
  prlimit(pid, RLIMIT_MEMLOCK, &limits, NULL);
}

void clinux_return_memory(void) { malloc_trim(0); }

void clinux_return_large_blocks(void) {
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 256 << 10);
}
