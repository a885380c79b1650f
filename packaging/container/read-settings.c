// Makes libraries of a kiosk read their settings, in the kiosk's environment. A container has no keyboard and
// no sound, for which the kiosk itself would use them. Exits with 0 if all libraries exist.
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

typedef void *(*make)(const void *, const void *, int);

static void *find(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_NOW);
  void *result = handle == NULL ? NULL : dlsym(handle, name);
  if (result == NULL) printf("%s has no %s\n", library, name);
  return result;
}

int main(void) {
  const char *keys = "libxkbcommon.so.0", *sound = "libasound.so.2", *fonts = "libfontconfig.so.1";
  void *(*context)(int) = (void *(*)(int))find(keys, "xkb_context_new");
  make keymap = (make)find(keys, "xkb_keymap_new_from_names"), compose = (make)find(keys, "xkb_compose_table_new_from_locale");
  int (*open)(void **, const char *, int, int) = (int (*)(void **, const char *, int, int))find(sound, "snd_pcm_open");
  int (*start)(void) = (int (*)(void))find(fonts, "FcInit");
  if (context == NULL || keymap == NULL || compose == NULL || open == NULL || start == NULL) return 1;
  void *made = context(0), *device = NULL;
  keymap(made, NULL, 0);
  compose(made, "en_US.UTF-8", 0);
  start();
  open(&device, "default", 0, 1);
  return 0;
}
