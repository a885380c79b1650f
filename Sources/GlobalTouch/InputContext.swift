import CInput
import Gestures
import Glibc
import Logging
import RotundaGeometry

/// A touch panel that libinput follows.
struct TouchPanel {
  /// What tells its contacts from those of others.
  let number: Int32
  /// Its name, for people.
  let name: String
  /// The screen it belongs to, by udev's WL_OUTPUT; empty when udev names none.
  let output: String

  init(_ device: OpaquePointer, number: Int32) {
    self.number = number
    name = libinput_device_get_name(device).map { String(cString: $0) } ?? "unnamed"
    output = libinput_device_get_output_name(device).map { String(cString: $0) } ?? ""
  }

  /// Whether its touches are on the screen of that name.
  func belongs(to output: String) -> Bool {
    self.output.isEmpty || output.isEmpty || self.output == output
  }
}

/// A touch panel that the kernel knows, as udev describes it. Nothing is opened to learn this.
package nonisolated struct TouchDevice: Hashable, Sendable {
  /// Its name, for people.
  package var name: String
  /// Its device, `/dev/input/event…`.
  package var path: String
  /// The seat that it is given to (logind's).
  package var seat: String
  /// The screen it belongs to, by udev's WL_OUTPUT; nil when udev names none.
  package var output: String?
  /// Whether udev takes it for a keyboard as well.
  package var isKeyboard: Bool

  /// All panels of all seats, by their paths.
  package static func all() -> [TouchDevice] {
    guard let udev = udev_new(), let search = udev_enumerate_new(udev) else { return [] }
    defer {
      udev_enumerate_unref(search)
      udev_unref(udev)
    }
    udev_enumerate_add_match_subsystem(search, "input")
    udev_enumerate_add_match_property(search, "ID_INPUT_TOUCHSCREEN", "1")
    guard udev_enumerate_scan_devices(search) >= 0 else { return [] }
    var found: [TouchDevice] = []
    var entry = udev_enumerate_get_list_entry(search)
    while let current = entry {
      if let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
        if let panel = TouchDevice(device) { found.append(panel) }
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The device's event node; nil for its other ones, such as `js0` and the parent of all of them.
  private init?(_ device: OpaquePointer) {
    guard let path = udev_device_get_devnode(device).map({ String(cString: $0) }),
      path.hasPrefix("/dev/input/event")
    else { return nil }
    func property(_ name: String, of device: OpaquePointer? = device) -> String? {
      device.flatMap { udev_device_get_property_value($0, name) }.map { String(cString: $0) }
    }
    let quoted = property("NAME", of: udev_device_get_parent_with_subsystem_devtype(device, "input", nil))
    name = quoted.map { String($0.drop { $0 == "\"" }.prefix { $0 != "\"" }) } ?? "a touch panel"
    self.path = path
    seat = property("ID_SEAT") ?? PanelOpener.defaultSeat
    output = property("WL_OUTPUT")
    isKeyboard = property("ID_INPUT_KEYBOARD") == "1"
  }
}

private nonisolated let log = Log("libinput")

/// libinput, following the devices of a seat as they come and go.
final class InputContext {
  private nonisolated(unsafe) let handle: OpaquePointer
  /// What it asks for descriptors; lives as long as the context.
  private let opener: PanelOpener

  /// libinput keeps the address.
  private nonisolated(unsafe) static let interface: UnsafeMutablePointer<libinput_interface> = {
    let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
    interface.initialize(
      to: libinput_interface(
        open_restricted: { path, _, userData in InputContext.open(path, userData) },
        close_restricted: { descriptor, _ in close(descriptor) }))
    return interface
  }()

  /// Opens the panels of `seat`; nil when libinput does not work here.
  init?(seat: String, opener: PanelOpener) {
    guard let udev = udev_new() else { return nil }
    // The context has a reference of its own.
    defer { udev_unref(udev) }
    let userData = Unmanaged.passUnretained(opener).toOpaque()
    guard let handle = libinput_udev_create_context(Self.interface, userData, udev) else { return nil }
    self.handle = handle
    self.opener = opener
    cinput_set_log(handle) { text in InputContext.write(text) }
    guard libinput_udev_assign_seat(handle, seat) == 0 else { return nil }
  }

  deinit {
    libinput_unref(handle)
  }

  /// Becomes readable when `dispatch` has something to do.
  var descriptor: Int32 { libinput_get_fd(handle) }

  /// Reads what has come and calls `body` with each event, which is gone afterward; returns 0 or a negative
  /// errno.
  func dispatch(_ body: (OpaquePointer) -> Void) -> Int32 {
    let result = libinput_dispatch(handle)
    while let event = libinput_get_event(handle) {
      body(event)
      libinput_event_destroy(event)
    }
    return result
  }

  /// Closes all devices, and follows none until `resume`.
  func suspend() {
    libinput_suspend(handle)
    // What it has to say about that is known.
    _ = dispatch { _ in }
  }

  /// Opens the devices that there are now; false when that does not work.
  func resume() -> Bool {
    libinput_resume(handle) == 0
  }

  private nonisolated static func open(
    _ path: UnsafePointer<CChar>?, _ userData: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let path, let userData else { return -EINVAL }
    let name = String(cString: path)
    nonisolated(unsafe) let pointer = userData
    return MainActor.assumeIsolated {
      Unmanaged<PanelOpener>.fromOpaque(pointer).takeUnretainedValue().descriptor(name)
    }
  }

  /// libinput's own words; only its errors come here.
  private nonisolated static func write(_ text: UnsafePointer<CChar>?) {
    guard let text else { return }
    let line = String(cString: text)
    log.warning(line.last == "\n" ? String(line.dropLast()) : line)
  }
}

extension PanelEvent {
  /// What libinput's `event` says, which came from the panel numbered `panel`; nil when it is not about
  /// touches.
  init?(_ event: OpaquePointer, panel: Int32) {
    let type = libinput_event_get_type(event)
    if type == LIBINPUT_EVENT_TOUCH_FRAME {
      self = .frame
      return
    }
    guard Self.contactTypes.contains(type), let touch = libinput_event_get_touch_event(event) else {
      return nil
    }
    let contact = Contact(panel: panel, slot: libinput_event_touch_get_slot(touch))
    let time = libinput_event_touch_get_time_usec(touch)
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN: self = .down(contact, at: Self.place(touch), microseconds: time)
    case LIBINPUT_EVENT_TOUCH_MOTION: self = .motion(contact, at: Self.place(touch), microseconds: time)
    case LIBINPUT_EVENT_TOUCH_UP: self = .up(contact, microseconds: time)
    default: self = .cancel(contact)
    }
  }

  /// Only these have a slot; libinput complains when it is asked for that of another.
  private static let contactTypes = [
    LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
    LIBINPUT_EVENT_TOUCH_CANCEL,
  ]

  /// In shares of the panel: libinput scales to a screen of 1×1. It has applied the panel's calibration
  /// matrix, which it takes from udev's LIBINPUT_CALIBRATION_MATRIX, as it does for every compositor.
  private static func place(_ touch: OpaquePointer) -> Point {
    Point(libinput_event_touch_get_x_transformed(touch, 1), libinput_event_touch_get_y_transformed(touch, 1))
  }
}
