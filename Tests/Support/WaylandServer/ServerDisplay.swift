import CWaylandServer
import Wayland

/// A Wayland server without any socket of its own: clients are handed over as descriptors.
///
/// One thread makes it, runs it and uses all of its objects.
public final class ServerDisplay {
  let pointer: OpaquePointer
  private let loop: OpaquePointer
  private var clients: [OpaquePointer: ServerClient] = [:]
  private var globals: [ServerGlobal] = []

  /// Takes each request before its object does.
  public var onRequest: ((RequestRecord) -> Void)?

  /// Makes a server; nil when the system has no memory or descriptors left.
  public init?() {
    guard let pointer = wl_display_create() else { return nil }
    self.pointer = pointer
    loop = wl_display_get_event_loop(pointer)
  }

  /// Disconnects all clients. The display cannot be used afterward.
  public func destroy() {
    wl_display_destroy_clients(pointer)
    wl_display_destroy(pointer)
  }

  /// The clients that are connected.
  public var connectedClients: [ServerClient] { Array(clients.values) }

  /// Adds the client at the other end of a connected socket, which the display takes over.
  @discardableResult
  public func addClient(descriptor: Int32) -> ServerClient? {
    wl_client_create(pointer, descriptor).flatMap { client($0) }
  }

  /// Offers an interface. `onBind` gets each object that a client makes of it.
  @discardableResult
  public func addGlobal<R: Resource>(
    _ type: R.Type, version: UInt32, onBind: @escaping (R) -> Void
  ) -> ServerGlobal {
    let global = ServerGlobal(self, R.interface, version: version) { client, version, id in
      onBind(R(client: client, version: version, id: id))
    }
    globals.append(global)
    return global
  }

  /// Delivers what came in, waiting up to `milliseconds` (-1: for ever), and sends what waits to be sent.
  public func dispatch(milliseconds: Int32) {
    wl_display_flush_clients(pointer)
    _ = wl_event_loop_dispatch(loop, milliseconds)
    wl_display_flush_clients(pointer)
  }

  /// Sends what waits to be sent.
  public func flush() { wl_display_flush_clients(pointer) }

  /// A number for events that carry one, each higher than the last.
  public func nextSerial() -> UInt32 { wl_display_next_serial(pointer) }

  /// Readable when ``dispatch(milliseconds:)`` has something to do.
  public var fileDescriptor: Int32 { wl_event_loop_get_fd(loop) }

  func client(_ pointer: OpaquePointer) -> ServerClient? {
    if let client = clients[pointer] { return client }
    let client = ServerClient(pointer, display: self)
    clients[pointer] = client
    return client
  }

  func forget(_ client: OpaquePointer) { clients[client] = nil }
}
