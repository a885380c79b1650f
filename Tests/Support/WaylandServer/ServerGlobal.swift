import CWaylandServer
import Wayland

/// A global of a ``ServerDisplay``.
public final class ServerGlobal {
  /// The global's interface.
  public let interface: ProtocolInterface
  /// The highest version that clients may bind.
  public let version: UInt32
  private let display: ServerDisplay
  private let bind: (ServerClient, UInt32, UInt32) -> Void
  private var pointer: OpaquePointer?

  init(
    _ display: ServerDisplay, _ interface: ProtocolInterface, version: UInt32,
    bind: @escaping (ServerClient, UInt32, UInt32) -> Void
  ) {
    self.display = display
    self.interface = interface
    self.version = min(version, interface.maximumVersion)
    self.bind = bind
    pointer = wl_global_create(
      display.pointer, interface.pointer, Int32(self.version), Unmanaged.passUnretained(self).toOpaque()
    ) { client, data, version, id in
      guard let client, let data else { return }
      let global = Unmanaged<ServerGlobal>.fromOpaque(data).takeUnretainedValue()
      guard let client = global.display.client(client) else { return }
      global.bind(client, version, id)
    }
  }

  /// Announces the removal of the global to all clients. Objects that are bound to it stay. A client may
  /// still bind it before it gets the announcement.
  public func remove() {
    if let pointer { wl_global_remove(pointer) }
    pointer = nil
  }
}
