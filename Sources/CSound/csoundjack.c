#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csound.h"

static struct {
  __typeof__(&snd_ctl_open) open;
  __typeof__(&snd_ctl_close) close;
  __typeof__(&snd_ctl_subscribe_events) subscribe;
  __typeof__(&snd_ctl_poll_descriptors) descriptors;
  __typeof__(&snd_ctl_read) read;
  __typeof__(&snd_ctl_elem_list) list;
  __typeof__(&snd_ctl_elem_list_malloc) list_malloc;
  __typeof__(&snd_ctl_elem_list_free) list_free;
  __typeof__(&snd_ctl_elem_list_alloc_space) list_alloc_space;
  __typeof__(&snd_ctl_elem_list_free_space) list_free_space;
  __typeof__(&snd_ctl_elem_list_get_count) list_count;
  __typeof__(&snd_ctl_elem_list_get_used) list_used;
  __typeof__(&snd_ctl_elem_list_get_id) list_id;
  __typeof__(&snd_ctl_elem_id_malloc) id_malloc;
  __typeof__(&snd_ctl_elem_id_free) id_free;
  __typeof__(&snd_ctl_elem_id_get_name) id_name;
  __typeof__(&snd_ctl_elem_value_malloc) value_malloc;
  __typeof__(&snd_ctl_elem_value_free) value_free;
  __typeof__(&snd_ctl_elem_value_set_id) value_set_id;
  __typeof__(&snd_ctl_elem_value_get_boolean) value_boolean;
  __typeof__(&snd_ctl_elem_read) value_read;
  __typeof__(&snd_ctl_event_malloc) event_malloc;
  __typeof__(&snd_ctl_event_free) event_free;
  __typeof__(&snd_card_next) next_card;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *handle, const char *name, void *place) {
  *(void **)place = dlsym(handle, name);
  return *(void **)place != NULL;
}

static void load(void) {
  void *handle = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  is_loaded =
      find(handle, "snd_ctl_open", &library.open) && find(handle, "snd_ctl_close", &library.close) &&
      find(handle, "snd_ctl_subscribe_events", &library.subscribe) &&
      find(handle, "snd_ctl_poll_descriptors", &library.descriptors) &&
      find(handle, "snd_ctl_read", &library.read) && find(handle, "snd_ctl_elem_list", &library.list) &&
      find(handle, "snd_ctl_elem_list_malloc", &library.list_malloc) &&
      find(handle, "snd_ctl_elem_list_free", &library.list_free) &&
      find(handle, "snd_ctl_elem_list_alloc_space", &library.list_alloc_space) &&
      find(handle, "snd_ctl_elem_list_free_space", &library.list_free_space) &&
      find(handle, "snd_ctl_elem_list_get_count", &library.list_count) &&
      find(handle, "snd_ctl_elem_list_get_used", &library.list_used) &&
      find(handle, "snd_ctl_elem_list_get_id", &library.list_id) &&
      find(handle, "snd_ctl_elem_id_malloc", &library.id_malloc) &&
      find(handle, "snd_ctl_elem_id_free", &library.id_free) &&
      find(handle, "snd_ctl_elem_id_get_name", &library.id_name) &&
      find(handle, "snd_ctl_elem_value_malloc", &library.value_malloc) &&
      find(handle, "snd_ctl_elem_value_free", &library.value_free) &&
      find(handle, "snd_ctl_elem_value_set_id", &library.value_set_id) &&
      find(handle, "snd_ctl_elem_value_get_boolean", &library.value_boolean) &&
      find(handle, "snd_ctl_elem_read", &library.value_read) &&
      find(handle, "snd_ctl_event_malloc", &library.event_malloc) &&
      find(handle, "snd_ctl_event_free", &library.event_free) &&
      find(handle, "snd_card_next", &library.next_card);
}

enum { MOST_JACKS = CSOUND_MOST_JACKS };

typedef struct {
  snd_ctl_t *card;
  snd_ctl_elem_id_t *id;
} jack;

struct csound_jacks {
  snd_ctl_t *cards[MOST_JACKS];
  size_t card_count;
  jack jacks[MOST_JACKS];
  size_t jack_count;
};

// Reports whether a control is a headset jack, by drivers' names: "Headphone Jack", "Front Headphone Jack",
// "Headset Jack".
static bool is_headset(const char *name) {
  return name && strstr(name, "Jack") && (strstr(name, "Headphone") || strstr(name, "Headset"));
}

static size_t find_jacks(csound_jacks *jacks, snd_ctl_t *card) {
  size_t found = 0;
  snd_ctl_elem_list_t *list;
  if (library.list_malloc(&list) < 0) return 0;
  if (library.list(card, list) >= 0 && library.list_alloc_space(list, library.list_count(list)) >= 0) {
    if (library.list(card, list) >= 0) {
      for (unsigned index = 0; index < library.list_used(list) && jacks->jack_count < MOST_JACKS; index++) {
        snd_ctl_elem_id_t *id;
        if (library.id_malloc(&id) < 0) break;
        library.list_id(list, index, id);
        if (is_headset(library.id_name(id))) {
          jacks->jacks[jacks->jack_count++] = (jack){card, id};
          found++;
        } else {
          library.id_free(id);
        }
      }
    }
    library.list_free_space(list);
  }
  library.list_free(list);
  return found;
}

static void open_card(csound_jacks *jacks, const char *name) {
  snd_ctl_t *card;
  if (jacks->card_count >= MOST_JACKS) return;
  if (library.open(&card, name, SND_CTL_NONBLOCK) < 0) return;
  if (find_jacks(jacks, card) > 0 && library.subscribe(card, 1) >= 0) {
    jacks->cards[jacks->card_count++] = card;
    return;
  }
  while (jacks->jack_count > 0 && jacks->jacks[jacks->jack_count - 1].card == card)
    library.id_free(jacks->jacks[--jacks->jack_count].id);
  library.close(card);
}

csound_jacks *csound_jacks_open(void) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  csound_jacks *jacks = calloc(1, sizeof *jacks);
  if (!jacks) return NULL;
  for (int card = -1; library.next_card(&card) >= 0 && card >= 0;) {
    char name[16];
    snprintf(name, sizeof name, "hw:%d", card);
    open_card(jacks, name);
  }
  // The default device may not be a card of the kernel.
  if (jacks->card_count == 0) open_card(jacks, "default");
  if (jacks->card_count > 0) return jacks;
  free(jacks);
  return NULL;
}

size_t csound_jacks_descriptors(csound_jacks *jacks, int *descriptors) {
  size_t count = 0;
  for (size_t index = 0; index < jacks->card_count; index++) {
    struct pollfd poll;
    if (library.descriptors(jacks->cards[index], &poll, 1) == 1) descriptors[count++] = poll.fd;
  }
  return count;
}

csound_jack_state csound_jacks_read(csound_jacks *jacks) {
  snd_ctl_event_t *event;
  if (library.event_malloc(&event) < 0) return CSOUND_JACK_LOST;
  csound_jack_state state = CSOUND_JACK_EMPTY;
  // Limited, because a broken driver may report events endlessly.
  enum { MOST_EVENTS = 256 };
  for (size_t index = 0; index < jacks->card_count; index++) {
    int result = 1;
    for (int count = 0; count < MOST_EVENTS && result > 0; count++)
      result = library.read(jacks->cards[index], event);
    if (result < 0 && result != -EAGAIN) state = CSOUND_JACK_LOST;
  }
  library.event_free(event);
  if (state == CSOUND_JACK_LOST) return state;
  for (size_t index = 0; index < jacks->jack_count; index++) {
    snd_ctl_elem_value_t *value;
    if (library.value_malloc(&value) < 0) return CSOUND_JACK_LOST;
    library.value_set_id(value, jacks->jacks[index].id);
    if (library.value_read(jacks->jacks[index].card, value) >= 0 && library.value_boolean(value, 0))
      state = CSOUND_JACK_PLUGGED;
    library.value_free(value);
  }
  return state;
}

void csound_jacks_close(csound_jacks *jacks) {
  for (size_t index = 0; index < jacks->jack_count; index++) library.id_free(jacks->jacks[index].id);
  for (size_t index = 0; index < jacks->card_count; index++) library.close(jacks->cards[index]);
  free(jacks);
}
