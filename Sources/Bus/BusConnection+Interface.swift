import CSystemd

/// An object of one interface, as its table says.
extension BusConnection {
  /// Offers an object.
  ///
  /// What the table does not know, and arguments of other types, never get past here; they are not even read.
  ///
  /// - Parameters:
  ///   - admits: whether a call is to be dealt with; asked for every call, also of what every object has. The others are
  ///     answered with `org.freedesktop.DBus.Error.LimitsExceeded`.
  ///   - properties: the values of the interface's properties now.
  ///   - handler: does what a method is for.
  @discardableResult
  public func offer(
    _ path: String, _ interface: BusInterface, admits: @escaping (String) -> Bool,
    properties: @escaping () -> [String: BusValue], handler: @escaping (BusRequest) -> Void
  ) throws(BusError) -> BusSlot {
    let object = BusObject(interface: interface, admits: admits, properties: properties, handler: handler)
    let bus = try open()
    let slot = BusSlot(self) { message in object.take(message) }
    try BusError.check(sd_bus_add_object(bus, &slot.raw, path, BusSlot.objectCallback, slot.userData))
    keep(slot)
    return slot
  }

  /// Answers a message that was received, if whoever sent it wants that.
  static func reply(to message: OpaquePointer, _ result: Result<[BusValue], BusError>) {
    guard sd_bus_message_get_expect_reply(message) > 0 else { return }
    do throws(BusError) {
      try reply(to: message, with: try result.get())
    } catch {
      var told = sd_bus_error()
      sd_bus_error_set(&told, error.name, error.message)
      sd_bus_reply_method_error(message, &told)
      sd_bus_error_free(&told)
    }
  }
}

/// What becomes of calls of an object.
private struct BusObject {
  let interface: BusInterface
  let admits: (String) -> Bool
  let properties: () -> [String: BusValue]
  let handler: (BusRequest) -> Void

  func take(_ message: OpaquePointer) {
    let method = BusConnection.text(sd_bus_message_get_member(message))
    let asked = BusConnection.text(sd_bus_message_get_interface(message))
    guard admits(method) else {
      return fail(message, "LimitsExceeded", "that is too much at once; ask again in a second")
    }
    switch asked {
    case "org.freedesktop.DBus.Introspectable" where method == "Introspect":
      BusConnection.reply(to: message, .success([.string(interface.introspection)]))
    case "org.freedesktop.DBus.Properties": read(method, message)
    // Whoever names no interface means whichever has the method.
    case interface.name, "": call(method, message)
    default: fail(message, "UnknownInterface", "there is no interface \(asked) here")
    }
  }

  private func call(_ name: String, _ message: OpaquePointer) {
    guard let method = interface.methods.first(where: { $0.name == name }) else {
      return fail(message, "UnknownMethod", "there is no method \(name) of \(interface.name)")
    }
    guard let arguments = arguments(of: message, method.signature) else {
      return fail(message, "InvalidArgs", "\(name) takes '\(method.signature)'")
    }
    handler(BusRequest(name, arguments, message))
  }

  private func read(_ method: String, _ message: OpaquePointer) {
    switch method {
    case "Get":
      guard let names = arguments(of: message, "ss")?.compactMap(\.text), names.count == 2 else {
        return fail(message, "InvalidArgs", "Get takes 'ss'")
      }
      guard names[0] == interface.name || names[0].isEmpty, let value = properties()[names[1]] else {
        return fail(message, "UnknownProperty", "there is no such property")
      }
      BusConnection.reply(to: message, .success([.variant(value)]))
    case "GetAll":
      guard let name = arguments(of: message, "s")?.first?.text else {
        return fail(message, "InvalidArgs", "GetAll takes 's'")
      }
      BusConnection.reply(to: message, .success([name == interface.name || name.isEmpty ? all : none]))
    case "Set": fail(message, "PropertyReadOnly", "nothing can be set")
    default: fail(message, "UnknownMethod", "there is no method \(method) of properties")
    }
  }

  private var none: BusValue { .array(of: "{sv}", []) }

  private var all: BusValue {
    let values = properties().sorted { $0.key < $1.key }
    return .array(of: "{sv}", values.map { .entry(.string($0.key), .variant($0.value)) })
  }

  /// Read only when they are what was asked for: a message may be as large as the bus allows.
  private func arguments(of message: OpaquePointer, _ signature: String) -> [BusValue]? {
    guard sd_bus_message_has_signature(message, signature) > 0 else { return nil }
    return try? BusValue.all(in: message)
  }

  private func fail(_ message: OpaquePointer, _ name: String, _ words: String) {
    BusConnection.reply(
      to: message, .failure(BusError(name: "org.freedesktop.DBus.Error.\(name)", message: words)))
  }
}
