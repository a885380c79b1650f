import CSystemd
import Glibc

/// Offering objects to others.
extension BusConnection {
  /// Offers an object: `handler` gets every call of a method of it, of whichever interface, and answers it.
  ///
  /// That includes `org.freedesktop.DBus.Properties` and `Introspectable`. What is not known is best answered with
  /// `BusError.unknownMethod`. The object is there until the slot is cancelled.
  @discardableResult
  public func offer(
    _ path: String, handler: @escaping (BusCall) -> Result<[BusValue], BusError>
  ) throws(BusError) -> BusSlot {
    let bus = try open()
    let slot = BusSlot(self) { message in Self.answer(message, with: handler) }
    try BusError.check(sd_bus_add_object(bus, &slot.raw, path, BusSlot.objectCallback, slot.userData))
    keep(slot)
    return slot
  }

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

  private static func answer(
    _ message: OpaquePointer, with handler: (BusCall) -> Result<[BusValue], BusError>
  ) {
    do throws(BusError) {
      let call = BusCall(
        text(sd_bus_message_get_member(message)), of: text(sd_bus_message_get_interface(message)),
        at: text(sd_bus_message_get_path(message)), try BusValue.all(in: message))
      try reply(to: message, with: try handler(call).get())
    } catch {
      var told = sd_bus_error()
      sd_bus_error_set(&told, error.name, error.message)
      sd_bus_reply_method_error(message, &told)
      sd_bus_error_free(&told)
    }
  }

  private static func reply(to message: OpaquePointer, with values: [BusValue]) throws(BusError) {
    var reply: OpaquePointer?
    try BusError.check(sd_bus_message_new_method_return(message, &reply))
    defer { sd_bus_message_unref(reply) }
    guard let reply else { throw BusError(errno: ENOMEM) }
    for value in values { try value.append(to: reply) }
    try BusError.check(sd_bus_send(nil, reply, nil))
  }
}

nonisolated extension BusError {
  /// An object has no such method.
  public static func unknownMethod(_ call: BusCall) -> BusError {
    BusError(
      name: "org.freedesktop.DBus.Error.UnknownMethod",
      message: "there is no \(call.method) of \(call.interface)")
  }
}
