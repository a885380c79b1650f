#ifndef CHYPHEN_H
#define CHYPHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Hyphenation through libhyphen, which is loaded when the first word is too long for its line.

/// The longest word, in bytes.
#define CHYPHEN_LONGEST 256

/// Whether libhyphen is installed.
bool chyphen_is_there(void);

/// Finds the hyphens of a word in lower case. The `size` bytes at `patterns` are a dictionary's text.
///
/// `word` has `count` bytes in the dictionary's encoding, and a trailing zero. Sets `breaks[i]`, one for each
/// byte, if a hyphen may follow the word's character `i`. Returns false without the library, and if it cannot
/// read the patterns.
bool chyphen_find(const void *patterns, size_t size, const char *word, size_t count, uint8_t *breaks);

#endif
