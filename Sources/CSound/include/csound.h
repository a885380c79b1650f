#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Sound output through libasound, which is loaded for the first sound. Calls may block as long as the device
/// does.

/// The result of an operation.
typedef enum {
  /// Success, as far as the device reports.
  CSOUND_DONE,
  /// No device exists, or another program uses it.
  CSOUND_UNREACHABLE,
  /// libasound is not installed.
  CSOUND_ABSENT,
} csound_outcome;

/// Plays one channel of `count` samples at `rate` per second on ALSA's default device, and returns when it
/// ends. Then it releases the device.
csound_outcome csound_play(const int16_t *samples, size_t count, unsigned rate);
/// Tests whether ALSA's default device can be opened. Plays nothing.
csound_outcome csound_probe(void);

/// Sets the volume of ALSA's default mixer, in percent of its range, and turns it on. It uses the first
/// existing control of Master, PCM, Speaker and Headphone, or else the first playback control.
csound_outcome csound_set_volume(unsigned percent);

/// The headset jacks that report to ALSA whether a plug is inserted.
typedef struct csound_jacks csound_jacks;
enum { CSOUND_MOST_JACKS = 16 };

typedef enum {
  CSOUND_JACK_EMPTY,
  CSOUND_JACK_PLUGGED,
  /// A card was removed.
  CSOUND_JACK_LOST,
} csound_jack_state;

/// Opens the headset jacks of all cards, also of a card that exists only in ALSA's configuration. Returns
/// null without a jack. May block as long as devices do.
csound_jacks *csound_jacks_open(void);
/// Returns the descriptors that become readable after a change, at most CSOUND_MOST_JACKS. The jacks own
/// them.
size_t csound_jacks_descriptors(csound_jacks *jacks, int *descriptors);
/// Reads the pending changes without waiting, and returns the present state.
csound_jack_state csound_jacks_read(csound_jacks *jacks);
void csound_jacks_close(csound_jacks *jacks);

/// The limits of a sound file.
enum { CSOUND_MOST_CHANNELS = 2, CSOUND_LEAST_RATE = 8000, CSOUND_MOST_RATE = 96000, CSOUND_MOST_SECONDS = 1 };

/// The result of decoding a sound file.
typedef enum {
  CSOUND_DECODED,
  /// The file is not a valid WAV or OGG file.
  CSOUND_DAMAGED,
  /// The sound is longer than a second.
  CSOUND_TOO_LONG,
  /// The file has more than two channels, or a rate that no device supports.
  CSOUND_UNUSUAL,
  /// The file contains no samples.
  CSOUND_EMPTY,
  /// libsndfile is not installed.
  CSOUND_NO_DECODER,
} csound_decoding;

/// Decodes a WAV or OGG file in memory with libsndfile, which is loaded for the first file. The result has
/// one channel. The caller must free the samples, which are null on failure.
csound_decoding csound_decode(
    const uint8_t *bytes, size_t count, int16_t **samples, size_t *sample_count, unsigned *rate);
