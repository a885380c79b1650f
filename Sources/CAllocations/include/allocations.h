#pragma once

#include <stdbool.h>

/// How often the calling thread has asked for memory since it began.
unsigned long allocation_count(void);

/// From now on no longer counts what a library asks for, whose file's name begins so: what it needs is its own affair.
void allocations_leave_out(const char *library);

/// Whether that is counted at all: not under a sanitizer, which counts for itself.
bool allocations_are_counted(void);
