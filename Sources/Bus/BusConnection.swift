import CSystemd
import EventLoop
import Glibc
import Logging

private let log = Log("bus")

/// A D-Bus connection to a message bus or directly to another process, on an event loop.
///
/// All operations are asynchronous: answers and signals come from the loop, never from inside a call.
///
/// ```swift
/// let bus = try BusConnection(.system, loop: loop)
/// bus.call(BusCall("CanPowerOff", of: "org.freedesktop.login1.Manager", at: "/org/freedesktop/login1",
///                  destination: "org.freedesktop.login1")) { answer in … }
/// ```
package final class BusConnection {
  /// The other end of the connection.
  package nonisolated enum Place: Hashable, Sendable {
    case system
    case session
    /// A process that listens at this address without a bus, such as
    /// `unix:path=/run/user/1000/systemd/private`.
    case peer(address: String)
  }

  /// Called once when the connection is lost. Pending calls have been answered with an error by then.
  package var onDisconnect: (() -> Void)?
  private nonisolated(unsafe) var raw: OpaquePointer?
  private var slots: [ObjectIdentifier: BusSlot] = [:]

  /// The default time-out of a call in seconds. The services that the launcher uses answer within
  /// milliseconds, and a visitor waits.
  package nonisolated static let patience = 5.0

  /// Connects. A wrong protocol at the other end is only detected with the first answer.
  ///
  /// - Parameter isPatient: whether messages have the lowest priority in the loop, however many there are.
  package init(_ place: Place, loop: EventLoop, isPatient: Bool = false) throws(BusError) {
    var bus: OpaquePointer?
    switch place {
    case .system: try BusError.check(sd_bus_open_system(&bus))
    case .session: try BusError.check(sd_bus_open_user(&bus))
    case .peer(let address):
      try BusError.check(sd_bus_new(&bus))
      let result = Self.start(bus, address)
      if result < 0 {
        sd_bus_unref(bus)
        throw BusError(errno: result)
      }
    }
    raw = bus
    let priority = isPatient ? SD_EVENT_PRIORITY_IDLE : SD_EVENT_PRIORITY_NORMAL
    let result = sd_bus_attach_event(bus, loop.handle, Int32(priority))
    guard result >= 0 else {
      close()
      throw BusError(errno: result)
    }
    // sd-bus generates this signal when the connection ends.
    _ = try? subscribe(
      BusSignalFilter(
        path: "/org/freedesktop/DBus/Local", interface: "org.freedesktop.DBus.Local", member: "Disconnected")
    ) { [weak self] _ in self?.disconnected() }
  }

  private static func start(_ bus: OpaquePointer?, _ address: String) -> Int32 {
    let result = sd_bus_set_address(bus, address)
    return result < 0 ? result : sd_bus_start(bus)
  }

  deinit {
    sd_bus_close_unref(raw)
  }

  package var isOpen: Bool { raw.map { sd_bus_is_open($0) > 0 } ?? false }

  /// Closes the connection: signals are no longer sent, and pending calls get no answer.
  package func close() {
    guard let bus = raw else { return }
    raw = nil
    for slot in slots.values { slot.cancel() }
    slots = [:]
    sd_bus_detach_event(bus)
    // Do not flush: a peer that does not read would block the launcher. Messages are written as soon as they
    // are sent.
    sd_bus_close_unref(bus)
  }

  private func disconnected() {
    let told = onDisconnect
    onDisconnect = nil
    close()
    told?()
  }

  /// Returns the `sd_bus` while connected; otherwise throws.
  func open() throws(BusError) -> OpaquePointer {
    guard let raw else { throw BusError(errno: ENOTCONN) }
    return raw
  }

  func keep(_ slot: BusSlot) {
    slots[ObjectIdentifier(slot)] = slot
  }

  func forget(_ slot: BusSlot) {
    slots[ObjectIdentifier(slot)] = nil
  }
}

// MARK: Calls

extension BusConnection {
  /// Calls a method. `reply` gets the result, or an error if none comes within `timeout` seconds.
  ///
  /// - Returns: a slot that cancels the wait for the answer; nil if the call could not be sent. `reply`
  ///   then gets the error at once.
  @discardableResult
  package func call(
    _ call: BusCall, timeout: Double = patience,
    reply: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
  ) -> BusSlot? {
    do throws(BusError) {
      let message = try message(call)
      defer { sd_bus_message_unref(message) }
      weak var pending: BusSlot?
      let slot = BusSlot(self) { answer in
        pending?.cancel()
        reply(Self.result(answer))
      }
      pending = slot
      try BusError.check(
        sd_bus_call_async(
          raw, &slot.raw, message, BusSlot.callback, slot.userData, Self.microseconds(timeout)))
      keep(slot)
      return slot
    } catch {
      reply(.failure(error))
      return nil
    }
  }

  private func message(_ call: BusCall) throws(BusError) -> OpaquePointer {
    let raw = try open()
    var message: OpaquePointer?
    try BusError.check(
      sd_bus_message_new_method_call(raw, &message, call.destination, call.path, call.interface, call.method))
    guard let message else { throw BusError(errno: ENOMEM) }
    do throws(BusError) {
      if call.isSecret { try BusError.check(sd_bus_message_sensitive(message)) }
      for argument in call.arguments { try argument.append(to: message) }
    } catch {
      sd_bus_message_unref(message)
      throw error
    }
    return message
  }

  private static func result(_ answer: OpaquePointer) -> Result<[BusValue], BusError> {
    guard sd_bus_message_is_method_error(answer, nil) <= 0 else { return .failure(BusError(answer)) }
    do throws(BusError) {
      return .success(try BusValue.all(in: answer))
    } catch {
      return .failure(error)
    }
  }

  private static func microseconds(_ seconds: Double) -> UInt64 {
    UInt64(min(max(seconds, 0), 3600) * 1e6)
  }
}

// MARK: Signals

extension BusConnection {
  /// Calls `handler` for each signal that matches the filter, until the slot is canceled.
  @discardableResult
  package func subscribe(
    _ filter: BusSignalFilter, handler: @escaping (BusSignal) -> Void
  ) throws(BusError) -> BusSlot {
    let raw = try open()
    let slot = BusSlot(self) { message in
      guard let signal = Self.signal(message) else { return }
      handler(signal)
    }
    try BusError.check(
      sd_bus_match_signal_async(
        raw, &slot.raw, filter.sender, filter.path, filter.interface, filter.member, BusSlot.callback, nil,
        slot.userData))
    keep(slot)
    return slot
  }

  private static func signal(_ message: OpaquePointer) -> BusSignal? {
    // Other listeners may have read the same message, so rewind it.
    sd_bus_message_rewind(message, 1)
    do throws(BusError) {
      return BusSignal(
        text(sd_bus_message_get_member(message)), of: text(sd_bus_message_get_interface(message)),
        at: text(sd_bus_message_get_path(message)), try BusValue.all(in: message))
    } catch {
      log.warning("a signal cannot be read: \(error)")
      return nil
    }
  }

  static func text(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}

/// Whether a connection owns a bus name.
package nonisolated enum BusNameState: Sendable {
  case owned
  /// Another connection owns it. This one will own it once that one releases it or disconnects.
  case queued
}

/// Owns bus names, and emits signals.
extension BusConnection {
  /// Requests a bus name, and waits in its queue while another connection owns it.
  ///
  /// - Parameter onChange: called with the first answer, and then whenever the bus grants or revokes the
  ///   name.
  package func requestName(_ name: String, onChange: @escaping (Result<BusNameState, BusError>) -> Void) {
    // The bus sends these only to the new owner.
    for (member, state) in [("NameAcquired", BusNameState.owned), ("NameLost", .queued)] {
      let filter = BusSignalFilter(
        sender: Self.busName, path: Self.busPath, interface: Self.busName, member: member)
      do throws(BusError) {
        try subscribe(filter) { if $0.arguments.first?.text == name { onChange(.success(state)) } }
      } catch {
        return onChange(.failure(error))
      }
    }
    // Without flags, the name cannot be replaced and the request is queued.
    call(
      BusCall(
        "RequestName", of: Self.busName, at: Self.busPath, destination: Self.busName,
        [.string(name), .uint32(0)])
    ) { answer in
      // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER is also reported by NameAcquired.
      switch answer {
      case .success(let values) where values.first?.integer == 1: break
      case .success: onChange(.success(.queued))
      case .failure(let error): onChange(.failure(error))
      }
    }
  }

  private static let busName = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"

  /// Sends a signal to all listeners.
  package func emit(_ signal: BusSignal) throws(BusError) {
    var message: OpaquePointer?
    try BusError.check(
      sd_bus_message_new_signal(try open(), &message, signal.path, signal.interface, signal.member))
    defer { sd_bus_message_unref(message) }
    guard let message else { throw BusError(errno: ENOMEM) }
    for argument in signal.arguments { try argument.append(to: message) }
    try BusError.check(sd_bus_send(nil, message, nil))
  }

  static func reply(
    to message: OpaquePointer, with values: [BusValue], isSecret: Bool
  ) throws(BusError) {
    var reply: OpaquePointer?
    try BusError.check(sd_bus_message_new_method_return(message, &reply))
    defer { sd_bus_message_unref(reply) }
    guard let reply else { throw BusError(errno: ENOMEM) }
    if isSecret { try BusError.check(sd_bus_message_sensitive(reply)) }
    for value in values { try value.append(to: reply) }
    try BusError.check(sd_bus_send(nil, reply, nil))
  }
}

/// A libsystemd callback of a connection, for an answer or for signals. The connection retains it until it is
/// canceled, or until the connection ends.
package final class BusSlot {
  nonisolated(unsafe) var raw: OpaquePointer?
  private weak var connection: BusConnection?
  private let handler: (OpaquePointer) -> Void

  init(_ connection: BusConnection, handler: @escaping (OpaquePointer) -> Void) {
    self.connection = connection
    self.handler = handler
  }

  deinit {
    sd_bus_slot_unref(raw)
  }

  /// Cancels the callback: it is never called again. Safe inside its own closure, and more than once.
  package func cancel() {
    guard let slot = raw else { return }
    raw = nil
    sd_bus_slot_unref(slot)
    connection?.forget(self)
  }

  /// The pointer by which the callback finds the slot.
  var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The callback of all slots. It returns 0 to let sd-bus call other listeners, too.
  nonisolated static let callback: sd_bus_message_handler_t = { message, userData, _ in
    enter(message, userData)
    return 0
  }

  /// The callback of offered objects. It returns 1: the call was handled.
  nonisolated static let objectCallback: sd_bus_message_handler_t = { message, userData, _ in
    enter(message, userData)
    return 1
  }

  private nonisolated static func enter(_ message: OpaquePointer?, _ userData: UnsafeMutableRawPointer?) {
    guard let message, let userData else { return }
    nonisolated(unsafe) let (carried, pointer) = (message, userData)
    MainActor.assumeIsolated {
      // A strong reference: the slot outlives a `cancel()` in its own closure.
      let slot = Unmanaged<BusSlot>.fromOpaque(pointer).takeUnretainedValue()
      if slot.raw != nil { slot.handler(carried) }
    }
  }
}
