#include "options.h"

#include <getopt.h>
#include <stddef.h>

enum { most_options = 64 };

void options_reset(void) {
  optind = 0;
  opterr = 0;
}

int options_next(int count, char *const *words, const struct options_option *options) {
  struct option table[most_options + 1] = {0};
  for (int i = 0; i < most_options && options[i].name != NULL; i++) {
    table[i].name = options[i].name;
    table[i].has_arg = options[i].takes_value ? required_argument : no_argument;
    table[i].val = options[i].key;
  }
  return getopt_long(count, words, ":", table, NULL);
}

const char *options_value(void) { return optarg; }

int options_index(void) { return optind; }
