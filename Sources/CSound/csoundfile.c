#include <dlfcn.h>
#include <pthread.h>
#include <sndfile.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "csound.h"

static struct {
  __typeof__(&sf_open_virtual) open_virtual;
  __typeof__(&sf_readf_short) readf_short;
  __typeof__(&sf_close) close;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&library.open_virtual = dlsym(handle, "sf_open_virtual");
  *(void **)&library.readf_short = dlsym(handle, "sf_readf_short");
  *(void **)&library.close = dlsym(handle, "sf_close");
  is_loaded = library.open_virtual && library.readf_short && library.close;
}

// A file in memory.
typedef struct {
  const uint8_t *bytes;
  sf_count_t count, place;
} memory_file;

static sf_count_t get_length(void *file) { return ((memory_file *)file)->count; }

static sf_count_t seek(sf_count_t offset, int whence, void *user_data) {
  memory_file *file = user_data;
  sf_count_t start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->place : file->count;
  // Offsets come from the file and are not trusted.
  if (offset < -start || offset > file->count - start) return -1;
  return file->place = start + offset;
}

static sf_count_t read_bytes(void *target, sf_count_t wanted, void *user_data) {
  memory_file *file = user_data;
  sf_count_t left = file->count - file->place;
  sf_count_t count = wanted < left ? wanted : left;
  if (count <= 0) return 0;
  memcpy(target, file->bytes + file->place, (size_t)count);
  file->place += count;
  return count;
}

static sf_count_t write_bytes(const void *source, sf_count_t count, void *user_data) {
  (void)source, (void)count, (void)user_data;
  return 0;
}

static sf_count_t tell(void *file) { return ((memory_file *)file)->place; }

// libsndfile supports thirty more formats. Only files that begin like these two reach it.
static bool is_known(const uint8_t *bytes, size_t count) {
  if (count < 12) return false;
  return memcmp(bytes, "OggS", 4) == 0 || (memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WAVE", 4) == 0);
}

static int16_t mean(const int16_t *values, int count) {
  int sum = 0;
  for (int index = 0; index < count; index++) sum += values[index];
  return (int16_t)(sum / count);
}

// Reads at most `most` frames, and detects if the file contains more.
static csound_decoding read_frames(SNDFILE *file, int channels, size_t most, int16_t *samples, size_t *count) {
  enum { FRAMES_AT_ONCE = 1024 };
  int16_t part[FRAMES_AT_ONCE * CSOUND_MOST_CHANNELS];
  while (true) {
    sf_count_t read = library.readf_short(file, part, FRAMES_AT_ONCE);
    if (read <= 0) return *count > 0 ? CSOUND_DECODED : CSOUND_EMPTY;
    if ((size_t)read > most - *count) return CSOUND_TOO_LONG;
    for (sf_count_t frame = 0; frame < read; frame++) samples[(*count)++] = mean(part + frame * channels, channels);
  }
}

csound_decoding csound_decode(
    const uint8_t *bytes, size_t count, int16_t **samples, size_t *sample_count, unsigned *rate) {
  *samples = NULL;
  *sample_count = 0;
  pthread_once(&once, load);
  if (!is_loaded) return CSOUND_NO_DECODER;
  if (!is_known(bytes, count)) return CSOUND_DAMAGED;
  memory_file memory = {.bytes = bytes, .count = (sf_count_t)count};
  SF_VIRTUAL_IO access = {
      .get_filelen = get_length, .seek = seek, .read = read_bytes, .write = write_bytes, .tell = tell};
  SF_INFO info = {0};
  SNDFILE *file = library.open_virtual(&access, SFM_READ, &info, &memory);
  if (!file) return CSOUND_DAMAGED;
  csound_decoding result = CSOUND_UNUSUAL;
  if (info.channels >= 1 && info.channels <= CSOUND_MOST_CHANNELS && info.samplerate >= CSOUND_LEAST_RATE &&
      info.samplerate <= CSOUND_MOST_RATE) {
    size_t most = (size_t)info.samplerate * CSOUND_MOST_SECONDS;
    int16_t *memory_for_samples = malloc(most * sizeof *memory_for_samples);
    result = memory_for_samples ? read_frames(file, info.channels, most, memory_for_samples, sample_count)
                                : CSOUND_DAMAGED;
    if (result == CSOUND_DECODED) {
      *samples = memory_for_samples;
      *rate = (unsigned)info.samplerate;
    } else {
      free(memory_for_samples);
    }
  }
  library.close(file);
  return result;
}
