#pragma once

#include <stdbool.h>

/// How often the calling thread has asked for memory since it began.
unsigned long allocation_count(void);

/// Whether that is counted at all: not under a sanitizer, which counts for itself.
bool allocations_are_counted(void);
