#define _GNU_SOURCE
#include "allocations.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif

static _Thread_local unsigned long count;

unsigned long allocation_count(void) { return count; }

/// Where the code is that is left out.
static uintptr_t left_out_begin, left_out_end;

static int find_library(struct dl_phdr_info *info, size_t size, void *name) {
  (void)size;
  const char *slash = strrchr(info->dlpi_name, '/');
  const char *file = slash ? slash + 1 : info->dlpi_name;
  if (strncmp(file, name, strlen(name)) != 0) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    left_out_begin = info->dlpi_addr + part->p_vaddr;
    left_out_end = left_out_begin + part->p_memsz;
  }
  return 1;
}

void allocations_leave_out(const char *library) { dl_iterate_phdr(find_library, (void *)library); }

#ifdef SANITIZED

bool allocations_are_counted(void) { return false; }

#else

bool allocations_are_counted(void) { return true; }

// The dynamic linker prefers the program's own definitions, so every allocation of the process is counted here
// and then served by glibc under its own names.
static void count_block(const void *caller) {
  uintptr_t place = (uintptr_t)caller;
  if (place < left_out_begin || place >= left_out_end) count++;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count_block(__builtin_return_address(0));
  return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
  count_block(__builtin_return_address(0));
  return __libc_calloc(items, size);
}

void *realloc(void *memory, size_t size) {
  count_block(__builtin_return_address(0));
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_block(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count_block(__builtin_return_address(0));
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}

#endif
