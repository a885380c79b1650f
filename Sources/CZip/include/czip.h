#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Zip archives through libzip, which is loaded for the first archive. Only the commands for themes and
/// bundles need it.
typedef struct czip czip;

enum { CZIP_WORDS = 256 };

/// A file in an archive. This information is not trusted.
typedef struct {
  /// NULL if the file has no name.
  const char *name;
  /// The unpacked size in bytes.
  uint64_t size;
  /// Type and permissions in Unix form; 0 if unknown.
  uint32_t mode;
  bool is_encrypted;
} czip_entry;

/// Whether libzip is installed.
bool czip_is_there(void);

/// Opens an archive in memory, which must stay valid. Returns NULL for an invalid archive, with the reason in
/// `words`.
czip *czip_open(const void *bytes, size_t count, char words[CZIP_WORDS]);

/// Creates an archive.
czip *czip_begin(char words[CZIP_WORDS]);

int64_t czip_count(czip *archive);

/// Reads the information about a file. Returns false if it has none. The name is valid until the archive is
/// closed.
bool czip_look(czip *archive, int64_t index, czip_entry *entry);

/// Unpacks at most `room` bytes of a file into `bytes`. Returns their number; −1 if the file is damaged or
/// larger.
int64_t czip_read(czip *archive, int64_t index, void *bytes, size_t room);

/// Adds a file. Copies only its name: the bytes must stay valid until the archive is finished.
bool czip_add(czip *archive, const char *name, const void *bytes, size_t count);

/// Finishes and closes a created archive. Passes its bytes to `take`, piece by piece.
bool czip_finish(czip *archive, void (*take)(void *context, const void *bytes, size_t count), void *context);

void czip_close(czip *archive);
