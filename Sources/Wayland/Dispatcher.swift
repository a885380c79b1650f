import CWayland

/// The way events come in: libwayland calls, on the thread that dispatches, for each event of each object.
nonisolated enum Dispatcher {
  /// Marks objects that are ours, among those that other libraries make on the same connection.
  nonisolated(unsafe) static let mark = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  static let callback: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
    nonisolated(unsafe) let target = target
    nonisolated(unsafe) let arguments = arguments
    MainActor.assumeIsolated {
      guard let target, let arguments, let proxy = Connection.proxy(of: OpaquePointer(target)) else { return }
      proxy.dispatch(opcode, arguments)
    }
    return 0
  }
}
