#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "csound.h"

static struct {
  __typeof__(&snd_mixer_open) open;
  __typeof__(&snd_mixer_close) close;
  __typeof__(&snd_mixer_attach) attach;
  __typeof__(&snd_mixer_selem_register) register_elements;
  __typeof__(&snd_mixer_load) load;
  __typeof__(&snd_mixer_first_elem) first;
  __typeof__(&snd_mixer_elem_next) next;
  __typeof__(&snd_mixer_selem_get_name) name;
  __typeof__(&snd_mixer_selem_has_playback_volume) has_volume;
  __typeof__(&snd_mixer_selem_has_playback_switch) has_switch;
  __typeof__(&snd_mixer_selem_get_playback_volume_range) range;
  __typeof__(&snd_mixer_selem_set_playback_volume_all) set_volume;
  __typeof__(&snd_mixer_selem_set_playback_switch_all) set_switch;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&library.open = dlsym(handle, "snd_mixer_open");
  *(void **)&library.close = dlsym(handle, "snd_mixer_close");
  *(void **)&library.attach = dlsym(handle, "snd_mixer_attach");
  *(void **)&library.register_elements = dlsym(handle, "snd_mixer_selem_register");
  *(void **)&library.load = dlsym(handle, "snd_mixer_load");
  *(void **)&library.first = dlsym(handle, "snd_mixer_first_elem");
  *(void **)&library.next = dlsym(handle, "snd_mixer_elem_next");
  *(void **)&library.name = dlsym(handle, "snd_mixer_selem_get_name");
  *(void **)&library.has_volume = dlsym(handle, "snd_mixer_selem_has_playback_volume");
  *(void **)&library.has_switch = dlsym(handle, "snd_mixer_selem_has_playback_switch");
  *(void **)&library.range = dlsym(handle, "snd_mixer_selem_get_playback_volume_range");
  *(void **)&library.set_volume = dlsym(handle, "snd_mixer_selem_set_playback_volume_all");
  *(void **)&library.set_switch = dlsym(handle, "snd_mixer_selem_set_playback_switch_all");
  is_loaded = library.open && library.close && library.attach && library.register_elements && library.load &&
              library.first && library.next && library.name && library.has_volume && library.has_switch &&
              library.range && library.set_volume && library.set_switch;
}

// The usual names of the main control, the best first.
static const char *const names[] = {"Master", "PCM", "Speaker", "Headphone"};
enum { NAME_COUNT = sizeof names / sizeof *names };

static snd_mixer_elem_t *find(snd_mixer_t *mixer) {
  snd_mixer_elem_t *best = NULL;
  int best_rank = NAME_COUNT + 1;
  for (snd_mixer_elem_t *element = library.first(mixer); element; element = library.next(element)) {
    if (!library.has_volume(element)) continue;
    const char *name = library.name(element);
    int rank = 0;
    while (rank < NAME_COUNT && (!name || strcmp(name, names[rank]) != 0)) rank++;
    if (rank < best_rank) {
      best = element;
      best_rank = rank;
    }
  }
  return best;
}

static bool set(snd_mixer_t *mixer, unsigned percent) {
  if (library.attach(mixer, "default") < 0 || library.register_elements(mixer, NULL, NULL) < 0 ||
      library.load(mixer) < 0)
    return false;
  snd_mixer_elem_t *element = find(mixer);
  long least = 0, most = 0;
  if (!element || library.range(element, &least, &most) < 0 || most <= least) return false;
  if (percent > 100) percent = 100;
  long value = least + ((most - least) * (long)percent + 50) / 100;
  if (library.set_volume(element, value) < 0) return false;
  if (library.has_switch(element)) library.set_switch(element, percent > 0);
  return true;
}

csound_outcome csound_set_volume(unsigned percent) {
  pthread_once(&once, load);
  if (!is_loaded) return CSOUND_ABSENT;
  snd_mixer_t *mixer;
  if (library.open(&mixer, 0) < 0) return CSOUND_UNREACHABLE;
  bool is_set = set(mixer, percent);
  library.close(mixer);
  return is_set ? CSOUND_DONE : CSOUND_UNREACHABLE;
}
