// A CLOCK_MONOTONIC under the test's control. Preloaded into a program, it returns the nanoseconds in the
// file that VIRTUAL_CLOCK names. Timers still use the kernel's time: a virtual time ahead of it lets none of
// them expire.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const uint64_t *shared_time;

__attribute__((constructor)) static void map_time(void) {
  const char *path = getenv("VIRTUAL_CLOCK");
  int descriptor = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (descriptor < 0) return;
  void *page = mmap(NULL, sizeof *shared_time, PROT_READ, MAP_SHARED, descriptor, 0);
  if (page != MAP_FAILED) shared_time = page;
  close(descriptor);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_MONOTONIC || !shared_time) return (int)syscall(SYS_clock_gettime, clock, time);
  uint64_t nanoseconds = __atomic_load_n(shared_time, __ATOMIC_ACQUIRE);
  time->tv_sec = (time_t)(nanoseconds / 1000000000);
  time->tv_nsec = (long)(nanoseconds % 1000000000);
  return 0;
}
