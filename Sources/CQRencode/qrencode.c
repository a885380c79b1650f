#include "cqrencode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <qrencode.h>

static struct {
  __typeof__(&QRcode_encodeString8bit) encode;
  __typeof__(&QRcode_free) free_code;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&library.encode = dlsym(handle, "QRcode_encodeString8bit");
  *(void **)&library.free_code = dlsym(handle, "QRcode_free");
  is_loaded = library.encode && library.free_code;
}

bool cqr_is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

int cqr_encode(const char *text, uint8_t *modules) {
  if (!cqr_is_there()) return 0;
  QRcode *code = library.encode(text, 0, QR_ECLEVEL_M);
  if (!code) return 0;
  int width = code->width;
  if (width > CQR_MODULES) width = 0;
  for (int index = 0; index < width * width; index++) modules[index] = code->data[index] & 1;
  library.free_code(code);
  return width;
}
