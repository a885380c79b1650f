#include "chyphen.h"

#include <dlfcn.h>
#include <hyphen.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(&hnj_hyphen_load_file) load;
  __typeof__(&hnj_hyphen_free) free;
  __typeof__(&hnj_hyphen_hyphenate2) hyphenate;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libhyphen.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&library.load = dlsym(handle, "hnj_hyphen_load_file");
  *(void **)&library.free = dlsym(handle, "hnj_hyphen_free");
  *(void **)&library.hyphenate = dlsym(handle, "hnj_hyphen_hyphenate2");
  is_loaded = library.load && library.free && library.hyphenate;
}

bool chyphen_is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

static HyphenDict *read_patterns(const void *patterns, size_t size) {
  FILE *file = fmemopen((void *)patterns, size, "r");
  if (!file) return NULL;
  HyphenDict *dictionary = library.load(file);
  fclose(file);
  return dictionary;
}

bool chyphen_find(const void *patterns, size_t size, const char *word, size_t count, uint8_t *breaks) {
  memset(breaks, 0, count);
  if (size == 0 || count == 0 || count > CHYPHEN_LONGEST || !chyphen_is_there()) return false;
  HyphenDict *dictionary = read_patterns(patterns, size);
  if (!dictionary) return false;
  // The library writes up to five bytes more than the word has.
  char hyphens[CHYPHEN_LONGEST + 6] = {0};
  char **replacements = NULL;
  int *positions = NULL, *cuts = NULL;
  bool is_found = !library.hyphenate(dictionary, word, (int)count, hyphens, NULL, &replacements, &positions, &cuts);
  for (size_t i = 0; is_found && i < count; i++) breaks[i] = hyphens[i] & 1;
  if (replacements)
    for (size_t i = 0; i < count; i++) free(replacements[i]);
  free(replacements);
  free(positions);
  free(cuts);
  library.free(dictionary);
  return is_found;
}
