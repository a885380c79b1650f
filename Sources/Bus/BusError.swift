import CSystemd
import Glibc

/// What went wrong on a bus: the words of whoever answered, or of the system.
public nonisolated struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error's name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
  public let name: String
  /// What happened, for a log.
  public let message: String

  /// An error from its parts.
  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// A call of libsystemd that failed with `errno`, whichever its sign.
  public init(errno number: Int32) {
    self.init(name: "\(Self.ofTheSystem)\(abs(number))", message: String(cString: strerror(abs(number))))
  }

  /// The error that a message carries.
  init(_ message: OpaquePointer) {
    let error = sd_bus_message_get_error(message)?.pointee
    self.init(
      name: error?.name.map { String(cString: $0) } ?? "",
      message: error?.message.map { String(cString: $0) } ?? "")
  }

  private static let ofTheSystem = "rotunda.errno."
  /// Nobody answered in time (D-Bus Specification, "Standard error names"; sd-bus makes NoReply of a connection that ended).
  private static let silences: Set<String> = [
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
    "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Disconnected",
  ]

  /// Whether nobody answered, so that it is not known whether the call was heard.
  public var isSilence: Bool { Self.silences.contains(name) }

  /// Whether a call of the system failed here, so that nobody was asked.
  public var isOfTheSystem: Bool { name.hasPrefix(Self.ofTheSystem) }

  /// For a log.
  public var description: String { message.isEmpty ? name : message }

  /// The result of a libsystemd call, which is a negative errno when it failed.
  @discardableResult
  static func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(errno: result) }
    return result
  }
}
