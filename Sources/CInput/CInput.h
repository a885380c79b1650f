#pragma once

#include <libinput.h>
#include <libudev.h>
#include <stdarg.h>
#include <stdio.h>

/* Swift's closures cannot be called with a `va_list` on arm64, so lines of the log are formatted here. */
typedef void (*cinput_line)(const char *text);

/* Swift's importer leaves variables out that are in no function. */
static inline cinput_line *cinput_write(void) {
  static cinput_line write;
  return &write;
}

static inline void cinput_format(
  struct libinput *libinput, enum libinput_log_priority priority, const char *format, va_list arguments) {
  (void)libinput;
  (void)priority;
  char text[512];
  if (vsnprintf(text, sizeof text, format, arguments) < 0) text[0] = 0;
  (*cinput_write())(text);
}

/* Passes each line of libinput's log to `write`. */
static inline void cinput_set_log(struct libinput *libinput, cinput_line write) {
  *cinput_write() = write;
  libinput_log_set_handler(libinput, cinput_format);
}
