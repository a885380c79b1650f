/// A scripted libinput for tests: the functions that GlobalTouch calls, under their own names.
///
/// The linker prefers them to those of the library, so the product needs no special code for tests. Times are
/// in microseconds, places in fractions of the panel before its calibration.
#pragma once

#include <stdint.h>

/// The type of a contact's event.
enum input_stub_touch {
  INPUT_STUB_DOWN,
  INPUT_STUB_MOTION,
  INPUT_STUB_UP,
  INPUT_STUB_CANCEL,
};

/// The live objects of a context, and the requests to it.
typedef struct {
  int contexts;
  int events;
  int open_devices;
  /// The number of devices that must send no events.
  int disabled_devices;
  /// The assigned seat, or empty.
  char seat[64];
} input_stub_counts;

/// Unplugs all devices. Live contexts and events stay counted.
void input_stub_reset(void);
input_stub_counts input_stub_count(void);

/// Plugs in a device and returns its number. `output` may be null. `calibration` is null or the six numbers
/// of a matrix.
int input_stub_plug(const char *name, const char *path, const char *output, int has_touch,
                    const float *calibration);
void input_stub_unplug(int device);
/// Sends an event of a contact. It has no effect while the device is not open.
void input_stub_send(int device, enum input_stub_touch touch, int32_t slot, uint64_t time, double x,
                     double y);
/// Sends an event without a contact, with libinput's number `type`.
void input_stub_send_other(int device, int type);

/// Sets the results of creating a context, assigning a seat, resuming and dispatching.
void input_stub_fail(int create, int assign, int resume, int dispatch);
