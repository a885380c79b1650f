#ifndef CHYPHEN_H
#define CHYPHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Where words may be broken, by libhyphen. The library is loaded when the first word is too long for its
/// line.

/// The longest word, in bytes, that is looked at.
#define CHYPHEN_LONGEST 256

/// Whether libhyphen is installed.
bool chyphen_is_there(void);

/// Finds where a word in small letters may be broken, by the patterns in the `size` bytes at `patterns`, a
/// dictionary's text.
///
/// `word` has `count` bytes in the dictionary's own characters, and a zero behind them. Sets `breaks[i]`, one
/// for each byte, where a hyphen may stand behind the word's character `i`. False without the library and for
/// what it cannot read.
bool chyphen_find(const void *patterns, size_t size, const char *word, size_t count, uint8_t *breaks);

#endif
