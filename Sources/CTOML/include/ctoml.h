// A plain C view of toml++: one call walks over a document and reports every key and value with its place.
#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ctoml_kind {
  CTOML_TABLE_BEGIN,
  CTOML_TABLE_END,
  CTOML_ARRAY_BEGIN,
  CTOML_ARRAY_END,
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_FLOAT,
  CTOML_BOOLEAN,
  CTOML_DATE_TIME,
};

// One step of the walk. Lines and columns count from 1, columns in Unicode scalars; 0 where there is no
// place. The pointers are good until the handler returns.
struct ctoml_event {
  enum ctoml_kind kind;
  // Only within a table: the key that the value belongs to, and where it stands.
  const char *key;
  size_t key_length;
  uint32_t key_line;
  uint32_t key_column;
  // Where the value stands.
  uint32_t line;
  uint32_t column;
  // How many values are in a table or a list that begins.
  size_t count;
  // The content of a string.
  const char *text;
  size_t text_length;
  // The value of an integer, or 0 and 1 for a boolean.
  int64_t integer;
  // The value of a float.
  double number;
};

struct ctoml_error {
  uint32_t line;
  uint32_t column;
  // Ends with a NUL, cut off where it is too long.
  char message[512];
};

typedef void (*ctoml_handler)(void *context, const struct ctoml_event *event);

// Parses a document (UTF-8) and, if its syntax is sound, reports it from the root table's begin to its end.
// Returns false and fills `error` otherwise; the handler is then never called.
//
// The caller limits the nesting of keys and brackets: toml++ recurses over both.
bool ctoml_parse(const char *text, size_t length, ctoml_handler handler, void *context, struct ctoml_error *error);

#ifdef __cplusplus
}
#endif

#endif
