import CSystemd
import Glibc

/// A method call to an object on a bus.
package nonisolated struct BusCall: Hashable, Sendable {
  /// The bus name of the object's owner; nil on a connection without a bus.
  package var destination: String?
  /// The object's path.
  package var path: String
  /// The interface of the method.
  package var interface: String
  package var method: String
  package var arguments: [BusValue]
  /// Whether an argument is a secret: the message's memory is wiped when it has been sent.
  package var isSecret = false

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

/// A call of a method that this process offers. Answer it once, now or later.
///
/// A request that is released without an answer is answered with an error, so no caller waits in vain.
package final class BusRequest {
  package let method: String
  /// The arguments, with the types of the interface. The request owns descriptors among them, and closes them
  /// with itself.
  package let arguments: [BusValue]
  /// The connection that called, by its unique name; empty without a bus.
  package let sender: String
  private nonisolated(unsafe) var message: OpaquePointer?

  init(_ method: String, _ arguments: [BusValue], _ message: OpaquePointer) {
    (self.method, self.arguments) = (method, arguments)
    sender = BusConnection.text(sd_bus_message_get_sender(message))
    self.message = sd_bus_message_ref(message)
  }

  isolated deinit {
    answer(.failure(BusError(name: "org.freedesktop.DBus.Error.Failed", message: "there is no answer")))
  }

  /// Sends the answer. Does nothing if the caller or the bus is gone.
  ///
  /// - Parameter isSecret: whether the memory of the answer is wiped when it has been sent.
  package func answer(_ result: Result<[BusValue], BusError>, isSecret: Bool = false) {
    guard let message else { return }
    self.message = nil
    BusConnection.reply(to: message, result, isSecret: isSecret)
    sd_bus_message_unref(message)
  }
}

/// A signal from an object.
package nonisolated struct BusSignal: Hashable, Sendable {
  /// The object's path.
  package var path: String
  /// The interface of the signal.
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

/// A filter for signals; nil matches any value.
package nonisolated struct BusSignalFilter: Hashable, Sendable {
  /// The sender's bus name; nil on a connection without a bus.
  package var sender: String?
  /// The object's path.
  package var path: String?
  /// The interface of the signal.
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

/// An error on a bus, from the service that answered or from the system.
package nonisolated struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error's name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
  package let name: String
  /// A description for a log.
  package let message: String

  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// Creates an error from an errno of either sign.
  package init(errno number: Int32) {
    self.init(name: "\(Self.ofTheSystem)\(abs(number))", message: String(cString: strerror(abs(number))))
  }

  /// Reads the error from a message.
  init(_ message: OpaquePointer) {
    let error = sd_bus_message_get_error(message)?.pointee
    self.init(
      name: error?.name.map { String(cString: $0) } ?? "",
      message: error?.message.map { String(cString: $0) } ?? "")
  }

  private static let ofTheSystem = "rotunda.errno."
  /// The errors when no answer came in time (D-Bus Specification, "Standard error names"; sd-bus reports
  /// NoReply when a connection ends).
  private static let silences: Set<String> = [
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
    "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Disconnected",
  ]

  /// Whether no answer came: it is then unknown whether the call was received.
  package var isSilence: Bool { Self.silences.contains(name) }

  /// Whether a local system call failed, so the call was not sent.
  package var isOfTheSystem: Bool { name.hasPrefix(Self.ofTheSystem) }

  /// A description for a log.
  package var description: String { message.isEmpty ? name : message }

  /// Returns the result of a libsystemd call. Throws if it is negative: it is then a negated errno.
  @discardableResult
  static func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(errno: result) }
    return result
  }
}
