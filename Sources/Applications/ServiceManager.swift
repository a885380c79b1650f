import Bus
import EventLoop
import Glibc
import Logging

private let log = Log("units")

/// The systemd instance that starts programs in units: that of the launcher's user, or for root the
/// machine's.
///
/// The connection is direct, without a message bus, and requires only systemd itself.
final class ServiceManager {
  private static let object = "/org/freedesktop/systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"
  private static let unitPath = "/org/freedesktop/systemd1/unit"

  /// Whether it is a user's own manager.
  let isUserManager: Bool
  private let loop: EventLoop
  private let address: String
  private var bus: BusConnection?
  /// Called when the connection is lost. Units that the manager started may continue.
  var onLost: (() -> Void)?

  /// Connects to the manager of the user with this environment. Returns nil if there is none.
  init?(loop: EventLoop, environment: [String: String]) {
    guard let (socket, isUserManager) = Self.socket(environment) else { return nil }
    self.loop = loop
    self.isUserManager = isUserManager
    address = "unix:path=\(Self.escaped(socket))"
    guard connect() else { return nil }
  }

  private static func socket(_ environment: [String: String]) -> (path: String, isUsers: Bool)? {
    if let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") {
      let path = "\(directory)/systemd/private"
      if access(path, R_OK | W_OK) == 0 { return (path, true) }
    }
    let path = "/run/systemd/private"
    return geteuid() == 0 && access(path, R_OK | W_OK) == 0 ? (path, false) : nil
  }

  /// Escapes a path for an address: D-Bus Specification, "Server Addresses".
  static func escaped(_ path: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var result: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  var isConnected: Bool { bus?.isOpen == true }

  /// Connects if necessary. Reports whether the connection is open.
  func connect() -> Bool {
    if bus?.isOpen == true { return true }
    do throws(BusError) {
      let bus = try BusConnection(.peer(address: address), loop: loop)
      bus.onDisconnect = { [weak self] in self?.lost() }
      self.bus = bus
      return true
    } catch {
      log.warning("the service manager cannot be reached: \(error)")
      return false
    }
  }

  private func lost() {
    bus = nil
    onLost?()
  }

  private func call(
    _ method: String, _ arguments: [BusValue],
    reply: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
  ) {
    guard let bus else { return reply(.failure(BusError(errno: ENOTCONN))) }
    bus.call(BusCall(method, of: Self.interface, at: Self.object, arguments), reply: reply)
  }

  /// Returns the object path of a unit, as sd_bus_path_encode(3) escapes it.
  static func path(of unit: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var result: [UInt8] = []
    for (index, byte) in unit.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): result.append(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9") where index > 0: result.append(byte)
      default: result += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return "\(unitPath)/\(String(decoding: result, as: UTF8.self))"
  }
}

// MARK: Units

extension ServiceManager {
  /// Starts a unit. `reply` gets whether the manager accepted it.
  func start(_ unit: TransientUnit, reply: @escaping (Result<[BusValue], BusError>) -> Void) {
    call("StartTransientUnit", unit.arguments, reply: reply)
  }

  /// Asks a unit's processes to end. The manager kills the remaining ones after the unit's stop time-out.
  func stop(_ unit: String, heard: @escaping () -> Void = {}) {
    call("StopUnit", [.string(unit), .string("replace")]) { _ in heard() }
  }

  /// Sends a signal to all processes of a unit.
  func signal(_ number: Int32, to unit: String) {
    call("KillUnit", [.string(unit), .string("all"), .int32(number)])
  }

  /// Makes the manager forget a failed unit.
  func forget(_ unit: String) {
    call("ResetFailedUnit", [.string(unit)])
  }

  /// Calls `handler` for every change of a unit's properties.
  func watch(_ unit: String, handler: @escaping ([String: BusValue], _ interface: String) -> Void) -> BusSlot?
  {
    try? bus?.subscribe(
      BusSignalFilter(
        path: Self.path(of: unit), interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
    ) { signal in
      guard signal.arguments.count >= 2, let interface = signal.arguments[0].text else { return }
      handler(signal.arguments[1].properties, interface)
    }
  }

  /// Requests all properties of a unit, from which its end can be derived.
  func inspect(_ unit: String, reply: @escaping (Result<[String: BusValue], BusError>) -> Void) {
    guard let bus else { return reply(.failure(BusError(errno: ENOTCONN))) }
    // An empty name stands for all interfaces.
    let call = BusCall(
      "GetAll", of: "org.freedesktop.DBus.Properties", at: Self.path(of: unit), [.string("")])
    bus.call(call) { answer in reply(answer.map { $0.first?.properties ?? [:] }) }
  }

  /// Finds out whether the manager can count the network traffic of units. It uses the same means to restrict
  /// units to some addresses. Starts a unit with that name for the test.
  func countsTraffic(_ unit: String, reply: @escaping (Bool) -> Void) {
    let properties = [
      TransientUnit.property("Type", .string("exec")), TransientUnit.property("IPAccounting", .boolean(true)),
      TransientUnit.property("RemainAfterExit", .boolean(true)),
      TransientUnit.property(
        "ExecStart",
        .array(of: "(sasb)", [.structure([.string("/bin/true"), .strings(["true"]), .boolean(false)])])),
    ]
    call(
      "StartTransientUnit",
      [.string(unit), .string("fail"), .array(of: "(sv)", properties), .array(of: "(sa(sv))", [])]
    ) { [weak self] answer in
      guard let self, case .success = answer else { return reply(false) }
      awaitStart(of: unit, attempts: Self.probeAttempts, reply: reply)
    }
  }

  /// The most checks of whether the unit has started, and the seconds between them.
  private static let probeAttempts = 250
  private static let probeInterval = 0.02

  private func awaitStart(of unit: String, attempts: Int, reply: @escaping (Bool) -> Void) {
    inspect(unit) { [weak self] answer in
      guard let self else { return }
      guard case .success(let properties) = answer, attempts > 0 else {
        stop(unit)
        return reply(false)
      }
      // The unit is inactive until its job begins.
      if ["activating", "inactive"].contains(properties["ActiveState"]?.text) {
        return loop.after(Self.probeInterval) { [weak self] in
          self?.awaitStart(of: unit, attempts: attempts - 1, reply: reply)
        }
      }
      // The largest number means "no count".
      if case .uint64(let count)? = properties["IPIngressBytes"] {
        reply(count != .max)
      } else {
        reply(false)
      }
      stop(unit)
      forget(unit)
    }
  }

  /// Ends units of dead launchers: a launcher that was killed could not do so itself.
  func sweep() {
    call("ListUnitsByPatterns", [.strings([]), .strings([UnitName.pattern])]) { [weak self] answer in
      guard let self, case .success(let values) = answer else { return }
      for unit in values.first?.elements ?? [] {
        guard let name = unit.elements.first?.text, let launcher = UnitName.launcher(of: name),
          launcher != getpid(), kill(launcher, 0) != 0, errno == ESRCH
        else { continue }
        log.notice("ending \(name), which an earlier launcher left behind")
        stop(name)
        forget(name)
      }
    }
  }
}
