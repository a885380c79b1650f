#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Where words may be broken, by libhyphen. The library is loaded when the first word is too long for its line.
typedef struct chyphen chyphen;

/// The longest word, in bytes, that is looked at.
enum { CHYPHEN_LONGEST = 256 };

/// Whether libhyphen is installed.
bool chyphen_is_there(void);

/// Reads a dictionary; NULL where there is none, or no library.
chyphen *chyphen_open(const char *path);

/// Finds where a word in small letters may be broken. `word` has `count` bytes of UTF-8, and ends with a zero. Sets `breaks[i]` where a
/// hyphen may stand behind the character `i`. There is room for one of each byte. False for a word that the dictionary cannot write.
bool chyphen_find(chyphen *dictionary, const char *word, size_t count, uint8_t *breaks);

void chyphen_close(chyphen *dictionary);
