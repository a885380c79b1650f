#include "chyphen.h"

#include <dlfcn.h>
#include <hyphen.h>
#include <iconv.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(&hnj_hyphen_load) load;
  __typeof__(&hnj_hyphen_free) free;
  __typeof__(&hnj_hyphen_hyphenate2) hyphenate;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libhyphen.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&library.load = dlsym(handle, "hnj_hyphen_load");
  *(void **)&library.free = dlsym(handle, "hnj_hyphen_free");
  *(void **)&library.hyphenate = dlsym(handle, "hnj_hyphen_hyphenate2");
  is_loaded = library.load && library.free && library.hyphenate;
}

bool chyphen_is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

struct chyphen {
  HyphenDict *dictionary;
  // From UTF-8 to the dictionary's characters; none for a dictionary in UTF-8.
  iconv_t conversion;
};

static const iconv_t none = (iconv_t)-1;

chyphen *chyphen_open(const char *path) {
  if (!chyphen_is_there()) return NULL;
  chyphen *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->conversion = none;
  result->dictionary = library.load(path);
  if (result->dictionary && !result->dictionary->utf8)
    result->conversion = iconv_open(result->dictionary->cset, "UTF-8");
  if (result->dictionary && (result->dictionary->utf8 || result->conversion != none)) return result;
  chyphen_close(result);
  return NULL;
}

bool chyphen_find(chyphen *dictionary, const char *word, size_t count, uint8_t *breaks) {
  memset(breaks, 0, count);
  if (count == 0 || count > CHYPHEN_LONGEST) return false;
  char own[CHYPHEN_LONGEST + 1];
  char *to = own;
  if (dictionary->conversion == none) {
    memcpy(own, word, count);
    to += count;
  } else {
    char *from = (char *)word;
    size_t left = count, room = CHYPHEN_LONGEST;
    iconv(dictionary->conversion, NULL, NULL, NULL, NULL);
    if (iconv(dictionary->conversion, &from, &left, &to, &room) == (size_t)-1) return false;
  }
  *to = 0;
  size_t size = (size_t)(to - own);
  char hyphens[CHYPHEN_LONGEST + 6] = {0};
  char **replacements = NULL;
  int *positions = NULL, *cuts = NULL;
  if (library.hyphenate(dictionary->dictionary, own, (int)size, hyphens, NULL, &replacements, &positions, &cuts))
    return false;
  // A word that is written otherwise where it is broken is not broken there.
  for (size_t i = 0; i < size; i++) breaks[i] = (hyphens[i] & 1) && !(replacements && replacements[i]);
  if (replacements)
    for (size_t i = 0; i < size; i++) free(replacements[i]);
  free(replacements);
  free(positions);
  free(cuts);
  return true;
}

void chyphen_close(chyphen *dictionary) {
  if (dictionary->dictionary) library.free(dictionary->dictionary);
  if (dictionary->conversion != none) iconv_close(dictionary->conversion);
  free(dictionary);
}
