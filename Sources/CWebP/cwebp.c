#include "cwebp.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <webp/encode.h>
#include <webp/mux.h>

static struct {
  __typeof__(&WebPAnimEncoderOptionsInitInternal) init_options;
  __typeof__(&WebPAnimEncoderNewInternal) new_encoder;
  __typeof__(&WebPAnimEncoderAdd) add;
  __typeof__(&WebPAnimEncoderAssemble) assemble;
  __typeof__(&WebPAnimEncoderDelete) delete_encoder;
  __typeof__(&WebPConfigInitInternal) init_config;
  __typeof__(&WebPPictureInitInternal) init_picture;
  __typeof__(&WebPPictureImportRGBX) import;
  __typeof__(&WebPPictureFree) free_picture;
  __typeof__(&WebPFree) free_bytes;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *handle, const char *name, void **function) {
  *function = handle ? dlsym(handle, name) : NULL;
  return *function != NULL;
}

static void load(void) {
  void *mux = dlopen("libwebpmux.so.3", RTLD_NOW | RTLD_LOCAL);
  void *webp = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
  is_loaded =
      find(mux, "WebPAnimEncoderOptionsInitInternal", (void **)&library.init_options) &&
      find(mux, "WebPAnimEncoderNewInternal", (void **)&library.new_encoder) &&
      find(mux, "WebPAnimEncoderAdd", (void **)&library.add) &&
      find(mux, "WebPAnimEncoderAssemble", (void **)&library.assemble) &&
      find(mux, "WebPAnimEncoderDelete", (void **)&library.delete_encoder) &&
      find(webp, "WebPConfigInitInternal", (void **)&library.init_config) &&
      find(webp, "WebPPictureInitInternal", (void **)&library.init_picture) &&
      find(webp, "WebPPictureImportRGBX", (void **)&library.import) &&
      find(webp, "WebPPictureFree", (void **)&library.free_picture) &&
      find(webp, "WebPFree", (void **)&library.free_bytes);
}

struct cwebp_film {
  WebPAnimEncoder *encoder;
  WebPConfig config;
  WebPData bytes;
  int width, height;
};

cwebp_film *cwebp_film_new(int width, int height, float quality) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  cwebp_film *film = calloc(1, sizeof *film);
  if (!film) return NULL;
  film->width = width;
  film->height = height;
  WebPAnimEncoderOptions options;
  if (!library.init_options(&options, WEBP_MUX_ABI_VERSION) ||
      !library.init_config(&film->config, WEBP_PRESET_PICTURE, quality, WEBP_ENCODER_ABI_VERSION))
    goto failed;
  // Every picture is complete. Otherwise libwebp ignores small differences, and dark areas that fade keep
  // traces of earlier pictures.
  options.kmin = 0;
  options.kmax = 1;
  film->config.thread_level = 1;
  film->encoder = library.new_encoder(width, height, &options, WEBP_MUX_ABI_VERSION);
  if (film->encoder) return film;
failed:
  free(film);
  return NULL;
}

int cwebp_film_add(cwebp_film *film, const uint8_t *pixels, int milliseconds) {
  WebPPicture picture;
  if (!library.init_picture(&picture, WEBP_ENCODER_ABI_VERSION)) return 0;
  picture.use_argb = 1;
  picture.width = film->width;
  picture.height = film->height;
  int is_added = library.import(&picture, pixels, film->width * 4) &&
                 library.add(film->encoder, &picture, milliseconds, &film->config);
  library.free_picture(&picture);
  return is_added;
}

const uint8_t *cwebp_film_end(cwebp_film *film, int milliseconds, size_t *count) {
  if (!library.add(film->encoder, NULL, milliseconds, NULL) ||
      !library.assemble(film->encoder, &film->bytes))
    return NULL;
  *count = film->bytes.size;
  return film->bytes.bytes;
}

void cwebp_film_free(cwebp_film *film) {
  if (!film) return;
  library.free_bytes((void *)film->bytes.bytes);
  library.delete_encoder(film->encoder);
  free(film);
}
