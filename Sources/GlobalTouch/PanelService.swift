import CInput
import CLinux
import Glibc
import Supervision
import Threads

/// Opens touch panels for the launcher, and sends it the button events of gamepads and remote controls. It is
/// a separate process: one that may open one input device may open all of them, and read every key.
///
/// It connects to the launcher, at a socket from the service manager, and not the other way round. It
/// therefore has no callers to authenticate. The launcher passes its end of the socket to no program.
///
/// ```swift
/// let service = try PanelService(socket: "/run/rotunda-panels", seat: "seat0")
/// service.serve()  // until the launcher ends
/// ```
package nonisolated final class PanelService {
  private let connection: Int32
  private let open: (String) -> Int32
  private let controllers: ControllerWatch.Source?
  /// Whether a thread watches controllers.
  private let isWatching = Monitor(false)

  /// The reason why no launcher can be served.
  package enum Failure: Error, Equatable {
    /// The connection to the socket failed with this errno.
    case unreachable(errno: Int32)
    /// The listener at the socket is neither root nor this user.
    case stranger
  }

  /// Serves the launcher at the path `socket` with panels of `seat`, a logind name.
  package convenience init(socket: String, seat: String) throws(Failure) {
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else { throw .unreachable(errno: errno) }
    let owner = clinux_peer_user(connection)
    // The service manager's socket belongs to root, and no program could replace it. Check anyway: a replaced
    // socket must not get touches.
    guard owner == 0 || owner == geteuid() else {
      close(connection)
      throw .stranger
    }
    self.init(connection: connection, controllers: .machine(seat: seat)) { Self.openPanel($0, of: seat) }
  }

  /// Answers requests on `connection`, and takes ownership of it. `open` returns a descriptor or a negative
  /// errno.
  init(
    connection: Int32, controllers: ControllerWatch.Source? = nil, open: @escaping (String) -> Int32
  ) {
    (self.connection, self.controllers, self.open) = (connection, controllers, open)
  }

  deinit {
    close(connection)
  }

  /// Answers requests until the other end is closed.
  package func serve() {
    while answer() {}
  }

  /// Waits for one request and answers it. Returns whether there may be more.
  private func answer() -> Bool {
    var bytes = [UInt8](repeating: 0, count: PanelRequest.mostBytes)
    var unwanted: Int32 = -1
    let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    // An invalid request cannot be from the launcher.
    guard count > 0, let request = PanelRequest(bytes: bytes.prefix(count)) else { return false }
    let descriptor =
      request == .controllers ? watchControllers() : request.namesEventDevice ? open(request.path) : -EINVAL
    defer { if descriptor >= 0 { close(descriptor) } }
    let answer = PanelAnswer(error: max(0, -descriptor)).bytes
    return clinux_send(connection, answer, answer.count, descriptor) == answer.count
  }

  /// Returns a socket to which a thread writes controller events, or a negative errno. Each launcher gets
  /// only one.
  private func watchControllers() -> Int32 {
    guard let controllers else { return -EINVAL }
    guard
      isWatching.withLock({ isWatching in
        defer { isWatching = true }
        return !isWatching
      })
    else { return -EBUSY }
    let result = ControllerSocket.open(controllers) { [isWatching] in isWatching.withLock { $0 = false } }
    if result < 0 { isWatching.withLock { $0 = false } }
    return result
  }

  /// Opens the event device at `path`. Returns a descriptor or a negative errno: ENODEV if, according to udev
  /// or to the device itself, it is not a touch panel of `seat`.
  static func openPanel(_ path: String, of seat: String) -> Int32 {
    let descriptor = PanelOpener.openPanel(path, of: seat, with: PanelOpener.openForReading)
    guard descriptor >= 0 else { return descriptor }
    // udev's rules may be wrong.
    guard clinux_is_touch_panel(descriptor) != 0 else {
      close(descriptor)
      return -ENODEV
    }
    return descriptor
  }
}

/// Opens only touch panels, for reading: libinput gets all devices through this class.
///
/// udev's properties distinguish a keyboard from a panel before it is opened. The launcher thus never holds a
/// descriptor that could reveal a password. It grabs no device, so the compositor gets every touch as before.
final class PanelOpener {
  /// The unreadable panels since the last `forget()`, with the errno of each.
  private(set) var refusals: [String: Int32] = [:]
  private let open: (String) -> Int32

  /// Creates an opener. `open` returns a descriptor or a negative errno.
  init(open: @escaping (String) -> Int32) {
    self.open = open
  }

  /// Returns a descriptor of the device at `path`, or a negative errno.
  func descriptor(_ path: String) -> Int32 {
    let result = open(path)
    refusals[path] = result == -EACCES || result == -EPERM ? -result : nil
    return result
  }

  /// Forgets the refusals before panels are requested again.
  func forget() {
    refusals = [:]
  }

  /// The logind seat of devices without an assigned seat.
  nonisolated static let defaultSeat = "seat0"

  /// Reports whether a device with these udev properties is a touch panel of `seat`. Rejects one that is also
  /// a keyboard.
  nonisolated static func isPanel(of seat: String, _ property: (String) -> String?) -> Bool {
    property("ID_INPUT_TOUCHSCREEN") == "1" && property("ID_INPUT_KEYBOARD") != "1"
      && property("ID_SEAT") ?? defaultSeat == seat
  }

  /// Reports whether a device with these udev properties is a gamepad or remote control of `seat`. Rejects
  /// one that is also a keyboard or pointing device.
  nonisolated static func isController(of seat: String, _ property: (String) -> String?) -> Bool {
    (property("ID_INPUT_JOYSTICK") == "1" || property("ID_INPUT_KEY") == "1")
      && property("ID_INPUT_KEYBOARD") != "1" && property("ID_INPUT_MOUSE") != "1"
      && property("ID_SEAT") ?? defaultSeat == seat
  }

  /// Opens the gamepad or remote control at `path`. Returns a descriptor or a negative errno.
  nonisolated static func openController(_ path: String, of seat: String) -> Int32 {
    openDevice(path, { isController(of: seat, $0) }, with: openForReading)
  }

  /// Calls `open` for the device at `path` if it is a touch panel of `seat` according to udev. Otherwise
  /// returns -ENODEV.
  nonisolated static func openPanel(_ path: String, of seat: String, with open: (String) -> Int32) -> Int32 {
    openDevice(path, { isPanel(of: seat, $0) }, with: open)
  }

  private nonisolated static func openDevice(
    _ path: String, _ isWanted: ((String) -> String?) -> Bool, with open: (String) -> Int32
  ) -> Int32 {
    var status = stat()
    guard stat(path, &status) == 0 else { return -errno }
    guard status.st_mode & S_IFMT == S_IFCHR, isDevice(status.st_rdev, isWanted) else { return -ENODEV }
    return open(path)
  }

  /// Opens the device at `path` for reading. Returns a descriptor or a negative errno.
  nonisolated static func openForReading(_ path: String) -> Int32 {
    // Not O_RDWR as libinput requests: that is only needed to control LEDs.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY)
    return descriptor < 0 ? -errno : descriptor
  }

  private nonisolated static func isDevice(
    _ number: dev_t, _ isWanted: ((String) -> String?) -> Bool
  ) -> Bool {
    guard let udev = udev_new() else { return false }
    defer { udev_unref(udev) }
    // 'c' means character device.
    guard let device = udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), number) else {
      return false
    }
    defer { udev_device_unref(device) }
    return isWanted { name in
      udev_device_get_property_value(device, name).map { String(cString: $0) }
    }
  }
}
