#pragma once

#include <stdbool.h>

/// Speech Dispatcher through libspeechd, which is loaded when something is to be said for the first time.
/// Every call may take as long as the other side likes, and none may overlap with another.

/// A connection.
typedef struct cspeech_voice cspeech_voice;

/// What came of an attempt.
typedef enum {
  /// It is being said, or silence is.
  CSPEECH_DONE,
  /// No server listens, or no longer.
  CSPEECH_UNREACHABLE,
  /// libspeechd is not installed.
  CSPEECH_ABSENT,
} cspeech_outcome;

/// How something is said: each -100 to 100, 0 being the voice's own.
typedef struct {
  int rate, pitch;
} cspeech_manner;

/// Whether libspeechd is installed.
bool cspeech_is_installed(void);
/// Connects, to where SPEECHD_ADDRESS says or to the usual place. Starts no server.
cspeech_outcome cspeech_open(cspeech_voice **voice);
/// Says `text`, in place of what is being said; null: says nothing any more. `language` is a language tag or
/// null, and `manner` null for the server's own.
cspeech_outcome cspeech_say(
    cspeech_voice *voice, const char *text, const char *language, const cspeech_manner *manner);
/// Ends the connection.
void cspeech_close(cspeech_voice *voice);
