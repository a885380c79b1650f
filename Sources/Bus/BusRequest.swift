import CSystemd
import Glibc

/// A call of one of our methods, to be answered now or later, once.
///
/// One that is dropped without an answer is answered with an error, so that no caller waits for nothing.
public final class BusRequest {
  /// The method.
  public let method: String
  /// Its arguments, of the types that the interface says. Descriptors among them are the request's, and closed with it.
  public let arguments: [BusValue]
  private nonisolated(unsafe) var message: OpaquePointer?

  init(_ method: String, _ arguments: [BusValue], _ message: OpaquePointer) {
    (self.method, self.arguments) = (method, arguments)
    self.message = sd_bus_message_ref(message)
  }

  isolated deinit {
    answer(.failure(BusError(name: "org.freedesktop.DBus.Error.Failed", message: "there is no answer")))
  }

  /// Answers. Whoever asked may be gone, and so may the bus.
  public func answer(_ result: Result<[BusValue], BusError>) {
    guard let message else { return }
    self.message = nil
    BusConnection.reply(to: message, result)
    sd_bus_message_unref(message)
  }
}
