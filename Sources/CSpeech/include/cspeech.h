#pragma once

#include <stdbool.h>

/// Speech Dispatcher through libspeechd, which is loaded for the first speech. Calls may block as long as the
/// server does, and must not overlap.

/// A connection to the server.
typedef struct cspeech_voice cspeech_voice;

/// The result of an operation.
typedef enum {
  /// The server speaks, or stopped speaking.
  CSPEECH_DONE,
  /// No server is listening, or the connection was lost.
  CSPEECH_UNREACHABLE,
  /// libspeechd is not installed.
  CSPEECH_ABSENT,
} cspeech_outcome;

/// Rate and pitch, each from -100 to 100. 0 is the voice's own.
typedef struct {
  int rate, pitch;
} cspeech_manner;

/// Whether libspeechd is installed.
bool cspeech_is_installed(void);
/// Connects to the address in SPEECHD_ADDRESS or to the default one. Does not start a server.
cspeech_outcome cspeech_open(cspeech_voice **voice);
/// Speaks `text` instead of the current one. Null stops speaking. `language` is a language tag or null. With
/// a null `manner`, the server's settings apply.
cspeech_outcome cspeech_say(
    cspeech_voice *voice, const char *text, const char *language, const cspeech_manner *manner);
void cspeech_close(cspeech_voice *voice);
