#pragma once

#include <stdbool.h>

/// Returns how many allocations the calling thread has made so far.
unsigned long allocation_count(void);

/// Reports whether allocations are counted: not under a sanitizer, which replaces the allocator.
bool allocations_are_counted(void);
