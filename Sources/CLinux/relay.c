#define _GNU_SOURCE
#include "relay.h"

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// Room for all descriptors of a call, with the alignment that the kernel requires.
union descriptors {
  char bytes[CMSG_SPACE(sizeof(int) * clinux_descriptors_most)];
  struct cmsghdr alignment;
};

static int stream_socket(const char *path, struct sockaddr_un *address) {
  return clinux_unix_socket(path, SOCK_STREAM | SOCK_NONBLOCK, address);
}

static int close_with_error(int descriptor) {
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

// Gives the file to a group. If the directory passes its group on to new files, the file already has the
// group, and the service may lack the permission for `chown`.
static bool give_to_group(const char *path, gid_t group) {
  struct stat status;
  if (group == (gid_t)-1) return true;
  if (lstat(path, &status) == 0 && status.st_gid == group) return true;
  return chown(path, (uid_t)-1, group) == 0;
}

int clinux_stream_listen(const char *path, gid_t group, mode_t mode) {
  struct sockaddr_un address;
  int result = stream_socket(path, &address);
  if (result < 0) return -1;
  if (bind(result, (struct sockaddr *)&address, sizeof address) < 0) return close_with_error(result);
  // Clients cannot connect before the socket listens.
  if (give_to_group(path, group) && chmod(path, mode) == 0 && listen(result, SOMAXCONN) == 0) return result;
  int error = errno;
  unlink(path);
  errno = error;
  return close_with_error(result);
}

int clinux_stream_connect(const char *path) {
  struct sockaddr_un address;
  int result = stream_socket(path, &address);
  if (result < 0) return -1;
  if (connect(result, (struct sockaddr *)&address, sizeof address) < 0) return close_with_error(result);
  return result;
}

int clinux_stream_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

// Takes the descriptors of a message. The kernel closes any others.
static void take(struct msghdr *message, int descriptors[], int *count) {
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const int number = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    for (int index = 0; index < number && *count < clinux_descriptors_most; index++) {
      memcpy(&descriptors[*count], CMSG_DATA(header) + index * sizeof(int), sizeof(int));
      *count += 1;
    }
  }
}

ssize_t clinux_stream_receive(
    int socket, void *bytes, size_t room, int descriptors[clinux_descriptors_most], int *count) {
  *count = 0;
  struct iovec part = {.iov_base = bytes, .iov_len = room};
  union descriptors control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t result;
  do {
    result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -1;
  take(&message, descriptors, count);
  if ((message.msg_flags & MSG_CTRUNC) == 0) return result;
  for (int index = 0; index < *count; index++) close(descriptors[index]);
  *count = 0;
  errno = EMSGSIZE;
  return -1;
}

ssize_t clinux_stream_send(int socket, const void *bytes, size_t size, const int descriptors[], int count) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union descriptors control;
  if (count < 0 || count > clinux_descriptors_most || size == 0) {
    errno = EINVAL;
    return -1;
  }
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)count);
  }
  ssize_t result;
  do {
    result = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (result < 0 && errno == EINTR);
  return result;
}

int clinux_spawn_relay(
    const char *path, char *const words[], char *const environment[], int socket, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  // First, because `socket` may be one of the three standard descriptors.
  posix_spawn_file_actions_adddup2(&actions, socket, clinux_relay_socket);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, clinux_relay_socket + 1);
  error = clinux_spawn_plain(path, words, environment, &actions, pid);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Enough for all connections of the relay and all descriptors pending in them.
enum { relay_descriptors = 1 << 15 };

int clinux_limit_relay(pid_t parent) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) < 0) return -1;
  files.rlim_cur = files.rlim_max < relay_descriptors ? files.rlim_max : relay_descriptors;
  const struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_NOFILE, &files) < 0 || setrlimit(RLIMIT_CORE, &none) < 0) return -1;
  if (prctl(PR_SET_DUMPABLE, 0) < 0) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) return -1;
  // The parent may have ended before the calls above.
  if (getppid() == parent) return 0;
  errno = ESRCH;
  return -1;
}
