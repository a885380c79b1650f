import CSystemd
import Glibc

/// Having a name, and telling everybody.
extension BusConnection {
  /// Asks the bus for a name to be called by; `reply` is told whether it has it, and if not, why.
  public func takeName(_ name: String, reply: @escaping (Result<Void, BusError>) -> Void) {
    let call = BusCall(
      "RequestName", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
      destination: "org.freedesktop.DBus",
      // DBUS_NAME_FLAG_DO_NOT_QUEUE: whoever has it keeps it.
      [.string(name), .uint32(4)])
    self.call(call) { answer in
      reply(
        answer.flatMap { values in
          // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER.
          values.first?.integer == 1
            ? .success(())
            : .failure(BusError(name: "org.freedesktop.DBus.Error.Failed", message: "\(name) is taken"))
        })
    }
  }

  /// Tells everybody who listens.
  public func emit(_ signal: BusSignal) throws(BusError) {
    var message: OpaquePointer?
    try BusError.check(
      sd_bus_message_new_signal(try open(), &message, signal.path, signal.interface, signal.member))
    defer { sd_bus_message_unref(message) }
    guard let message else { throw BusError(errno: ENOMEM) }
    for argument in signal.arguments { try argument.append(to: message) }
    try BusError.check(sd_bus_send(nil, message, nil))
  }

  static func reply(to message: OpaquePointer, with values: [BusValue]) throws(BusError) {
    var reply: OpaquePointer?
    try BusError.check(sd_bus_message_new_method_return(message, &reply))
    defer { sd_bus_message_unref(reply) }
    guard let reply else { throw BusError(errno: ENOMEM) }
    for value in values { try value.append(to: reply) }
    try BusError.check(sd_bus_send(nil, reply, nil))
  }
}
