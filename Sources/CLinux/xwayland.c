#define _GNU_SOURCE
#include "xwayland.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// Creates a socket with the abstract address that X clients try first. They try the path of the same name
// second.
static int abstract_socket(int display, struct sockaddr_un *address, socklen_t *size) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  const int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "/tmp/.X11-unix/X%d", display);
  *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

int clinux_reserve_x_display(int display) {
  struct sockaddr_un address;
  socklen_t size;
  const int result = abstract_socket(display, &address, &size);
  if (result < 0 || bind(result, (struct sockaddr *)&address, size) == 0) return result;
  const int error = errno;
  close(result);
  errno = error;
  return -1;
}

int clinux_connect_x_display(int display) {
  struct sockaddr_un address;
  socklen_t size;
  const int caller = abstract_socket(display, &address, &size);
  if (caller < 0) return 0;
  const int result = connect(caller, (struct sockaddr *)&address, size);
  close(caller);
  return result == 0;
}

_Noreturn void clinux_refuse_xwayland(int descriptor) {
  if (fork() == 0) {
    // Otherwise the inherited X sockets would stay open.
    if (descriptor > 0) syscall(SYS_close_range, 0, (unsigned)descriptor - 1, 0);
    syscall(SYS_close_range, (unsigned)descriptor + 1, ~0U, 0);
    struct pollfd end = {.fd = descriptor, .events = 0};
    while (poll(&end, 1, -1) < 0 && errno == EINTR) {}
    _exit(0);
  }
  _exit(1);
}
