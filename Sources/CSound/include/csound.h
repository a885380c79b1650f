#pragma once

#include <stddef.h>
#include <stdint.h>

/// The machine's loudspeakers through libasound, which is loaded when something is to be heard for the first time. Calls may take as
/// long as the device likes.

/// What came of an attempt.
typedef enum {
  /// It was heard, as far as the device tells.
  CSOUND_DONE,
  /// There is no device, or another program has it.
  CSOUND_UNREACHABLE,
  /// libasound is not installed.
  CSOUND_ABSENT,
} csound_outcome;

/// Plays one channel of `count` samples, `rate` a second, on ALSA's default device, and returns when it has been heard. Nothing of
/// the device is held afterwards.
csound_outcome csound_play(const int16_t *samples, size_t count, unsigned rate);
/// Whether ALSA's default device can be opened; plays nothing.
csound_outcome csound_probe(void);
