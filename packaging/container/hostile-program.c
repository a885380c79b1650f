// Attempts of a hostile program that no shell can make: `hostile-program ATTEMPT [WORD]...`. Exits with 0 if
// the attempt succeeds, and otherwise prints the system's error.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/keyctl.h>
#include <linux/reboot.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int refused(const char *what) {
  printf("%s: %s\n", what, strerror(errno));
  return 1;
}

// Connects to a socket at a path or, with a leading @, at an abstract name.
static int connect_to(const char *path, int type) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const size_t length = strlen(path);
  if (length >= sizeof address.sun_path) return -1;
  memcpy(address.sun_path, path, length + 1);
  socklen_t size = sizeof address;
  if (path[0] == '@') {
    address.sun_path[0] = 0;
    size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  }
  const int result = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
  if (result < 0 || connect(result, (struct sockaddr *)&address, size) < 0) return -1;
  return result;
}

static int reach(const char *path, int type) {
  return connect_to(path, type) < 0 ? refused(path) : 0;
}

// Connects over the network, within two seconds.
static int reach_host(const char *host, const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  inet_pton(AF_INET, host, &address.sin_addr);
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  const struct timeval patience = {.tv_sec = 2};
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) return refused(host);
  return 0;
}

static int listen_at(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 || listen(descriptor, 16) < 0) return refused("listen");
  for (;;) close(accept(descriptor, NULL, NULL));
}

// Writes words of the Wayland protocol, in the machine's byte order, without libwayland.
static void send_words(int socket, const uint32_t *words, size_t count) {
  if (write(socket, words, count * 4) < 0) exit(refused("write"));
}

// Returns the path of the compositor's socket, as libwayland finds it.
static const char *display_path(void) {
  static char path[256];
  const char *name = getenv("WAYLAND_DISPLAY"), *runtime = getenv("XDG_RUNTIME_DIR");
  if (name == NULL || name[0] == '/' || runtime == NULL) return name;
  snprintf(path, sizeof path, "%s/%s", runtime, name);
  return path;
}

// Prints each global if `wanted` is NULL. Otherwise checks that the interface is offered, or binds it at the
// guessed name. Returns 0 if the compositor allows it.
static int globals(const char *display, const char *wanted, uint32_t guess) {
  const int socket = connect_to(display, SOCK_STREAM);
  if (socket < 0) return refused(display);
  send_words(socket, (uint32_t[]){1, 12u << 16 | 1, 2}, 3);
  send_words(socket, (uint32_t[]){1, 12u << 16 | 0, 3}, 3);
  static char bytes[1 << 16];
  size_t count = 0;
  int found = 0;
  for (;;) {
    const ssize_t more = read(socket, bytes + count, sizeof bytes - count);
    if (more <= 0) return refused("the connection ended");
    count += (size_t)more;
    size_t place = 0;
    while (count - place >= 8) {
      uint32_t head[4];
      memcpy(head, bytes + place, count - place >= 16 ? 16 : 8);
      const size_t size = head[1] >> 16;
      if (size < 8 || count - place < size) break;
      if (head[0] == 2 && (head[1] & 0xffff) == 0) {
        const char *name = bytes + place + 16;
        if (wanted == NULL) printf("%s\n", name);
        else if (strcmp(name, wanted) == 0) found = 1;
      }
      if (head[0] == 3) goto listed;
      place += size;
    }
    memmove(bytes, bytes + place, count - place);
    count -= place;
  }
listed:
  if (wanted == NULL) return 0;
  if (!found && guess == 0) {
    printf("%s is not offered\n", wanted);
    return 1;
  }
  if (guess == 0) return 0;
  // The guessed name, with the interface that it could have.
  const uint32_t length = (uint32_t)strlen(wanted) + 1, padded = (length + 3) & ~3u;
  uint32_t words[64] = {2, (24 + padded) << 16 | 0, guess, length};
  memcpy(words + 4, wanted, length);
  words[4 + padded / 4] = 1;
  words[5 + padded / 4] = 4;
  send_words(socket, words, 6 + padded / 4);
  send_words(socket, (uint32_t[]){1, 12u << 16 | 0, 5}, 3);
  for (;;) {
    uint32_t head[2];
    if (read(socket, head, sizeof head) != sizeof head) {
      printf("the connection ends\n");
      return 1;
    }
    if (head[0] == 1 && (head[1] & 0xffff) == 0) {
      printf("an error\n");
      return 1;
    }
    if (head[0] == 5) return 0;
    char rest[4096];
    size_t left = (head[1] >> 16) - 8;
    while (left > 0) {
      const ssize_t part = read(socket, rest, left < sizeof rest ? left : sizeof rest);
      if (part <= 0) return 1;
      left -= (size_t)part;
    }
  }
}

// Returns the name of the first global with an interface, from the registry 2, or 0.
static uint32_t number_of(int socket, const char *wanted) {
  static char bytes[1 << 16];
  size_t count = 0;
  send_words(socket, (uint32_t[]){1, 12u << 16 | 1, 2}, 3);
  send_words(socket, (uint32_t[]){1, 12u << 16 | 0, 3}, 3);
  for (;;) {
    const ssize_t more = read(socket, bytes + count, sizeof bytes - count);
    if (more <= 0) return 0;
    count += (size_t)more;
    for (size_t place = 0; count - place >= 8;) {
      uint32_t head[4];
      memcpy(head, bytes + place, count - place >= 16 ? 16 : 8);
      const size_t size = head[1] >> 16;
      if (size < 8 || count - place < size) break;
      if (head[0] == 3) return 0;
      if (head[0] == 2 && strcmp(bytes + place + 16, wanted) == 0) return head[2];
      place += size;
    }
  }
}

static int fill_memory(size_t megabytes) {
  const pid_t child = fork();
  if (child == 0) {
    for (size_t index = 0; index < megabytes; index++) {
      char *part = malloc(1 << 20);
      if (part == NULL) _exit(2);
      memset(part, (int)index, 1 << 20);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
  printf("ended by signal %d\n", WTERMSIG(status));
  return 1;
}

// Creates as many processes as possible. Returns 0 if it reaches the wanted number.
static int fill_processes(int wanted) {
  int count = 0;
  // A new process group, so that only this group ends afterward.
  setpgid(0, 0);
  for (; count < wanted; count++) {
    const pid_t child = fork();
    if (child < 0) break;
    if (child == 0) {
      pause();
      _exit(0);
    }
  }
  const int error = errno;
  signal(SIGTERM, SIG_IGN);
  kill(0, SIGTERM);
  printf("%d processes: %s\n", count, strerror(error));
  return count == wanted ? 0 : 1;
}

// The paths of the watched files, by their watch descriptors.
static char *watched[4096];
static int watcher;

static int watch_file(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)place;
  if (kind != FTW_F) return 0;
  const int number = inotify_add_watch(watcher, path, IN_OPEN | IN_ACCESS);
  if (number < 0 || number >= 4096) exit(refused(path));
  watched[number] = strdup(path);
  return 0;
}

// Prints each file below the directories that any process opens or reads, by any path.
static int watch(char **directories) {
  watcher = inotify_init1(IN_CLOEXEC);
  if (watcher < 0) return refused("inotify");
  for (; *directories != NULL; directories++) {
    if (nftw(*directories, watch_file, 16, FTW_PHYS) != 0) return refused(*directories);
  }
  printf("watching\n");
  for (;;) {
    _Alignas(struct inotify_event) char bytes[4096];
    const ssize_t count = read(watcher, bytes, sizeof bytes);
    if (count <= 0) return refused("inotify");
    const struct inotify_event *event;
    for (char *next = bytes; next < bytes + count; next += sizeof *event + event->len) {
      event = (const struct inotify_event *)next;
      if (event->wd > 0 && watched[event->wd] != NULL) printf("%s\n", watched[event->wd]);
    }
  }
}

// Uses the processor endlessly, in `count` processes, each in its own session.
static int burn(int count) {
  for (int index = 1; index < count; index++) {
    if (fork() == 0) {
      setsid();
      break;
    }
  }
  for (volatile unsigned turns = 1; turns != 0; turns |= 1) {}
  return 1;
}

// Forks endlessly, with `count` processes at a time. Each uses a hundredth of a second of processor time.
static int fork_on(int count) {
  for (int running = 0;; running++) {
    if (running == count) {
      wait(NULL);
      running--;
    }
    if (fork() == 0) {
      setsid();
      while (clock() < CLOCKS_PER_SEC / 100) {}
      _exit(0);
    }
  }
}

// Allocates memory and writes to all of it again and again.
static int hog(size_t megabytes) {
  char *all = malloc(megabytes << 20);
  if (all == NULL) return refused("malloc");
  for (int value = 0;; value++) memset(all, value, megabytes << 20);
}

// Damages and commits a surface as fast as the compositor reads.
static int flood(const char *display) {
  const int socket = connect_to(display, SOCK_STREAM);
  if (socket < 0) return refused(display);
  const uint32_t number = number_of(socket, "wl_compositor");
  if (number == 0) return 1;
  uint32_t bind[] = {2, 40u << 16 | 0, number, 14, 0, 0, 0, 0, 4, 4};
  memcpy(bind + 4, "wl_compositor", 14);
  send_words(socket, bind, 10);
  send_words(socket, (uint32_t[]){4, 12u << 16 | 0, 5}, 3);
  // wl_surface.damage and wl_surface.commit.
  const uint32_t pair[] = {5, 24u << 16 | 2, 0, 0, 9, 9, 5, 8u << 16 | 6};
  uint32_t words[8 * 100];
  for (int index = 0; index < 100; index++) memcpy(words + 8 * index, pair, sizeof pair);
  for (;;) {
    char answers[4096];
    send_words(socket, words, 8 * 100);
    while (recv(socket, answers, sizeof answers, MSG_DONTWAIT) > 0) {}
  }
}

static int is(const char *word, const char *name) { return strcmp(word, name) == 0; }

int main(int count, char **words) {
  const char *attempt = count > 1 ? words[1] : "", *word = count > 2 ? words[2] : "";
  const pid_t process = (pid_t)atoi(word);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (is(attempt, "reach")) return reach(word, SOCK_STREAM);
  if (is(attempt, "reach-messages")) return reach(word, SOCK_SEQPACKET);
  if (is(attempt, "reach-datagrams")) return reach(word, SOCK_DGRAM);
  if (is(attempt, "host")) return reach_host(word, words[3]);
  if (is(attempt, "watch")) return watch(words + 2);
  if (is(attempt, "listen")) return listen_at(word);
  if (is(attempt, "globals")) return globals(display_path(), count > 2 ? word : NULL, 0);
  if (is(attempt, "guess")) {
    for (uint32_t name = 1; name <= 64; name++)
      if (globals(display_path(), word, name) == 0) return 0;
    return 1;
  }
  if (is(attempt, "signal")) return kill(process, atoi(words[3])) < 0 ? refused(word) : 0;
  if (is(attempt, "trace")) return ptrace(PTRACE_SEIZE, process, NULL, NULL) < 0 ? refused(word) : 0;
  if (is(attempt, "peek")) {
    char byte;
    struct iovec own = {&byte, 1}, other = {main, 1};
    return process_vm_readv(process, &own, 1, &other, 1, 0) < 0 ? refused(word) : 0;
  }
  if (is(attempt, "descriptor")) {
    const int stand = (int)syscall(SYS_pidfd_open, process, 0);
    if (stand < 0) return refused("pidfd_open");
    return syscall(SYS_pidfd_getfd, stand, 3, 0) < 0 ? refused("pidfd_getfd") : 0;
  }
  if (is(attempt, "priority")) return setpriority(PRIO_PROCESS, 0, -20) < 0 ? refused("setpriority") : 0;
  if (is(attempt, "realtime")) {
    const struct sched_param { int priority; } one = {1};
    return syscall(SYS_sched_setscheduler, 0, 1, &one) < 0 ? refused("sched_setscheduler") : 0;
  }
  if (is(attempt, "clock")) {
    struct timeval time;
    gettimeofday(&time, NULL);
    time.tv_sec += 3600;
    return settimeofday(&time, NULL) < 0 ? refused("settimeofday") : 0;
  }
  if (is(attempt, "reboot"))
    return syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_CAD_ON, NULL) < 0 ? refused("reboot") : 0;
  if (is(attempt, "kernel-log")) return syscall(SYS_syslog, 5, NULL, 0) < 0 ? refused("syslog") : 0;
  if (is(attempt, "module")) return syscall(SYS_init_module, "", 0, "") < 0 ? refused("init_module") : 0;
  if (is(attempt, "root")) return setuid(0) < 0 ? refused("setuid") : 0;
  if (is(attempt, "user")) return setuid((uid_t)atoi(word)) < 0 ? refused("setuid") : 0;
  if (is(attempt, "mount")) return mount("none", "/mnt", "tmpfs", 0, NULL) < 0 ? refused("mount") : 0;
  if (is(attempt, "burn")) return burn(atoi(word));
  if (is(attempt, "forks")) return fork_on(atoi(word));
  if (is(attempt, "hog")) return hog((size_t)atoi(word));
  if (is(attempt, "flood")) return flood(display_path());
  if (is(attempt, "memory")) return fill_memory((size_t)atoi(word));
  if (is(attempt, "processes")) return fill_processes(atoi(word));
  if (is(attempt, "shared-memory")) {
    // It lasts until it is removed.
    const int shared = shmget((key_t)0x726f7475, 4096, IPC_CREAT | 0666);
    return shared < 0 ? refused("shmget") : 0;
  }
  if (is(attempt, "find-shared-memory")) return shmget((key_t)0x726f7475, 0, 0) < 0 ? refused("shmget") : 0;
  if (is(attempt, "messages")) return msgget((key_t)0x726f7475, IPC_CREAT | 0666) < 0 ? refused("msgget") : 0;
  if (is(attempt, "find-messages")) return msgget((key_t)0x726f7475, 0) < 0 ? refused("msgget") : 0;
  if (is(attempt, "key"))
    return syscall(SYS_add_key, "user", "rotunda-test", "x", 1, KEY_SPEC_USER_KEYRING) < 0 ? refused("add_key") : 0;
  if (is(attempt, "find-key"))
    return syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", "rotunda-test", 0) < 0 ? refused("keyctl") : 0;
  fprintf(stderr, "no such attempt: %s\n", attempt);
  return 64;
}
