#include "czip.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <zip.h>

static struct {
  __typeof__(&zip_source_buffer_create) source_buffer_create;
  __typeof__(&zip_source_buffer) source_buffer;
  __typeof__(&zip_source_free) source_free;
  __typeof__(&zip_source_keep) source_keep;
  __typeof__(&zip_source_open) source_open;
  __typeof__(&zip_source_read) source_read;
  __typeof__(&zip_source_close) source_close;
  __typeof__(&zip_open_from_source) open_from_source;
  __typeof__(&zip_get_num_entries) get_num_entries;
  __typeof__(&zip_stat_index) stat_index;
  __typeof__(&zip_file_get_external_attributes) get_attributes;
  __typeof__(&zip_file_set_external_attributes) set_attributes;
  __typeof__(&zip_file_set_dostime) set_dostime;
  __typeof__(&zip_fopen_index) fopen_index;
  __typeof__(&zip_fread) fread;
  __typeof__(&zip_fclose) fclose;
  __typeof__(&zip_file_add) file_add;
  __typeof__(&zip_close) close;
  __typeof__(&zip_discard) discard;
  __typeof__(&zip_error_init) error_init;
  __typeof__(&zip_error_fini) error_fini;
  __typeof__(&zip_error_strerror) error_strerror;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Debian 12 has version 4, and later releases have version 5. These functions are the same in both.
  void *handle = dlopen("libzip.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!handle) handle = dlopen("libzip.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  bool is_whole = true;
#define FIND(member, name) is_whole = (*(void **)&library.member = dlsym(handle, name)) && is_whole
  FIND(source_buffer_create, "zip_source_buffer_create");
  FIND(source_buffer, "zip_source_buffer");
  FIND(source_free, "zip_source_free");
  FIND(source_keep, "zip_source_keep");
  FIND(source_open, "zip_source_open");
  FIND(source_read, "zip_source_read");
  FIND(source_close, "zip_source_close");
  FIND(open_from_source, "zip_open_from_source");
  FIND(get_num_entries, "zip_get_num_entries");
  FIND(stat_index, "zip_stat_index");
  FIND(get_attributes, "zip_file_get_external_attributes");
  FIND(set_attributes, "zip_file_set_external_attributes");
  FIND(set_dostime, "zip_file_set_dostime");
  FIND(fopen_index, "zip_fopen_index");
  FIND(fread, "zip_fread");
  FIND(fclose, "zip_fclose");
  FIND(file_add, "zip_file_add");
  FIND(close, "zip_close");
  FIND(discard, "zip_discard");
  FIND(error_init, "zip_error_init");
  FIND(error_fini, "zip_error_fini");
  FIND(error_strerror, "zip_error_strerror");
#undef FIND
  is_loaded = is_whole;
}

bool czip_is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

struct czip {
  zip_t *archive;
  // The destination of a created archive; NULL for an opened one.
  zip_source_t *target;
};

static czip *start(const void *bytes, size_t count, int flags, char words[CZIP_WORDS]) {
  if (!czip_is_there()) {
    snprintf(words, CZIP_WORDS, "libzip is not installed (Debian's package libzip4)");
    return NULL;
  }
  zip_error_t error;
  library.error_init(&error);
  czip *result = calloc(1, sizeof *result);
  zip_source_t *source = library.source_buffer_create(bytes, count, 0, &error);
  if (result && source) result->archive = library.open_from_source(source, flags, &error);
  if (!result || !result->archive) {
    snprintf(words, CZIP_WORDS, "%s", library.error_strerror(&error));
    if (source) library.source_free(source);
    free(result);
    result = NULL;
  } else if (flags & ZIP_CREATE) {
    library.source_keep(source);
    result->target = source;
  }
  library.error_fini(&error);
  return result;
}

czip *czip_open(const void *bytes, size_t count, char words[CZIP_WORDS]) {
  return start(bytes, count, ZIP_RDONLY | ZIP_CHECKCONS, words);
}

czip *czip_begin(char words[CZIP_WORDS]) { return start(NULL, 0, ZIP_CREATE | ZIP_TRUNCATE, words); }

int64_t czip_count(czip *archive) { return library.get_num_entries(archive->archive, 0); }

bool czip_look(czip *archive, int64_t index, czip_entry *entry) {
  zip_stat_t status;
  if (library.stat_index(archive->archive, (zip_uint64_t)index, ZIP_FL_ENC_RAW, &status)) return false;
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  bool has_mode = !library.get_attributes(archive->archive, (zip_uint64_t)index, 0, &system, &attributes) &&
                  (system == ZIP_OPSYS_UNIX || system == ZIP_OPSYS_OS_X);
  entry->name = status.valid & ZIP_STAT_NAME ? status.name : NULL;
  entry->size = status.valid & ZIP_STAT_SIZE ? status.size : UINT64_MAX;
  entry->is_encrypted = status.valid & ZIP_STAT_ENCRYPTION_METHOD && status.encryption_method != ZIP_EM_NONE;
  entry->mode = has_mode ? attributes >> 16 : 0;
  return true;
}

int64_t czip_read(czip *archive, int64_t index, void *bytes, size_t room) {
  zip_file_t *file = library.fopen_index(archive->archive, (zip_uint64_t)index, 0);
  if (!file) return -1;
  size_t done = 0;
  zip_int64_t count = 0;
  while (done < room && (count = library.fread(file, (char *)bytes + done, room - done)) > 0) done += (size_t)count;
  // libzip compares the checksum at the end of the file, so read past the last byte.
  char more;
  if (count >= 0) count = library.fread(file, &more, 1);
  library.fclose(file);
  return count == 0 ? (int64_t)done : -1;
}

bool czip_add(czip *archive, const char *name, const void *bytes, size_t count) {
  zip_source_t *source = library.source_buffer(archive->archive, bytes, count, 0);
  if (!source) return false;
  zip_int64_t index = library.file_add(archive->archive, name, source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    library.source_free(source);
    return false;
  }
  // A fixed date and mode, so that the same files result in the same archive: 1 January 1980, rw-r--r--.
  library.set_dostime(archive->archive, (zip_uint64_t)index, 0, 0x21, 0);
  library.set_attributes(archive->archive, (zip_uint64_t)index, 0, ZIP_OPSYS_UNIX, (zip_uint32_t)0100644 << 16);
  return true;
}

bool czip_finish(czip *archive, void (*take)(void *context, const void *bytes, size_t count), void *context) {
  bool is_done = !library.close(archive->archive);
  if (!is_done) library.discard(archive->archive);
  if (is_done) is_done = !library.source_open(archive->target);
  if (is_done) {
    char piece[16384];
    zip_int64_t count;
    while ((count = library.source_read(archive->target, piece, sizeof piece)) > 0) take(context, piece, (size_t)count);
    is_done = count == 0;
    library.source_close(archive->target);
  }
  library.source_free(archive->target);
  free(archive);
  return is_done;
}

void czip_close(czip *archive) {
  if (archive->archive) library.discard(archive->archive);
  if (archive->target) library.source_free(archive->target);
  free(archive);
}
