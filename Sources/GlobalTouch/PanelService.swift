import CInput
import CLinux
import Glibc
import Supervision
import Threads

/// Opens touch panels for the launcher, tells it of the buttons of gamepads and remote controls, and does
/// nothing else: a process of its own, because a process that may open one input device may open all of them,
/// and read every key.
///
/// It goes to the launcher, at a socket of the service manager's, and not the other way round: so it has no
/// caller to tell from others. What the launcher hands on to no program is that socket's other end.
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

  /// Why there is no launcher to serve.
  package enum Failure: Error, Equatable {
    /// No launcher can be reached at the socket, with the reason's errno.
    case unreachable(errno: Int32)
    /// Who listens at the socket is neither root nor this user.
    case stranger
  }

  /// Serves the launcher that listens at the path `socket` with panels of `seat`, a name of logind's.
  package convenience init(socket: String, seat: String) throws(Failure) {
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else { throw .unreachable(errno: errno) }
    let owner = clinux_peer_user(connection)
    // A socket of the service manager's is root's, and no program could put another in its place; one that
    // all the same did must not be given fingers.
    guard owner == 0 || owner == geteuid() else {
      close(connection)
      throw .stranger
    }
    self.init(connection: connection, controllers: .machine(seat: seat)) { Self.openPanel($0, of: seat) }
  }

  /// Answers what comes through `connection`, which it owns, with what `open` says: a descriptor or a
  /// negative errno.
  init(
    connection: Int32, controllers: ControllerWatch.Source? = nil, open: @escaping (String) -> Int32
  ) {
    (self.connection, self.controllers, self.open) = (connection, controllers, open)
  }

  deinit {
    close(connection)
  }

  /// Answers until the other end is closed.
  package func serve() {
    while answer() {}
  }

  /// Waits for one request and answers it; returns whether there may be more.
  private func answer() -> Bool {
    var bytes = [UInt8](repeating: 0, count: PanelRequest.mostBytes)
    var unwanted: Int32 = -1
    let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    // What is no request is not the launcher's.
    guard count > 0, let request = PanelRequest(bytes: bytes.prefix(count)) else { return false }
    let descriptor =
      request == .controllers ? watchControllers() : request.namesEventDevice ? open(request.path) : -EINVAL
    defer { if descriptor >= 0 { close(descriptor) } }
    let answer = PanelAnswer(error: max(0, -descriptor)).bytes
    return clinux_send(connection, answer, answer.count, descriptor) == answer.count
  }

  /// The end of a socket to which a thread writes the events of controllers, or a negative errno; one
  /// launcher needs one.
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

  /// A descriptor of the event device at `path`, or a negative errno: ENODEV if udev, or the device itself,
  /// says that it is no touch panel of `seat`.
  static func openPanel(_ path: String, of seat: String) -> Int32 {
    let descriptor = PanelOpener.openPanel(path, of: seat, with: PanelOpener.openForReading)
    guard descriptor >= 0 else { return descriptor }
    // udev's word is a rule's, and rules can be wrong.
    guard clinux_is_touch_panel(descriptor) != 0 else {
      close(descriptor)
      return -ENODEV
    }
    return descriptor
  }
}

/// Opens touch panels for reading, and nothing else: libinput asks here before it sees any device.
///
/// What udev knows about a keyboard tells it from a panel, without being opened: not even for a moment does
/// the launcher hold a descriptor from which a password could be read. Nothing is grabbed, so the compositor
/// sees every touch as before.
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

  /// Whether a device of these udev properties is a touch panel of `seat`. One that is a keyboard as well is
  /// not looked at.
  nonisolated static func isPanel(of seat: String, _ property: (String) -> String?) -> Bool {
    property("ID_INPUT_TOUCHSCREEN") == "1" && property("ID_INPUT_KEYBOARD") != "1"
      && property("ID_SEAT") ?? defaultSeat == seat
  }

  /// Whether a device of these udev properties is a gamepad or a remote control of `seat`. One that is a
  /// keyboard, or points, is not looked at.
  nonisolated static func isController(of seat: String, _ property: (String) -> String?) -> Bool {
    (property("ID_INPUT_JOYSTICK") == "1" || property("ID_INPUT_KEY") == "1")
      && property("ID_INPUT_KEYBOARD") != "1" && property("ID_INPUT_MOUSE") != "1"
      && property("ID_SEAT") ?? defaultSeat == seat
  }

  /// A descriptor of the gamepad or remote control at `path`, or a negative errno.
  nonisolated static func openController(_ path: String, of seat: String) -> Int32 {
    openDevice(path, { isController(of: seat, $0) }, with: openForReading)
  }

  /// Has `open` open the device at `path` if udev knows it as a touch panel of `seat`; ENODEV if it does not.
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

  /// A descriptor for reading the device at `path`, or a negative errno.
  nonisolated static func openForReading(_ path: String) -> Int32 {
    // Not O_RDWR, which libinput asks for: its only use is to switch lights on.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY)
    return descriptor < 0 ? -errno : descriptor
  }

  private nonisolated static func isDevice(
    _ number: dev_t, _ isWanted: ((String) -> String?) -> Bool
  ) -> Bool {
    guard let udev = udev_new() else { return false }
    defer { udev_unref(udev) }
    // 'c' for character devices.
    guard let device = udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), number) else {
      return false
    }
    defer { udev_device_unref(device) }
    return isWanted { name in
      udev_device_get_property_value(device, name).map { String(cString: $0) }
    }
  }
}
