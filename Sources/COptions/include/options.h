// getopt_long(3) without its global variables, which Swift 6 does not let anyone touch.
#ifndef ROTUNDA_OPTIONS_H
#define ROTUNDA_OPTIONS_H

// One long option. `key` is what options_next returns for it; `takes_value` is 0 or 1.
struct options_option {
  const char *name;
  int takes_value;
  int key;
};

// Starts over with another set of words, and skips the first.
void options_reset(void);

// The key of the next option in `words` (`count` of them, then NULL), -1 after the last one, '?' for one that
// does not exist, ':' for one that lacks its value. `options` ends with a NULL name; at most 32 are looked
// at. Words that are no options are moved to the end, as getopt_long does.
int options_next(int count, char *const *words, const struct options_option *options);

// The value of the option that was returned last, or NULL.
const char *options_value(void);

// The index of the next word to parse; after -1, the index of the first word that is not an option.
int options_index(void);

#endif
