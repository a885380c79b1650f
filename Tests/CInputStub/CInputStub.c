#include "CInputStub.h"

#include <libinput.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct libinput_device {
  struct libinput_device *next;
  char name[64];
  char path[64];
  char output[64];
  int number;
  int is_plugged;
  int has_touch;
  int has_output;
  int descriptor;
  float calibration[6];
};

struct libinput_event {
  struct libinput_event *next;
  enum libinput_event_type type;
  struct libinput_device *device;
  int32_t slot;
  uint64_t time;
  double x, y;
};

struct libinput {
  const struct libinput_interface *interface;
  void *user_data;
  int descriptor;
  int is_active;
  struct libinput_event *first, *last;
};

static struct libinput *context;
static struct libinput_device *devices;
static int next_number;
static int create_failure, assign_failure, resume_failure, dispatch_failure;
static input_stub_counts counts;

static const float identity[6] = {1, 0, 0, 0, 1, 0};

// Readable exactly while events wait.
static void signal_events(void) {
  uint64_t count = 1;
  if (context->first) {
    (void)!write(context->descriptor, &count, sizeof count);
  } else {
    (void)!read(context->descriptor, &count, sizeof count);
  }
}

static struct libinput_event *queue(struct libinput_device *device, enum libinput_event_type type) {
  struct libinput_event *event = calloc(1, sizeof *event);
  event->type = type;
  event->device = device;
  if (context->last) context->last->next = event; else context->first = event;
  context->last = event;
  counts.events++;
  signal_events();
  return event;
}

static void open_device(struct libinput_device *device) {
  if (!context || !context->is_active || !device->is_plugged || device->descriptor >= 0) return;
  int descriptor = context->interface->open_restricted(device->path, 0, context->user_data);
  if (descriptor < 0) return;
  device->descriptor = descriptor;
  counts.open_devices++;
  queue(device, LIBINPUT_EVENT_DEVICE_ADDED);
}

static void close_device(struct libinput_device *device) {
  if (device->descriptor < 0) return;
  context->interface->close_restricted(device->descriptor, context->user_data);
  device->descriptor = -1;
  counts.open_devices--;
  queue(device, LIBINPUT_EVENT_DEVICE_REMOVED);
}

static void open_devices(void) {
  for (struct libinput_device *device = devices; device; device = device->next) open_device(device);
}

static struct libinput_device *find(int number) {
  struct libinput_device *device = devices;
  while (device && device->number != number) device = device->next;
  return device;
}

void input_stub_reset(void) {
  for (struct libinput_device *device = devices; device; device = device->next) device->is_plugged = 0;
  create_failure = assign_failure = resume_failure = dispatch_failure = 0;
  counts.disabled_devices = 0;
  counts.seat[0] = 0;
}

input_stub_counts input_stub_count(void) { return counts; }

int input_stub_plug(const char *name, const char *path, const char *output, int has_touch,
                    const float *calibration) {
  // Never freed: events and tables may still refer to an unplugged device.
  struct libinput_device *device = calloc(1, sizeof *device);
  strncpy(device->name, name, sizeof device->name - 1);
  strncpy(device->path, path, sizeof device->path - 1);
  if (output) strncpy(device->output, output, sizeof device->output - 1);
  device->has_output = output != NULL;
  device->has_touch = has_touch;
  device->is_plugged = 1;
  device->descriptor = -1;
  device->number = next_number++;
  memcpy(device->calibration, calibration ? calibration : identity, sizeof device->calibration);
  struct libinput_device **end = &devices;
  while (*end) end = &(*end)->next;
  *end = device;
  open_device(device);
  return device->number;
}

void input_stub_unplug(int number) {
  struct libinput_device *device = find(number);
  device->is_plugged = 0;
  close_device(device);
}

void input_stub_send(int number, enum input_stub_touch touch, int32_t slot, uint64_t time, double x,
                     double y) {
  static const enum libinput_event_type types[] = {
      LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
      LIBINPUT_EVENT_TOUCH_CANCEL};
  struct libinput_device *device = find(number);
  if (device->descriptor < 0) return;
  struct libinput_event *event = queue(device, types[touch]);
  event->slot = slot;
  event->time = time;
  event->x = x;
  event->y = y;
}

void input_stub_send_other(int number, int type) {
  struct libinput_device *device = find(number);
  if (device->descriptor >= 0) queue(device, type);
}

void input_stub_fail(int create, int assign, int resume, int dispatch) {
  create_failure = create;
  assign_failure = assign;
  resume_failure = resume;
  dispatch_failure = dispatch;
}

// libinput's own interface follows.

struct libinput *libinput_udev_create_context(const struct libinput_interface *interface,
                                              void *user_data, struct udev *udev) {
  if (create_failure || !udev) return NULL;
  // Callers need only one context at a time.
  if (context) abort();
  context = calloc(1, sizeof *context);
  context->interface = interface;
  context->user_data = user_data;
  context->descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  counts.contexts++;
  return context;
}

int libinput_udev_assign_seat(struct libinput *libinput, const char *seat) {
  if (assign_failure) return -1;
  strncpy(counts.seat, seat, sizeof counts.seat - 1);
  libinput->is_active = 1;
  open_devices();
  return 0;
}

struct libinput *libinput_unref(struct libinput *libinput) {
  libinput_suspend(libinput);
  for (struct libinput_event *event; (event = libinput_get_event(libinput));) libinput_event_destroy(event);
  close(libinput->descriptor);
  free(libinput);
  context = NULL;
  counts.contexts--;
  return NULL;
}

void libinput_suspend(struct libinput *libinput) {
  for (struct libinput_device *device = devices; device; device = device->next) close_device(device);
  libinput->is_active = 0;
}

int libinput_resume(struct libinput *libinput) {
  if (resume_failure) return -1;
  libinput->is_active = 1;
  open_devices();
  return 0;
}

int libinput_get_fd(struct libinput *libinput) { return libinput->descriptor; }

int libinput_dispatch(struct libinput *libinput) {
  (void)libinput;
  return dispatch_failure;
}

struct libinput_event *libinput_get_event(struct libinput *libinput) {
  struct libinput_event *event = libinput->first;
  if (!event) return NULL;
  libinput->first = event->next;
  if (!libinput->first) {
    libinput->last = NULL;
    signal_events();
  }
  return event;
}

void libinput_event_destroy(struct libinput_event *event) {
  if (!event) return;
  free(event);
  counts.events--;
}

enum libinput_event_type libinput_event_get_type(struct libinput_event *event) { return event->type; }

struct libinput_device *libinput_event_get_device(struct libinput_event *event) { return event->device; }

struct libinput_event_touch *libinput_event_get_touch_event(struct libinput_event *event) {
  return (struct libinput_event_touch *)event;
}

static struct libinput_event *base(struct libinput_event_touch *event) {
  struct libinput_event *result = (struct libinput_event *)event;
  // libinput considers a request for a frame's contact a bug of the caller.
  if (result->type < LIBINPUT_EVENT_TOUCH_DOWN || result->type > LIBINPUT_EVENT_TOUCH_CANCEL) abort();
  return result;
}

int32_t libinput_event_touch_get_slot(struct libinput_event_touch *event) { return base(event)->slot; }

uint64_t libinput_event_touch_get_time_usec(struct libinput_event_touch *event) {
  return base(event)->time;
}

double libinput_event_touch_get_x_transformed(struct libinput_event_touch *touch, uint32_t width) {
  struct libinput_event *event = base(touch);
  const float *matrix = event->device->calibration;
  return (matrix[0] * event->x + matrix[1] * event->y + matrix[2]) * width;
}

double libinput_event_touch_get_y_transformed(struct libinput_event_touch *touch, uint32_t height) {
  struct libinput_event *event = base(touch);
  const float *matrix = event->device->calibration;
  return (matrix[3] * event->x + matrix[4] * event->y + matrix[5]) * height;
}

const char *libinput_device_get_name(struct libinput_device *device) { return device->name; }

const char *libinput_device_get_output_name(struct libinput_device *device) {
  return device->has_output ? device->output : NULL;
}

int libinput_device_has_capability(struct libinput_device *device,
                                   enum libinput_device_capability capability) {
  return capability == LIBINPUT_DEVICE_CAP_TOUCH && device->has_touch;
}

enum libinput_config_status libinput_device_config_send_events_set_mode(struct libinput_device *device,
                                                                        uint32_t mode) {
  (void)device;
  if (mode == LIBINPUT_CONFIG_SEND_EVENTS_DISABLED) counts.disabled_devices++;
  return LIBINPUT_CONFIG_STATUS_SUCCESS;
}

void libinput_log_set_handler(struct libinput *libinput, libinput_log_handler handler) {
  (void)libinput;
  (void)handler;
}
