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
    "The touch kiosk launcher. A call returns when it is done. Calls that [control] of "
      + "rotunda.toml(5) does not allow fail with org.rotunda.Launcher1.Error.NotAllowed. Too many "
      + "calls at once fail with org.freedesktop.DBus.Error.LimitsExceeded.",
    methods: methods, signals: signals, properties: properties)

  private static let methods = [
    BusInterface.Method(
      "Reload",
      "Reads the configuration again. Fails with Error.InvalidConfiguration and the first mistake "
        + "if it has one. The earlier configuration then stays."),
    BusInterface.Method(
      "Home",
      "Ends the visit: closes the program that has the screen and all folders, and shows the first tile."),
    BusInterface.Method(
      "Open", inputs: [.init("tile", "s")],
      "Opens the tile with that id, wherever the visitor is, and turns on a dark screen. Fails "
        + "with Error.UnknownTile, or with Error.NotAvailable if the tile cannot open now."),
    BusInterface.Method(
      "ShowMessage", inputs: [.init("text", "s"), .init("seconds", "u")],
      "Shows a message of at most \(ControlRequest.longestMessage) characters, with a larger "
        + "first line. It stays for the given seconds, or with 0 until a touch. Over a program, the "
        + "message covers the program, which then returns. A dark screen stays dark."),
    BusInterface.Method("Blank", "Turns the screen dark until a touch."),
    BusInterface.Method("Unblank", "Turns a dark screen on, with its earlier contents."),
    BusInterface.Method(
      "SetBrightness", inputs: [.init("percent", "u")],
      "Sets the brightness of the screen, from 0 to 100 percent. With 0 the screen stays visible: Blank turns "
        + "it dark. Fails with Error.NotAvailable if the screen has no brightness control."),
    BusInterface.Method(
      "Lock",
      "Locks the launcher until the PIN is entered, as the action lock of a tile does. Fails with "
        + "Error.NotAvailable if the configuration has no PIN."),
    BusInterface.Method(
      "Screenshot", inputs: [.init("file", "h")], outputs: [.init("source", "s")],
      "Writes the screen as a PNG picture into an open file, a pipe or a socket. The answer is screen if the "
        + "compositor gives a copy of everything that visitors see, also of programs. It is launcher if the "
        + "picture shows the launcher alone. Fails with Error.NotSeen while the screen is dark, and while a "
        + "program has the screen if the compositor gives no copy."),
    BusInterface.Method(
      "SetTile", inputs: [.init("tile", "s"), .init("content", "a{sv}")],
      "Changes the contents of the tile with that id, and replaces earlier changes: texts for "
        + "name, description, meta, kicker and badge, a picture in its live-pictures, and progress, a "
        + "number from 0 to 1. Contents that the call omits are those of the configuration, so an "
        + "empty call removes all changes. Fails with Error.UnknownTile."
    ),
  ]

  private static let signals = [
    BusInterface.Signal(
      "Opened", arguments: [.init("tile", "s")],
      "A tile opened: its program starts or comes back, or the launcher shows its page or folder."),
    BusInterface.Signal(
      "Closed", arguments: [.init("tile", "s"), .init("reason", "s")],
      "A tile's program ended or did not start, with the reason."),
    BusInterface.Signal(
      "Failed", arguments: [.init("tile", "s")],
      "A tile's program did not start, or ended with an error. Closed comes first, with the reason."),
    BusInterface.Signal(
      "Message", arguments: [.init("text", "s")], "A message of ShowMessage is shown."),
    BusInterface.Signal(
      "Idle", arguments: [.init("nobody", "b")],
      "With true: the visitor has left, as [idle] of rotunda.toml(5) counts. With false: a "
        + "visitor is there again."),
    BusInterface.Signal(
      "Error", arguments: [.init("text", "s")], "An error, which is also in the journal."),
  ]

  private static let properties = [
    BusInterface.Property("Version", "s", "The launcher's version."),
    BusInterface.Property(
      "Configuration", "s", "The path of the configuration file; empty if there is none."),
    BusInterface.Property("Problems", "u", "The number of mistakes in the configuration."),
    BusInterface.Property(
      "ConfigurationWaiting", "b",
      "Whether a changed configuration waits until no program has the screen."),
    BusInterface.Property(
      "Screen", "s",
      "The current screen: " + ShellStatus.Screen.allCases.map(\.rawValue).joined(separator: ", ") + "."),
    BusInterface.Property(
      "Tile", "s", "The id of the tile that is open or in the middle; empty if there is none."),
    BusInterface.Property(
      "App", "s", "The name of the tile whose program has the screen; empty if none has it."),
    BusInterface.Property(
      "Keyboard", "b",
      "Whether the launcher is the compositor's input method, for its keyboard over programs."),
    BusInterface.Property(
      "Brightness", "u",
      "The brightness of the screen in percent, as of the start or the last SetBrightness. The property is "
        + "missing if the screen has no brightness control."),
    BusInterface.Property("Nobody", "b", "Whether no visitor is there, as [idle] of rotunda.toml(5) counts."),
    BusInterface.Property("Uptime", "t", "Seconds since the launcher started."),
    BusInterface.Property("Frames", "t", "The number of frames since the launcher started."),
    BusInterface.Property("LastError", "s", "The latest error, in English; empty if there was none."),
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
    case "SetBrightness":
      guard let percent = arguments.first?.integer else { return nil }
      self = .brightness(percent: percent)
    case "Lock": self = .lock
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
      case .notSeen:
        ours("NotSeen", "the screen is dark, or a program has it and the compositor gives no copy")
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
