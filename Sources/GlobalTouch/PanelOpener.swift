import CInput
import Glibc

/// Opens touch panels for reading, and nothing else: libinput asks here before it sees any device.
///
/// A keyboard is told by what udev knows about it, without being opened: not even for a moment does the launcher hold
/// a descriptor from which somebody's password could be read. Nothing is grabbed, so the compositor sees every touch
/// as before.
final class PanelOpener {
  /// The panels that may not be read, with the reason's errno, since the last `forget()`.
  private(set) var refusals: [String: Int32] = [:]
  private let open: (String) -> Int32

  /// An opener that asks `open` for a descriptor, which answers a negative errno when there is none.
  init(open: @escaping (String) -> Int32) {
    self.open = open
  }

  /// A descriptor of the device at `path`, or a negative errno.
  func descriptor(_ path: String) -> Int32 {
    let result = open(path)
    refusals[path] = result == -EACCES || result == -EPERM ? -result : nil
    return result
  }

  /// The panels are asked for again.
  func forget() {
    refusals = [:]
  }

  /// The seat of devices that are given to no other (logind's).
  nonisolated static let defaultSeat = "seat0"

  /// Whether a device of these udev properties is a touch panel of `seat`. One that is a keyboard as well is not looked at.
  nonisolated static func isPanel(of seat: String, _ property: (String) -> String?) -> Bool {
    property("ID_INPUT_TOUCHSCREEN") == "1" && property("ID_INPUT_KEYBOARD") != "1"
      && property("ID_SEAT") ?? defaultSeat == seat
  }

  /// Has `open` open the device at `path` if udev knows it as a touch panel of `seat`; ENODEV if it does not.
  nonisolated static func openPanel(_ path: String, of seat: String, with open: (String) -> Int32) -> Int32 {
    var status = stat()
    guard stat(path, &status) == 0 else { return -errno }
    guard status.st_mode & S_IFMT == S_IFCHR, isPanel(status.st_rdev, of: seat) else { return -ENODEV }
    return open(path)
  }

  /// A descriptor for reading the device at `path`, or a negative errno.
  nonisolated static func openForReading(_ path: String) -> Int32 {
    // Not O_RDWR, which libinput asks for: its only use is to switch lights on.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY)
    return descriptor < 0 ? -errno : descriptor
  }

  private nonisolated static func isPanel(_ number: dev_t, of seat: String) -> Bool {
    guard let udev = udev_new() else { return false }
    defer { udev_unref(udev) }
    // 'c' for character devices.
    guard let device = udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), number) else {
      return false
    }
    defer { udev_device_unref(device) }
    return isPanel(of: seat) { name in
      udev_device_get_property_value(device, name).map { String(cString: $0) }
    }
  }
}
