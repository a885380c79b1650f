#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Zip archives, by libzip. The library is loaded when it is first needed: only the theme commands need it.
typedef struct czip czip;

enum { CZIP_WORDS = 256 };

/// A file in an archive. Whatever it says of itself may be a lie.
typedef struct {
  /// NULL where it has none.
  const char *name;
  /// Bytes when it is unpacked.
  uint64_t size;
  /// The mode of a file of Unix, type and permissions; 0 where it is not known.
  uint32_t mode;
  bool is_encrypted;
} czip_entry;

/// Whether libzip is installed.
bool czip_is_there(void);

/// Opens an archive in memory, which has to stay there; NULL, and why in `words`, for what is none.
czip *czip_open(const void *bytes, size_t count, char words[CZIP_WORDS]);

/// Begins an archive.
czip *czip_begin(char words[CZIP_WORDS]);

int64_t czip_count(czip *archive);

/// Looks at a file of an archive; false for one that has no description. The name stays until the archive is
/// closed.
bool czip_look(czip *archive, int64_t index, czip_entry *entry);

/// Unpacks a file into `bytes`, at most `room` of them. How many; −1 for one that is damaged or larger.
int64_t czip_read(czip *archive, int64_t index, void *bytes, size_t room);

/// Adds a file, of which all but the bytes is copied: they have to stay there until the archive is finished.
bool czip_add(czip *archive, const char *name, const void *bytes, size_t count);

/// Ends an archive that was begun, and closes it. `take` gets its bytes, piece by piece.
bool czip_finish(czip *archive, void (*take)(void *context, const void *bytes, size_t count), void *context);

void czip_close(czip *archive);
