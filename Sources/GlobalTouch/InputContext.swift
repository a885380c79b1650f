import CInput
import Gestures
import Glibc
import Logging
import RotundaGeometry

/// A touch panel that libinput reads.
struct TouchPanel {
  /// Distinguishes its contacts from those of other panels.
  let number: Int32
  /// The name for people.
  let name: String
  /// The name of its screen, from udev's WL_OUTPUT; empty if unset.
  let output: String

  init(_ device: OpaquePointer, number: Int32) {
    self.number = number
    name = libinput_device_get_name(device).map { String(cString: $0) } ?? "unnamed"
    output = libinput_device_get_output_name(device).map { String(cString: $0) } ?? ""
  }

  /// Reports whether its touches belong to the screen `output`.
  func belongs(to output: String) -> Bool {
    self.output.isEmpty || output.isEmpty || self.output == output
  }
}

/// A touch panel according to udev. Reading this opens no device.
package nonisolated struct TouchDevice: Hashable, Sendable {
  /// The name for people.
  package var name: String
  /// The device node, `/dev/input/event…`.
  package var path: String
  /// The logind seat to which it is assigned.
  package var seat: String
  /// The name of its screen, from udev's WL_OUTPUT; nil if unset.
  package var output: String?
  /// Whether udev also classifies it as a keyboard.
  package var isKeyboard: Bool

  /// Returns all panels of all seats, sorted by path.
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

  /// Reads the event node of a device. Returns nil for its other nodes, such as `js0` and their parent.
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

/// A libinput context that follows the devices of a seat.
final class InputContext {
  private nonisolated(unsafe) let handle: OpaquePointer
  /// Provides descriptors to libinput; lives as long as the context.
  private let opener: PanelOpener

  /// Allocated permanently, because libinput keeps the address.
  private nonisolated(unsafe) static let interface: UnsafeMutablePointer<libinput_interface> = {
    let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
    interface.initialize(
      to: libinput_interface(
        open_restricted: { path, _, userData in InputContext.open(path, userData) },
        close_restricted: { descriptor, _ in close(descriptor) }))
    return interface
  }()

  /// Opens the panels of `seat`. Returns nil if libinput does not work here.
  init?(seat: String, opener: PanelOpener) {
    guard let udev = udev_new() else { return nil }
    // The context holds its own reference.
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

  /// A descriptor that is readable when `dispatch` has work.
  var descriptor: Int32 { libinput_get_fd(handle) }

  /// Reads pending events and calls `body` with each; the event is valid only during the call. Returns 0 or a
  /// negative errno.
  func dispatch(_ body: (OpaquePointer) -> Void) -> Int32 {
    let result = libinput_dispatch(handle)
    while let event = libinput_get_event(handle) {
      body(event)
      libinput_event_destroy(event)
    }
    return result
  }

  /// Closes all devices until `resume`.
  func suspend() {
    libinput_suspend(handle)
    // Discard the events about the closed devices.
    _ = dispatch { _ in }
  }

  /// Opens the current devices. Returns false if that fails.
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

  /// Logs libinput's messages; only errors reach this function.
  private nonisolated static func write(_ text: UnsafePointer<CChar>?) {
    guard let text else { return }
    let line = String(cString: text)
    log.warning(line.last == "\n" ? String(line.dropLast()) : line)
  }
}

extension PanelEvent {
  /// Converts a libinput event from the panel with the number `panel`. Returns nil for other events than
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

  /// Only these events have a slot; libinput logs an error for others.
  private static let contactTypes = [
    LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
    LIBINPUT_EVENT_TOUCH_CANCEL,
  ]

  /// Returns the position as a share of the panel: libinput scales to a screen of 1×1. It has already applied
  /// the panel's calibration matrix from udev's LIBINPUT_CALIBRATION_MATRIX, as for other compositors.
  private static func place(_ touch: OpaquePointer) -> Point {
    Point(libinput_event_touch_get_x_transformed(touch, 1), libinput_event_touch_get_y_transformed(touch, 1))
  }
}
