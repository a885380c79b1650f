import CRotundaWayland

/// The way events come in: libwayland calls, on the thread that dispatches, for each event of each object.
nonisolated enum Dispatcher {
  /// Marks objects that are ours, among those that other libraries make on the same connection.
  nonisolated(unsafe) static let mark = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  static let callback: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
    MainActor.preconditionIsolated("events are delivered on the main thread")
    deliver(target, opcode, arguments)
    return 0
  }

  private typealias Delivery = (UnsafeMutableRawPointer?, UInt32, UnsafeMutablePointer<wl_argument>?) -> Void

  /// What `MainActor.assumeIsolated` does, once and for all: it takes two blocks from the heap for each event.
  nonisolated(unsafe) private static let deliver = unsafeBitCast(take as Isolated, to: Delivery.self)

  private typealias Isolated =
    @MainActor (UnsafeMutableRawPointer?, UInt32, UnsafeMutablePointer<wl_argument>?) -> Void

  @MainActor private static func take(
    _ target: UnsafeMutableRawPointer?, _ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?
  ) {
    guard let target, let arguments, let proxy = Connection.proxy(of: OpaquePointer(target)) else { return }
    proxy.dispatch(opcode, arguments)
  }
}
