// A plain C interface to toml++: one call walks over a document and reports every key and value with its
// position.
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

// One step of the walk. Lines and columns count from 1, columns in Unicode scalars; 0 means no position. The
// pointers are valid until the handler returns.
struct ctoml_event {
  enum ctoml_kind kind;
  // Only within a table: the key of the value, and its position.
  const char *key;
  size_t key_length;
  uint32_t key_line;
  uint32_t key_column;
  // The position of the value.
  uint32_t line;
  uint32_t column;
  // The number of values in a table or a list, at its beginning.
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
  // NUL-terminated, and truncated if it is too long.
  char message[512];
};

typedef void (*ctoml_handler)(void *context, const struct ctoml_event *event);

// Parses a UTF-8 document. If it is valid, reports it to the handler, from the beginning of the root table to
// its end. Otherwise returns false and fills `error`, without calling the handler.
//
// The caller must limit the nesting of keys and brackets, because toml++ recurses for both.
bool ctoml_parse(const char *text, size_t length, ctoml_handler handler, void *context, struct ctoml_error *error);

#ifdef __cplusplus
}
#endif

#endif
