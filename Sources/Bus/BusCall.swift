import CSystemd
import Glibc

/// A method to be called: whose, of which object, and with what.
package nonisolated struct BusCall: Hashable, Sendable {
  /// Who has the object; nil on a connection without a bus between.
  package var destination: String?
  /// The object.
  package var path: String
  /// The interface that the method belongs to.
  package var interface: String
  package var method: String
  package var arguments: [BusValue]

  package init(
    _ method: String, of interface: String, at path: String, destination: String? = nil,
    _ arguments: [BusValue] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    self.arguments = arguments
  }
}

/// A call of one of our methods, to be answered now or later, once.
///
/// One that is dropped without an answer is answered with an error, so that no caller waits for nothing.
package final class BusRequest {
  package let method: String
  /// Its arguments, of the types that the interface says. Descriptors among them are the request's, and
  /// closed with it.
  package let arguments: [BusValue]
  private nonisolated(unsafe) var message: OpaquePointer?

  init(_ method: String, _ arguments: [BusValue], _ message: OpaquePointer) {
    (self.method, self.arguments) = (method, arguments)
    self.message = sd_bus_message_ref(message)
  }

  isolated deinit {
    answer(.failure(BusError(name: "org.freedesktop.DBus.Error.Failed", message: "there is no answer")))
  }

  /// Answers. The caller may be gone, and so may the bus.
  package func answer(_ result: Result<[BusValue], BusError>) {
    guard let message else { return }
    self.message = nil
    BusConnection.reply(to: message, result)
    sd_bus_message_unref(message)
  }
}

/// What an object told everybody.
package nonisolated struct BusSignal: Hashable, Sendable {
  /// The object.
  package var path: String
  /// The interface that the signal belongs to.
  package var interface: String
  package var member: String
  package var arguments: [BusValue]

  package init(_ member: String, of interface: String, at path: String, _ arguments: [BusValue] = []) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// Which signals a listener wants to hear; nil stands for any.
package nonisolated struct BusSignalFilter: Hashable, Sendable {
  /// Who sends it; nil on a connection without a bus between.
  package var sender: String?
  /// The object.
  package var path: String?
  /// The interface that the signal belongs to.
  package var interface: String?
  package var member: String?

  package init(
    sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
  }
}

/// What went wrong on a bus: the words of the service that answered, or of the system.
package nonisolated struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error's name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
  package let name: String
  /// What happened, for a log.
  package let message: String

  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// A call of libsystemd that failed with `errno`, whichever its sign.
  package init(errno number: Int32) {
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
  /// No answer came in time (D-Bus Specification, "Standard error names"; sd-bus makes NoReply of a
  /// connection that ended).
  private static let silences: Set<String> = [
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
    "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Disconnected",
  ]

  /// Whether no answer came, so that it is not known whether the call was heard.
  package var isSilence: Bool { Self.silences.contains(name) }

  /// Whether a call of the system failed here, so that the call was not sent.
  package var isOfTheSystem: Bool { name.hasPrefix(Self.ofTheSystem) }

  /// For a log.
  package var description: String { message.isEmpty ? name : message }

  /// The result of a libsystemd call, which is a negative errno when it failed.
  @discardableResult
  static func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(errno: result) }
    return result
  }
}
