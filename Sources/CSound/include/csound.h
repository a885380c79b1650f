#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The machine's loudspeakers through libasound, which is loaded when something is to be heard for the first
/// time. Calls may take as long as the device likes.

/// What came of an attempt.
typedef enum {
  /// It was heard, as far as the device tells.
  CSOUND_DONE,
  /// There is no device, or another program has it.
  CSOUND_UNREACHABLE,
  /// libasound is not installed.
  CSOUND_ABSENT,
} csound_outcome;

/// Plays one channel of `count` samples, `rate` a second, on ALSA's default device, and returns when it has
/// been heard. Nothing of the device is held afterward.
csound_outcome csound_play(const int16_t *samples, size_t count, unsigned rate);
/// Whether ALSA's default device can be opened; plays nothing.
csound_outcome csound_probe(void);

/// Sets the loudness of ALSA's default mixer, in percent of what it has, and turns it on. It is the first of
/// Master, PCM, Speaker and Headphone that the mixer has, or else its first playback control.
csound_outcome csound_set_volume(unsigned percent);

/// The sockets for headsets that tell ALSA whether something is plugged in.
typedef struct csound_jacks csound_jacks;
enum { CSOUND_MOST_JACKS = 16 };

typedef enum {
  CSOUND_JACK_EMPTY,
  CSOUND_JACK_PLUGGED,
  /// A card is gone.
  CSOUND_JACK_LOST,
} csound_jack_state;

/// The sockets of all cards, also of one that only ALSA's configuration has; null where there is none. May take
/// as long as devices like.
csound_jacks *csound_jacks_open(void);
/// The descriptors that become readable when something changes, at most CSOUND_MOST_JACKS; they stay those of
/// the sockets.
size_t csound_jacks_descriptors(csound_jacks *jacks, int *descriptors);
/// Reads what has changed, without waiting, and says how it is now.
csound_jack_state csound_jacks_read(csound_jacks *jacks);
void csound_jacks_close(csound_jacks *jacks);

/// What a file of a sound may have.
enum { CSOUND_MOST_CHANNELS = 2, CSOUND_LEAST_RATE = 8000, CSOUND_MOST_RATE = 96000, CSOUND_MOST_SECONDS = 1 };

/// What came of decoding one.
typedef enum {
  CSOUND_DECODED,
  /// It is no WAV and no OGG file, or a broken one.
  CSOUND_DAMAGED,
  /// More than a second.
  CSOUND_TOO_LONG,
  /// More than two channels, or a rate that no device has.
  CSOUND_UNUSUAL,
  /// Nothing is to be heard.
  CSOUND_EMPTY,
  /// libsndfile is not installed.
  CSOUND_NO_DECODER,
} csound_decoding;

/// Decodes a WAV or OGG file that is in memory, with libsndfile, which is loaded for the first. The samples
/// of one channel are the caller's to free; null where there are none.
csound_decoding csound_decode(
    const uint8_t *bytes, size_t count, int16_t **samples, size_t *sample_count, unsigned *rate);
