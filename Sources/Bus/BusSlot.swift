import CSystemd

/// Something that libsystemd calls back for a connection: an answer or signals. Kept by the connection until it is
/// cancelled, or until the connection ends.
public final class BusSlot {
  nonisolated(unsafe) var raw: OpaquePointer?
  private weak var connection: BusConnection?
  let handler: (OpaquePointer) -> Void

  init(_ connection: BusConnection, handler: @escaping (OpaquePointer) -> Void) {
    self.connection = connection
    self.handler = handler
  }

  deinit {
    sd_bus_slot_unref(raw)
  }

  /// Never called again. Safe inside its own closure, and more than once.
  public func cancel() {
    guard let slot = raw else { return }
    raw = nil
    sd_bus_slot_unref(slot)
    connection?.forget(self)
  }

  /// What libsystemd is given to find the slot again.
  var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The callback of all slots. It answers 0: whoever else listens is to be told too.
  nonisolated static let callback: sd_bus_message_handler_t = { message, userData, _ in
    enter(message, userData)
    return 0
  }

  /// The callback of objects that are offered. It answers 1: the call has been dealt with.
  nonisolated static let objectCallback: sd_bus_message_handler_t = { message, userData, _ in
    enter(message, userData)
    return 1
  }

  private nonisolated static func enter(_ message: OpaquePointer?, _ userData: UnsafeMutableRawPointer?) {
    guard let message, let userData else { return }
    nonisolated(unsafe) let (carried, pointer) = (message, userData)
    MainActor.assumeIsolated {
      // The strong reference lets it outlive a `cancel()` in its own closure.
      let slot = Unmanaged<BusSlot>.fromOpaque(pointer).takeUnretainedValue()
      if slot.raw != nil { slot.handler(carried) }
    }
  }
}
