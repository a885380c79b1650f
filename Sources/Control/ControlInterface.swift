import Bus
import Shell

/// The launcher's interface on D-Bus.
package nonisolated enum ControlInterface {
  /// The interface name, which is also the bus name of the launcher on the machine's first seat.
  package static let name = "org.rotunda.Launcher1"
  /// The object path.
  package static let path = "/org/rotunda/Launcher1"
  /// The seat whose launcher has the bus name without a suffix.
  package static let firstSeat = "seat0"

  /// Returns the bus name of a seat's launcher: `org.rotunda.Launcher1.seat1`.
  package static func busName(seat: String) -> String {
    guard seat != firstSeat, !seat.isEmpty else { return name }
    let letters = seat.unicodeScalars.map { $0.isPlain ? Character($0) : "_" }
    return "\(name).\(String(letters))"
  }

  /// The complete interface description.
  package static let table = BusInterface(
    name,
    "The touch kiosk launcher. Calls are answered when they are done. What [control] of rotunda.toml(5) does not allow fails "
      + "with org.rotunda.Launcher1.Error.NotAllowed, too many calls at once with org.freedesktop.DBus.Error.LimitsExceeded.",
    methods: methods, signals: signals, properties: properties)

  private static let methods = [
    BusInterface.Method(
      "Reload",
      "Reads the configuration again. Fails with Error.InvalidConfiguration and the first mistake when it has any; what was in "
        + "force stays then."),
    BusInterface.Method(
      "Home",
      "Ends the visit: the program that has the screen is left, folders close, the first tile is back."),
    BusInterface.Method(
      "Open", inputs: [.init("tile", "s")],
      "Opens the tile with that id, wherever the visitor is, and lights a dark screen. Fails with Error.UnknownTile, or with "
        + "Error.NotAvailable when it can not be opened now."),
    BusInterface.Method(
      "ShowMessage", inputs: [.init("text", "s"), .init("seconds", "u")],
      "Says something on the screen, at most \(ControlRequest.longestMessage) characters, the first line larger than the others; for so "
        + "many seconds, or with 0 until it is touched. Over a program it stands alone, and the program is back "
        + "afterwards. A dark screen stays dark."),
    BusInterface.Method("Blank", "Makes the screen dark until it is touched."),
    BusInterface.Method("Unblank", "Lights a dark screen; what was there before is back."),
    BusInterface.Method(
      "Screenshot", inputs: [.init("file", "h")],
      "Writes what the launcher shows as a PNG picture into an open file, a pipe or a socket. Fails with Error.NotSeen while "
        + "a program has the screen or the screen is dark."),
    BusInterface.Method(
      "SetTile", inputs: [.init("tile", "s"), .init("content", "a{sv}")],
      "Has the tile with that id show something else than its configuration says, in place of what earlier calls said: texts for name, "
        + "description, meta, kicker and badge, a picture in its live-pictures, and progress, a number from 0 to 1. What is not named "
        + "is as in the configuration, so nothing at all takes everything back. Fails with Error.UnknownTile."
    ),
  ]

  private static let signals = [
    BusInterface.Signal(
      "Opened", arguments: [.init("tile", "s")],
      "A tile was opened: its program starts or comes back, or it shows what is in it."),
    BusInterface.Signal(
      "Closed", arguments: [.init("tile", "s"), .init("reason", "s")],
      "A tile's program ended or did not start, and how."),
    BusInterface.Signal(
      "Idle", arguments: [.init("nobody", "b")],
      "Nobody is there any more, as [idle] of rotunda.toml(5) counts, or with false: somebody is again."),
    BusInterface.Signal(
      "Error", arguments: [.init("text", "s")], "Something went wrong that the journal is told of too."),
  ]

  private static let properties = [
    BusInterface.Property("Version", "s", "The launcher's version."),
    BusInterface.Property("Configuration", "s", "The configuration file; empty when there is none."),
    BusInterface.Property("Problems", "u", "How many mistakes there are in it."),
    BusInterface.Property(
      "Screen", "s",
      "What is seen: " + ShellStatus.Screen.allCases.map(\.rawValue).joined(separator: ", ") + "."),
    BusInterface.Property(
      "Tile", "s", "The id of the tile that is open or in the middle; empty when there is none."),
    BusInterface.Property(
      "App", "s", "The name of the tile whose program has the screen; empty when none has."),
    BusInterface.Property("Nobody", "b", "Whether nobody is there, as [idle] of rotunda.toml(5) counts."),
    BusInterface.Property("Uptime", "t", "Seconds since the launcher started."),
    BusInterface.Property("Frames", "t", "How many frames it has shown since."),
    BusInterface.Property("LastError", "s", "What went wrong last, in English; empty when nothing did."),
  ]
}

nonisolated extension Unicode.Scalar {
  /// Whether the character is permitted in an element of a bus name.
  fileprivate var isPlain: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}

nonisolated extension ControlRequest {
  /// Converts a method with its arguments to a request. Returns nil for an unknown method.
  init?(_ method: String, _ arguments: [BusValue]) {
    switch method {
    case "Reload": self = .reload
    case "Home": self = .home
    case "Blank": self = .blank
    case "Unblank": self = .unblank
    case "Screenshot": self = .screenshot
    case "Open":
      guard let tile = arguments.first?.text else { return nil }
      self = .open(tile: tile)
    case "ShowMessage":
      guard let text = arguments.first?.text, let seconds = arguments.last?.integer else { return nil }
      self = .message(text, seconds: seconds)
    case "SetTile":
      guard let tile = arguments.first?.text, let content = arguments.last?.properties else { return nil }
      let words = content.compactMapValues(\.word)
      guard words.count == content.count else { return nil }
      self = .setTile(tile, words)
    default: return nil
    }
  }
}

nonisolated extension BusValue {
  /// The value as text if it is a text or a number; otherwise nil.
  fileprivate var word: String? {
    if case .double(let number) = self { return "\(number)" }
    return text ?? integer.map { "\($0)" }
  }
}

nonisolated extension BusError {
  /// Converts a refusal to a D-Bus error.
  init(_ refusal: ControlRefusal) {
    func ours(_ name: String, _ message: String) -> BusError {
      BusError(name: "\(ControlInterface.name).Error.\(name)", message: message)
    }
    self =
      switch refusal {
      case .notAllowed(let verb): ours("NotAllowed", "the configuration does not allow '\(verb.rawValue)'")
      case .unknownTile: ours("UnknownTile", "there is no such tile now")
      case .unavailable(let reason): ours("NotAvailable", reason)
      case .invalid(let reason): BusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: reason)
      case .configuration(let problem): ours("InvalidConfiguration", problem)
      case .notSeen: ours("NotSeen", "the launcher is not on the screen")
      case .busy: ours("Busy", "another caller's request of this kind is not done yet")
      case .failed(let reason): BusError(name: "org.freedesktop.DBus.Error.Failed", message: reason)
      }
  }
}

/// Finds a bus's socket, to detect when the bus starts.
nonisolated enum BusAddress {
  /// Returns the path of a bus's socket; nil if it has none that can be watched.
  static func socket(of place: BusConnection.Place, _ environment: [String: String]) -> String? {
    switch place {
    // The path of the D-Bus Specification, "Well-known Message Bus Instances".
    case .system: path(in: environment["DBUS_SYSTEM_BUS_ADDRESS"]) ?? "/run/dbus/system_bus_socket"
    case .session:
      path(in: environment["DBUS_SESSION_BUS_ADDRESS"]) ?? environment["XDG_RUNTIME_DIR"].map { "\($0)/bus" }
    case .peer(let address): path(in: address)
    }
  }

  /// Returns the first path in a list of addresses.
  private static func path(in address: String?) -> String? {
    for part in address?.split(separator: ";") ?? [] where part.hasPrefix("unix:") {
      for pair in part.dropFirst("unix:".count).split(separator: ",") where pair.hasPrefix("path=/") {
        return String(pair.dropFirst("path=".count))
      }
    }
    return nil
  }
}
