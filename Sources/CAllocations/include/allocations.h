#pragma once

/// How often memory has been asked for since the program began.
unsigned long allocation_count(void);
