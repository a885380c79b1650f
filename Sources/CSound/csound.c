#include "csound.h"

#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

// The requested latency between writing a sample and hearing it: short enough to match the touch, and long
// enough for any device.
enum { LATENCY_MICROSECONDS = 50000 };

static struct {
  __typeof__(&snd_lib_error_set_handler) set_error_handler;
  __typeof__(&snd_pcm_open) open;
  __typeof__(&snd_pcm_close) close;
  __typeof__(&snd_pcm_nonblock) nonblock;
  __typeof__(&snd_pcm_set_params) set_params;
  __typeof__(&snd_pcm_writei) writei;
  __typeof__(&snd_pcm_recover) recover;
  __typeof__(&snd_pcm_state) state;
  __typeof__(&snd_pcm_start) start;
  __typeof__(&snd_pcm_drain) drain;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Silences the library, which otherwise writes several lines to standard error on a machine without sound.
static void ignore(const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

static void load(void) {
  void *handle = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&library.set_error_handler = dlsym(handle, "snd_lib_error_set_handler");
  *(void **)&library.open = dlsym(handle, "snd_pcm_open");
  *(void **)&library.close = dlsym(handle, "snd_pcm_close");
  *(void **)&library.nonblock = dlsym(handle, "snd_pcm_nonblock");
  *(void **)&library.set_params = dlsym(handle, "snd_pcm_set_params");
  *(void **)&library.writei = dlsym(handle, "snd_pcm_writei");
  *(void **)&library.recover = dlsym(handle, "snd_pcm_recover");
  *(void **)&library.state = dlsym(handle, "snd_pcm_state");
  *(void **)&library.start = dlsym(handle, "snd_pcm_start");
  *(void **)&library.drain = dlsym(handle, "snd_pcm_drain");
  is_loaded = library.set_error_handler && library.open && library.close && library.nonblock &&
              library.set_params && library.writei && library.recover && library.state && library.start &&
              library.drain;
  if (is_loaded) library.set_error_handler(ignore);
}

// Opens the device, and does not wait for a device that another program uses.
static csound_outcome open_device(snd_pcm_t **device) {
  pthread_once(&once, load);
  if (!is_loaded) return CSOUND_ABSENT;
  return library.open(device, "default", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK) < 0 ? CSOUND_UNREACHABLE
                                                                                      : CSOUND_DONE;
}

static bool play(snd_pcm_t *device, const int16_t *samples, size_t count, unsigned rate) {
  if (library.nonblock(device, 0) < 0) return false;
  if (library.set_params(device, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, rate, 1, LATENCY_MICROSECONDS) <
      0)
    return false;
  while (count > 0) {
    snd_pcm_sframes_t written = library.writei(device, samples, count);
    if (written < 0) written = library.recover(device, (int)written, 1);
    if (written < 0) return false;
    samples += written;
    count -= (size_t)written;
  }
  // A sound shorter than the device's buffer does not start by itself.
  if (library.state(device) == SND_PCM_STATE_PREPARED && library.start(device) < 0) return false;
  return library.drain(device) >= 0;
}

csound_outcome csound_play(const int16_t *samples, size_t count, unsigned rate) {
  snd_pcm_t *device;
  csound_outcome outcome = open_device(&device);
  if (outcome != CSOUND_DONE) return outcome;
  bool is_played = play(device, samples, count, rate);
  library.close(device);
  return is_played ? CSOUND_DONE : CSOUND_UNREACHABLE;
}

csound_outcome csound_probe(void) {
  snd_pcm_t *device;
  csound_outcome outcome = open_device(&device);
  if (outcome == CSOUND_DONE) library.close(device);
  return outcome;
}
