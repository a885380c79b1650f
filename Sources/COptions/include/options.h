// getopt_long(3) without its global variables, which Swift 6 code cannot use.
#ifndef ROTUNDA_OPTIONS_H
#define ROTUNDA_OPTIONS_H

// A long option. options_next returns its `key`; `takes_value` is 0 or 1.
struct options_option {
  const char *name;
  int takes_value;
  int key;
};

// Starts over with another set of words, and skips the first.
void options_reset(void);

// Returns the key of the next option in `words`, which has `count` words and a final NULL. Returns -1 after
// the last option, '?' for an unknown one, and ':' for one that lacks its value. `options` ends with a NULL
// name; only the first 64 are used. Moves words that are not options to the end, as getopt_long does.
int options_next(int count, char *const *words, const struct options_option *options);

// Returns the value of the last returned option, or NULL.
const char *options_value(void);

// Returns the index of the next word to parse; after -1, the index of the first word that is not an option.
int options_index(void);

#endif
