import CWaylandServer
import Wayland

/// A Wayland server without its own socket: clients are added as descriptors.
///
/// A single thread creates it, runs it and uses all its objects.
public final class ServerDisplay {
  let pointer: OpaquePointer
  private let loop: OpaquePointer
  private var clients: [OpaquePointer: ServerClient] = [:]
  private var globals: [ServerGlobal] = []

  /// Called for each request, before its object handles it.
  public var onRequest: ((RequestRecord) -> Void)?

  /// Creates a server. Returns nil if the system lacks memory or descriptors.
  public init?() {
    guard let pointer = wl_display_create() else { return nil }
    self.pointer = pointer
    loop = wl_display_get_event_loop(pointer)
  }

  /// Disconnects all clients. Do not use the display afterward.
  public func destroy() {
    wl_display_destroy_clients(pointer)
    wl_display_destroy(pointer)
  }

  /// The connected clients.
  public var connectedClients: [ServerClient] { Array(clients.values) }

  /// Adds the client at the other end of a connected socket, and takes ownership of the socket.
  @discardableResult
  public func addClient(descriptor: Int32) -> ServerClient? {
    wl_client_create(pointer, descriptor).flatMap { client($0) }
  }

  /// Accepts clients on a listening socket, and takes ownership of it. Reports whether that succeeded.
  public func listen(descriptor: Int32) -> Bool { wl_display_add_socket_fd(pointer, descriptor) == 0 }

  /// Offers an interface. `onBind` gets each object that a client binds.
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

  /// Handles received requests, waits at most `milliseconds` for some (-1: without limit), and sends pending
  /// events.
  public func dispatch(milliseconds: Int32) {
    wl_display_flush_clients(pointer)
    _ = wl_event_loop_dispatch(loop, milliseconds)
    wl_display_flush_clients(pointer)
  }

  /// Sends pending events.
  public func flush() { wl_display_flush_clients(pointer) }

  /// Returns a serial for an event, each higher than the last.
  public func nextSerial() -> UInt32 { wl_display_next_serial(pointer) }

  /// A descriptor that is readable when ``dispatch(milliseconds:)`` has work.
  public var fileDescriptor: Int32 { wl_event_loop_get_fd(loop) }

  func client(_ pointer: OpaquePointer) -> ServerClient? {
    if let client = clients[pointer] { return client }
    let client = ServerClient(pointer, display: self)
    clients[pointer] = client
    return client
  }

  func forget(_ client: OpaquePointer) { clients[client] = nil }
}
