/// libinput as a test scripts it: the functions that GlobalTouch calls, under their own names.
///
/// The linker takes them before those of the library, so that what ships needs no seam for tests. Times are
/// in microseconds, places in shares of the panel before its calibration.
#pragma once

#include <stdint.h>

/// What happens to a contact.
enum input_stub_touch {
  INPUT_STUB_DOWN,
  INPUT_STUB_MOTION,
  INPUT_STUB_UP,
  INPUT_STUB_CANCEL,
};

/// What is alive of what a context has made, and what has been asked of it.
typedef struct {
  int contexts;
  int events;
  int open_devices;
  /// How many devices were told to send nothing.
  int disabled_devices;
  /// The seat that was assigned, or empty.
  char seat[64];
} input_stub_counts;

/// Unplugs everything; contexts and events that are alive stay counted.
void input_stub_reset(void);
input_stub_counts input_stub_count(void);

/// Plugs a device in and returns its number. `output` may be null, `calibration` null or the six numbers of a
/// matrix.
int input_stub_plug(const char *name, const char *path, const char *output, int has_touch,
                    const float *calibration);
void input_stub_unplug(int device);
/// Something happens to a contact; nothing does while the device is not open.
void input_stub_send(int device, enum input_stub_touch touch, int32_t slot, uint64_t time, double x,
                     double y);
/// An event that is about no contact, of libinput's number `type`.
void input_stub_send_other(int device, int type);

/// What creating a context, assigning a seat, resuming and dispatching answer from now on.
void input_stub_fail(int create, int assign, int resume, int dispatch);
