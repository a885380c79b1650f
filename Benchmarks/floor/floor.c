// The minimum that a Wayland client does to show textured quads, and how long that takes. This is the lower
// bound for Rotunda's start-up and frame times on the same machine and compositor.
//
//   egl-floor [--quads N] [--tile WIDTHxHEIGHT] [--frames N] [--still SECONDS] [--window]
//     [--pictures] [--touch]
//
// With --tile the quads are tiles of a turning cover flow, with the count and size of Rotunda's own carousel.
// With --pictures each has its own texture with one texel per point, like real pictures; otherwise all share
// one small texture. With --touch, after the first frames, it draws only when a finger has moved, and the
// tiles follow the finger.
//
// Prints one "name value" pair per line, with times in milliseconds since the start of the process. The
// parent may pass the start time as CLOCK_MONOTONIC nanoseconds in FLOOR_STARTED_NS. Otherwise the kernel's
// start time is used, which has a resolution of 10 ms.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>
#include <wayland-egl.h>

#include "xdg-shell.h"

enum { TEXTURE_SIDE = 256, MOST_QUADS = 4096, MOST_FRAMES = 100000 };

static struct {
  int quads, frames;
  double still_seconds;
  bool windowed, pictures, touch;
  int tile_width, tile_height;
} options = {.quads = 9, .frames = 1};

static struct wl_compositor *compositor;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;
static struct xdg_toplevel *toplevel;
static int output_width, output_height, wanted_width, wanted_height;
static struct wl_seat *seat;
static bool configured, callback_done = true, closed, touched;
static double touch_x;
static uint64_t started_ns;
static double gaps_ms[MOST_FRAMES];

static uint64_t now_ns(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static double elapsed_ms(void) { return (double)(now_ns(CLOCK_MONOTONIC) - started_ns) / 1e6; }

static void report(const char *name, double value) {
  printf("%s %.3f\n", name, value);
  fflush(stdout);
}

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "egl-floor: %s\n", what);
  exit(1);
}

// Returns the start time of the process in CLOCK_MONOTONIC nanoseconds.
static uint64_t find_start(void) {
  const char *given = getenv("FLOOR_STARTED_NS");
  if (given) return strtoull(given, NULL, 10);
  char line[1024];
  FILE *file = fopen("/proc/self/stat", "r");
  size_t length = file ? fread(line, 1, sizeof line - 1, file) : 0;
  if (file) fclose(file);
  line[length] = 0;
  // The name in parentheses may contain any characters: count fields from its end. Field 22 is in ticks since
  // boot.
  char *field = strrchr(line, ')');
  for (int number = 2; field && number < 22; number++) field = strchr(field + 1, ' ');
  if (!field) return now_ns(CLOCK_MONOTONIC);
  uint64_t since_boot = strtoull(field, NULL, 10) * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK));
  return now_ns(CLOCK_MONOTONIC) - (now_ns(CLOCK_BOOTTIME) - since_boot);
}

static void on_ping(void *data, struct xdg_wm_base *base, uint32_t serial) {
  (void)data;
  xdg_wm_base_pong(base, serial);
}
static const struct xdg_wm_base_listener shell_listener = {.ping = on_ping};

static void on_geometry(void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height,
                        int32_t subpixel, const char *make, const char *model, int32_t transform) {
  (void)data, (void)output, (void)x, (void)y, (void)width, (void)height;
  (void)subpixel, (void)make, (void)model, (void)transform;
}
static void on_mode(void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height,
                    int32_t refresh) {
  (void)data, (void)output, (void)refresh;
  if (flags & WL_OUTPUT_MODE_CURRENT) output_width = width, output_height = height;
}
static const struct wl_output_listener output_listener = {.geometry = on_geometry, .mode = on_mode};

static void on_touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *target,
                          int32_t id, wl_fixed_t x, wl_fixed_t y) {
  (void)data, (void)touch, (void)serial, (void)time, (void)target, (void)id, (void)x, (void)y;
}
static void on_touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
  (void)data, (void)touch, (void)serial, (void)time, (void)id;
}
static void on_touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
  (void)data, (void)touch, (void)time, (void)id, (void)y;
  touch_x = wl_fixed_to_double(x);
  touched = true;
}
static void on_touch_end(void *data, struct wl_touch *touch) { (void)data, (void)touch; }
static const struct wl_touch_listener touch_listener = {.down = on_touch_down, .up = on_touch_up,
                                                        .motion = on_touch_motion, .frame = on_touch_end,
                                                        .cancel = on_touch_end};

static void on_capabilities(void *data, struct wl_seat *from, uint32_t capabilities) {
  (void)data;
  if (capabilities & WL_SEAT_CAPABILITY_TOUCH) wl_touch_add_listener(wl_seat_get_touch(from), &touch_listener, NULL);
}
static const struct wl_seat_listener seat_listener = {.capabilities = on_capabilities};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                      uint32_t version) {
  (void)data, (void)version;
  if (!strcmp(interface, wl_compositor_interface.name)) {
    compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 1);
  } else if (!strcmp(interface, xdg_wm_base_interface.name)) {
    shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    xdg_wm_base_add_listener(shell, &shell_listener, NULL);
  } else if (options.touch && !strcmp(interface, wl_seat_interface.name)) {
    seat = wl_registry_bind(registry, name, &wl_seat_interface, 1);
    wl_seat_add_listener(seat, &seat_listener, NULL);
  } else if (!strcmp(interface, wl_output_interface.name) && !output_width) {
    struct wl_output *output = wl_registry_bind(registry, name, &wl_output_interface, 1);
    wl_output_add_listener(output, &output_listener, NULL);
  }
}
static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}
static const struct wl_registry_listener registry_listener = {on_global, on_global_remove};

static void on_configure(void *data, struct xdg_surface *shell_surface, uint32_t serial) {
  (void)data;
  xdg_surface_ack_configure(shell_surface, serial);
  configured = true;
}
static const struct xdg_surface_listener surface_listener = {on_configure};

static void on_toplevel_configure(void *data, struct xdg_toplevel *window, int32_t width, int32_t height,
                                  struct wl_array *states) {
  (void)data, (void)window, (void)states;
  wanted_width = width, wanted_height = height;
}
static void on_close(void *data, struct xdg_toplevel *window) {
  (void)data, (void)window;
  closed = true;
}
static const struct xdg_toplevel_listener toplevel_listener = {.configure = on_toplevel_configure, .close = on_close};

static void on_frame(void *data, struct wl_callback *callback, uint32_t time) {
  (void)data, (void)time;
  wl_callback_destroy(callback);
  callback_done = true;
}
static const struct wl_callback_listener frame_listener = {on_frame};

static GLuint compile(GLenum kind, const char *source) {
  GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, NULL);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (!good) fail("a shader does not compile");
  return shader;
}

static void make_program(void) {
  GLuint program = glCreateProgram();
  glAttachShader(program, compile(GL_VERTEX_SHADER,
                                  "attribute vec4 clip; attribute vec2 spot; varying vec2 v_spot;"
                                  "void main() { gl_Position = clip; v_spot = spot; }"));
  glAttachShader(program, compile(GL_FRAGMENT_SHADER,
                                  "precision mediump float; varying vec2 v_spot; uniform sampler2D page;"
                                  "void main() { gl_FragColor = texture2D(page, v_spot); }"));
  glBindAttribLocation(program, 0, "clip");
  glBindAttribLocation(program, 1, "spot");
  glLinkProgram(program);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (!good) fail("the shaders do not link");
  glUseProgram(program);
}

static void make_texture(void) {
  static uint32_t pixels[TEXTURE_SIDE * TEXTURE_SIDE];
  for (int i = 0; i < TEXTURE_SIDE * TEXTURE_SIDE; i++) {
    pixels[i] = (i % TEXTURE_SIDE / 16 + i / TEXTURE_SIDE / 16) % 2 ? 0xffe0a040u : 0xff402010u;
  }
  GLuint texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TEXTURE_SIDE, TEXTURE_SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

static GLuint first_picture;

// Creates a texture for each tile, with one texel per point.
static void make_pictures(void) {
  size_t texels = (size_t)options.tile_width * (size_t)options.tile_height;
  uint32_t *pixels = malloc(texels * sizeof *pixels);
  GLuint textures[MOST_QUADS];
  glGenTextures(options.quads, textures);
  first_picture = textures[0];
  for (int quad = 0; pixels && quad < options.quads; quad++) {
    if (textures[quad] != first_picture + (GLuint)quad) fail("textures are not numbered in a row");
    for (size_t i = 0; i < texels; i++) pixels[i] = 0xff000000u | (uint32_t)i * 2654435761u >> 8;
    glBindTexture(GL_TEXTURE_2D, textures[quad]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, options.tile_width, options.tile_height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  free(pixels);
}

// Computes the position of a tile's corner in a cover flow, with Rotunda's defaults. Tiles are tilted by 0.52
// of a right angle on both sides of the middle tile. They are 0.7 tiles apart, and seen from four tiles away.
static float *place_tile(float *next, float offset, const float corner[2], int width, int height) {
  const float tilt = 0.52f, spacing = 0.7f;
  float tile_width = (float)options.tile_width, tile_height = (float)options.tile_height;
  float side = fmaxf(-1, fminf(1, offset)), angle = -side * (float)M_PI_2 * tilt;
  float across = corner[0] * tile_width / 2;
  float x = (side * 0.5f * tilt + offset * spacing) * tile_width + across * cosf(angle);
  float z = -fabsf(side) * tile_width / 2 - across * sinf(angle);
  float depth = 1 - z / (4 * fmaxf(tile_width, tile_height));
  *next++ = x / ((float)width / 2);
  *next++ = corner[1] * tile_height / (float)height;
  *next++ = 0;
  *next++ = depth;
  *next++ = corner[0] * 0.5f + 0.5f;
  *next++ = corner[1] * 0.5f + 0.5f;
  return next;
}

struct tile { float offset; int number; };

static int by_distance(const void *left, const void *right) {
  float a = fabsf(((const struct tile *)left)->offset), b = fabsf(((const struct tile *)right)->offset);
  return (a < b) - (a > b);
}

static struct tile tiles[MOST_QUADS];

// Places the tiles of a cover flow that turns by 0.8 tiles per second, from back to front.
static float *place_tiles(float *next, int frame, int width, int height) {
  static const float corners[6][2] = {{-1, -1}, {1, -1}, {-1, 1}, {-1, 1}, {1, -1}, {1, 1}};
  float count = (float)options.quads;
  for (int quad = 0; quad < options.quads; quad++) {
    float offset = fmodf((float)quad + (float)frame * 0.8f / 60, count);
    tiles[quad] = (struct tile){offset > count / 2 ? offset - count : offset, quad};
  }
  qsort(tiles, (size_t)options.quads, sizeof *tiles, by_distance);
  for (int quad = 0; quad < options.quads; quad++) {
    for (int corner = 0; corner < 6; corner++) next = place_tile(next, tiles[quad].offset, corners[corner], width, height);
  }
  return next;
}

// Draws quads side by side in perspective, each a quarter of the screen high and rotated about its vertical
// axis.
static void draw(int frame, int width, int height) {
  static float vertices[MOST_QUADS * 6 * 6];
  static const float corners[6][2] = {{-1, -1}, {1, -1}, {-1, 1}, {-1, 1}, {1, -1}, {1, 1}};
  float *next = vertices;
  float aspect = (float)width / (float)height;
  if (options.tile_width > 0) next = place_tiles(next, frame, width, height);
  for (int quad = 0; quad < options.quads && options.tile_width == 0; quad++) {
    float angle = (float)frame * 0.02f + (float)quad * 0.4f;
    float middle = 1.8f * ((float)quad + 0.5f) / (float)options.quads - 0.9f;
    for (int corner = 0; corner < 6; corner++) {
      float across = corners[corner][0] * 0.25f, down = corners[corner][1] * 0.25f;
      float depth = 1 + across * sinf(angle);
      *next++ = middle * depth + across * cosf(angle) / aspect;
      *next++ = down;
      *next++ = 0;
      *next++ = depth;
      *next++ = corners[corner][0] * 0.5f + 0.5f;
      *next++ = corners[corner][1] * 0.5f + 0.5f;
    }
  }
  glViewport(0, 0, width, height);
  glClearColor(0.06f, 0.08f, 0.11f, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glBufferData(GL_ARRAY_BUFFER, (next - vertices) * (GLsizeiptr)sizeof *vertices, vertices, GL_STREAM_DRAW);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 24, (void *)0);
  glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 24, (void *)16);
  if (!options.pictures) return glDrawArrays(GL_TRIANGLES, 0, options.quads * 6);
  for (int quad = 0; quad < options.quads; quad++) {
    glBindTexture(GL_TEXTURE_2D, first_picture + (GLuint)tiles[quad].number);
    glDrawArrays(GL_TRIANGLES, quad * 6, 6);
  }
}

static int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void parse(int count, char **words) {
  for (int i = 1; i < count; i++) {
    const char *value = i + 1 < count ? words[i + 1] : "";
    if (!strcmp(words[i], "--window")) { options.windowed = true; continue; }
    if (!strcmp(words[i], "--touch")) { options.touch = true; continue; }
    if (!strcmp(words[i], "--pictures")) { options.pictures = true; continue; }
    if (!strcmp(words[i], "--quads")) options.quads = atoi(value);
    else if (!strcmp(words[i], "--frames")) options.frames = atoi(value);
    else if (!strcmp(words[i], "--tile")) sscanf(value, "%dx%d", &options.tile_width, &options.tile_height);
    else if (!strcmp(words[i], "--still")) options.still_seconds = atof(value);
    else fail("usage: egl-floor [--quads N] [--tile WxH] [--frames N] [--still SECONDS] [--window] [--pictures] [--touch]");
    i++;
  }
  if (options.quads < 1 || options.quads > MOST_QUADS) fail("--quads takes 1 to 4096");
  if (options.pictures && options.tile_width * options.tile_height == 0) fail("--pictures needs --tile");
  if (options.frames < 1 || options.frames > MOST_FRAMES) fail("--frames takes 1 to 100000");
}

static void wait_for(struct wl_display *display, const bool *condition) {
  while (!*condition && !closed) {
    if (wl_display_dispatch(display) < 0) fail("the compositor is gone");
  }
}

// Draws when a finger has moved and the last frame was shown. Moving a finger by a tile's width moves the
// carousel by about one tile.
static void follow_finger(struct wl_display *display, EGLDisplay egl, EGLSurface target, int width, int height) {
  while (!closed) {
    if (wl_display_dispatch(display) < 0) return;
    if (!touched || !callback_done) continue;
    touched = callback_done = false;
    draw((int)(touch_x * 75 / fmax(1, options.tile_width)), width, height);
    wl_callback_add_listener(wl_surface_frame(surface), &frame_listener, NULL);
    if (!eglSwapBuffers(egl, target)) fail("a frame could not be shown");
  }
}

// Only answers pings.
static void rest(struct wl_display *display, double seconds) {
  uint64_t end = now_ns(CLOCK_MONOTONIC) + (uint64_t)(seconds * 1e9);
  struct pollfd descriptor = {.fd = wl_display_get_fd(display), .events = POLLIN};
  for (;;) {
    uint64_t now = now_ns(CLOCK_MONOTONIC);
    if (now >= end) return;
    wl_display_flush(display);
    if (poll(&descriptor, 1, (int)((end - now) / 1000000) + 1) > 0 && wl_display_dispatch(display) < 0) return;
  }
}

static void report_usage(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  report("cpu-user-ms", (double)usage.ru_utime.tv_sec * 1e3 + (double)usage.ru_utime.tv_usec / 1e3);
  report("cpu-system-ms", (double)usage.ru_stime.tv_sec * 1e3 + (double)usage.ru_stime.tv_usec / 1e3);
  report("context-switches", (double)(usage.ru_nvcsw + usage.ru_nivcsw));
  report("resident-kib", (double)usage.ru_maxrss);
}

int main(int count, char **words) {
  started_ns = find_start();
  parse(count, words);
  report("main", elapsed_ms());

  struct wl_display *display = wl_display_connect(NULL);
  if (!display) fail("there is no compositor");
  struct wl_registry *registry = wl_display_get_registry(display);
  wl_registry_add_listener(registry, &registry_listener, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shell) fail("the compositor lacks wl_compositor or xdg_wm_base");
  surface = wl_compositor_create_surface(compositor);
  struct xdg_surface *shell_surface = xdg_wm_base_get_xdg_surface(shell, surface);
  xdg_surface_add_listener(shell_surface, &surface_listener, NULL);
  toplevel = xdg_surface_get_toplevel(shell_surface);
  xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
  wl_surface_commit(surface);
  wl_display_flush(display);
  report("connected", elapsed_ms());

  // EGL starts while the compositor chooses a size.
  EGLDisplay egl = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, display, NULL);
  if (!egl || !eglInitialize(egl, NULL, NULL)) fail("EGL does not start");
  eglBindAPI(EGL_OPENGL_ES_API);
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, 8,
                           EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_NONE};
  EGLConfig configuration;
  EGLint found = 0;
  eglChooseConfig(egl, wanted, &configuration, 1, &found);
  if (found < 1) fail("EGL has no configuration");
  const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
  EGLContext context = eglCreateContext(egl, configuration, EGL_NO_CONTEXT, version);
  if (!context) fail("EGL makes no context");
  report("context", elapsed_ms());

  wait_for(display, &configured);
  // Some compositors abort on a fullscreen request before their first configure event.
  if (!options.windowed) xdg_toplevel_set_fullscreen(toplevel, NULL);
  int width = wanted_width ? wanted_width : output_width ? output_width : 1280;
  int height = wanted_height ? wanted_height : output_height ? output_height : 800;
  report("configured", elapsed_ms());

  struct wl_egl_window *window = wl_egl_window_create(surface, width, height);
  EGLSurface target = eglCreateWindowSurface(egl, configuration, (EGLNativeWindowType)window, NULL);
  if (!target || !eglMakeCurrent(egl, target, target, context)) fail("EGL makes no window");
  eglSwapInterval(egl, 0);
  make_program();
  if (options.pictures) make_pictures(); else make_texture();
  GLuint buffer;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glEnableVertexAttribArray(0);
  glEnableVertexAttribArray(1);
  report("ready", elapsed_ms());

  double last = 0;
  for (int frame = 0; frame < options.frames && !closed; frame++) {
    if (wanted_width && wanted_height && (wanted_width != width || wanted_height != height)) {
      width = wanted_width, height = wanted_height;
      wl_egl_window_resize(window, width, height, 0, 0);
    }
    draw(frame, width, height);
    callback_done = false;
    wl_callback_add_listener(wl_surface_frame(surface), &frame_listener, NULL);
    if (!eglSwapBuffers(egl, target)) fail("a frame could not be shown");
    if (frame == 0) report("first-commit", elapsed_ms());
    wait_for(display, &callback_done);
    double now = elapsed_ms();
    if (frame == 0) report("first-frame", now);
    gaps_ms[frame] = now - last;
    last = now;
  }
  report("width", width);
  report("height", height);
  if (options.touch) follow_finger(display, egl, target, width, height);
  if (options.still_seconds > 0) rest(display, options.still_seconds);
  if (options.frames > 1) {
    // The first gap is the start-up time.
    int gaps = options.frames - 1;
    double sum = 0;
    for (int i = 1; i <= gaps; i++) sum += gaps_ms[i];
    qsort(gaps_ms + 1, (size_t)gaps, sizeof *gaps_ms, by_value);
    report("frame-mean", sum / gaps);
    report("frame-median", gaps_ms[1 + gaps / 2]);
    report("frame-99th", gaps_ms[1 + gaps * 99 / 100]);
    report("frame-longest", gaps_ms[gaps]);
  }
  report_usage();
  return 0;
}
