// A sound card for tests, as an ALSA plugin: one volume, and one headset socket. A file holds both values,
// for example "40 0". Each change of the file causes an event.

#include <alsa/asoundlib.h>
#include <alsa/control_external.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

typedef struct {
  snd_ctl_ext_t ext;
  char path[512];
} card;

static void read_state(card *card, int *volume, int *plugged) {
  *volume = *plugged = 0;
  FILE *file = fopen(card->path, "r");
  if (!file) return;
  if (fscanf(file, "%d %d", volume, plugged) != 2) *volume = *plugged = 0;
  fclose(file);
}

static int elem_count(snd_ctl_ext_t *ext) {
  (void)ext;
  return 2;
}

static int elem_list(snd_ctl_ext_t *ext, unsigned offset, snd_ctl_elem_id_t *id) {
  (void)ext;
  snd_ctl_elem_id_set_interface(id, offset == 0 ? SND_CTL_ELEM_IFACE_MIXER : SND_CTL_ELEM_IFACE_CARD);
  snd_ctl_elem_id_set_name(id, offset == 0 ? "Master Playback Volume" : "Headphone Jack");
  return 0;
}

static snd_ctl_ext_key_t find_elem(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id) {
  (void)ext;
  return strcmp(snd_ctl_elem_id_get_name(id), "Headphone Jack") == 0 ? 1 : 0;
}

static int get_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned *access, unsigned *count) {
  (void)ext;
  *type = key == 0 ? SND_CTL_ELEM_TYPE_INTEGER : SND_CTL_ELEM_TYPE_BOOLEAN;
  *access = key == 0 ? SND_CTL_EXT_ACCESS_READWRITE : SND_CTL_EXT_ACCESS_READ;
  *count = 1;
  return 0;
}

static int get_integer_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *least, long *most, long *step) {
  (void)ext, (void)key;
  *least = 0;
  *most = 200;
  *step = 1;
  return 0;
}

static int read_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
  int volume, plugged;
  read_state(ext->private_data, &volume, &plugged);
  *value = key == 0 ? volume : plugged;
  return 0;
}

static int write_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
  card *card = ext->private_data;
  int volume, plugged;
  read_state(card, &volume, &plugged);
  if (key != 0) return -EINVAL;
  FILE *file = fopen(card->path, "w");
  if (!file) return -errno;
  fprintf(file, "%ld %d\n", *value, plugged);
  fclose(file);
  return 1;
}

static void subscribe_events(snd_ctl_ext_t *ext, int subscribe) { (void)ext, (void)subscribe; }

static int read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned *mask) {
  char buffer[4096];
  if (read(ext->poll_fd, buffer, sizeof buffer) <= 0) return -EAGAIN;
  elem_list(ext, 1, id);
  *mask = SND_CTL_EVENT_MASK_VALUE;
  return 1;
}

static void close_card(snd_ctl_ext_t *ext) {
  close(ext->poll_fd);
  free(ext->private_data);
}

static const snd_ctl_ext_callback_t callbacks = {
    .close = close_card,
    .elem_count = elem_count,
    .elem_list = elem_list,
    .find_elem = find_elem,
    .get_attribute = get_attribute,
    .get_integer_info = get_integer_info,
    .read_integer = read_integer,
    .write_integer = write_integer,
    .subscribe_events = subscribe_events,
    .read_event = read_event,
};

SND_CTL_PLUGIN_DEFINE_FUNC(rotundatest) {
  (void)root;
  snd_config_iterator_t item, next;
  const char *path = NULL;
  snd_config_for_each(item, next, conf) {
    snd_config_t *entry = snd_config_iterator_entry(item);
    const char *key;
    if (snd_config_get_id(entry, &key) >= 0 && strcmp(key, "file") == 0) snd_config_get_string(entry, &path);
  }
  card *card = calloc(1, sizeof *card);
  if (!card || !path) return -EINVAL;
  snprintf(card->path, sizeof card->path, "%s", path);
  card->ext.version = SND_CTL_EXT_VERSION;
  strcpy(card->ext.id, "test");
  strcpy(card->ext.driver, "test");
  strcpy(card->ext.name, "test");
  card->ext.callback = &callbacks;
  card->ext.private_data = card;
  card->ext.poll_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  inotify_add_watch(card->ext.poll_fd, path, IN_CLOSE_WRITE);
  int result = snd_ctl_ext_create(&card->ext, name, mode);
  if (result < 0) return result;
  *handlep = card->ext.handle;
  return 0;
}
SND_CTL_PLUGIN_SYMBOL(rotundatest);
