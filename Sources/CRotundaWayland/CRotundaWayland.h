#pragma once

/* The core of libwayland's client without its generated protocols: those come from Protocols/. */
#include <stdarg.h>
#include <stdio.h>
#include <wayland-client-core.h>

/* Swift's closures cannot be called with a `va_list` on arm64, so lines of the log are formatted here.
   `format` tells kinds of lines apart. */
typedef void (*crotundawayland_line)(const char *format, const char *text);

/* Swift's importer leaves variables out that are in no function. */
static inline crotundawayland_line *crotundawayland_write(void) {
  static crotundawayland_line write;
  return &write;
}

static inline void crotundawayland_format(const char *format, va_list arguments) {
  /* More than any message of the protocol can hold. */
  char text[5000];
  if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = 0;
  (*crotundawayland_write())(format, text);
}

/* Passes each line of libwayland's log to `write`, on the thread that logs it. */
static inline void crotundawayland_set_log(crotundawayland_line write) {
  *crotundawayland_write() = write;
  wl_log_set_handler_client(crotundawayland_format);
}
