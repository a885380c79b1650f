import Foundation
import TestCompositor
import Testing

/// Touches on a panel that the launcher reads beside the compositor, with a scripted libinput.
@Suite(.serialized) struct PanelTests {
  /// A library in the place of libinput with one panel. Its touches come through a pipe, four bytes per
  /// event.
  private static let library = """
    #define libinput_get_fd stub_get_fd
    #define libinput_dispatch stub_dispatch
    #include "CInputStub.c"
    #undef libinput_get_fd
    #undef libinput_dispatch
    #include <fcntl.h>
    #include <libudev.h>
    #include <time.h>

    static int panel, fingers = -1;

    __attribute__((constructor)) static void plug(void) { panel = input_stub_plug("Stub", "/dev/null", NULL, 1, NULL); }

    int libinput_get_fd(struct libinput *libinput) {
      if (fingers < 0) fingers = open(getenv("PANEL_FINGERS"), O_RDWR | O_NONBLOCK | O_CLOEXEC);
      return fingers;
    }

    int libinput_dispatch(struct libinput *libinput) {
      unsigned char event[4];
      while (read(fingers, event, sizeof event) == sizeof event) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        uint64_t time = now.tv_sec * 1000000ull + now.tv_nsec / 1000;
        input_stub_send(panel, event[0], event[1], time, event[2] / 100.0, event[3] / 100.0);
        input_stub_send_other(panel, LIBINPUT_EVENT_TOUCH_FRAME);
      }
      return stub_dispatch(libinput);
    }

    // For udev the panel is only a touchscreen.
    struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number) { return (void *)&panel; }
    struct udev_device *udev_device_unref(struct udev_device *device) { return NULL; }
    const char *udev_device_get_property_value(struct udev_device *device, const char *name) {
      return strcmp(name, "ID_INPUT_TOUCHSCREEN") ? NULL : "1";
    }
    """

  /// The type of a touch event: `input_stub_touch` in C.
  private enum Touch: UInt8 { case down, motion, up }

  private func kiosk(_ sections: String) throws -> Kiosk {
    let files = try KioskFiles()
    mkfifo(files.path("fingers"), 0o600)
    let stub = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "CInputStub").path
    let library = try files.library(
      "panel", Self.library, options: ["-I", stub, "-I", "\(stub)/include", "-linput", "-ludev"])
    return try Kiosk(
      tiles: "\(sections)\n" + Kiosk.tile(.red, files, run: ["wait"]), files: files,
      environment: ["LD_PRELOAD": library, "PANEL_FINGERS": files.path("fingers")]
    ) {
      $0.offered = CompositorOptions.core
    }
  }

  /// Opens the tile and waits until the launcher reads the panel.
  private func open(_ kiosk: Kiosk) throws -> Int32 {
    kiosk.tap()
    let program = try kiosk.files.report(.red).processID
    try kiosk.launcher.waitForOutput("touches are seen beside the compositor on Stub")
    return program
  }

  /// Sends a touch at a place in hundredths of the panel.
  private func send(_ touch: Touch, finger: UInt8 = 0, x: UInt8 = 50, y: UInt8 = 50, to kiosk: Kiosk) throws {
    let pipe = try FileHandle(forWritingTo: URL(filePath: kiosk.files.path("fingers")))
    try pipe.write(contentsOf: Data([touch.rawValue, finger, x, y]))
  }

  /// The compositor offers no idle protocol, and the program receives all touches. Only the panel reports the
  /// visitor.
  @Test func touchesInAProgramKeepTheVisit() throws {
    let limit = Duration.seconds(1)
    let kiosk = try kiosk("[idle]\nreturn-home-after = \"1s\"\nwarning = \"never\"")
    var last = ContinuousClock.now
    let program = try open(kiosk)
    let begin = ContinuousClock.now
    while kill(program, 0) == 0 && begin.duration(to: .now) < limit * 1.5 {
      last = .now
      try send(.down, to: kiosk)
      try send(.up, to: kiosk)
      // Far more often than the time limit requires.
      usleep(100_000)
    }
    try waitUntil("the program to end") { kill(program, 0) != 0 }
    // Even if a busy machine delivers touches late, the visit must last this long without one.
    #expect(last.duration(to: .now) >= limit)
    try kiosk.launcher.waitForOutput("was closed")
    try kiosk.awaitTile(.red)
  }

  @Test func threeFingersOverAProgramLeadHome() throws {
    let kiosk = try kiosk("")
    let program = try open(kiosk)
    for fingers: ClosedRange<UInt8> in [0...0, 0...2] {
      #expect(kill(program, 0) == 0)
      for finger in fingers { try send(.down, finger: finger, x: 30 + 15 * finger, y: 80, to: kiosk) }
      for y in stride(from: UInt8(76), through: 20, by: -4) {
        Kiosk.hold()
        for finger in fingers { try send(.motion, finger: finger, x: 30 + 15 * finger, y: y, to: kiosk) }
      }
      for finger in fingers { try send(.up, finger: finger, to: kiosk) }
    }
    try waitUntil("the program to end") { kill(program, 0) != 0 }
    try kiosk.awaitTile(.red)
  }
}
