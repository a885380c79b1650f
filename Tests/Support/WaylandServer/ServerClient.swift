import CWaylandServer

/// A client that is connected to a ``ServerDisplay``.
public final class ServerClient {
  /// The server of the client.
  public unowned let display: ServerDisplay
  /// Called when the client begins to disconnect, before its objects are destroyed.
  public var onDestroy: (() -> Void)?

  private(set) var pointer: OpaquePointer?

  init(_ pointer: OpaquePointer, display: ServerDisplay) {
    self.pointer = pointer
    self.display = display
    ClientListener.listen(to: pointer, for: self)
  }

  /// Whether the connection is open.
  public var isConnected: Bool { pointer != nil }

  /// Disconnects the client and destroys its objects.
  public func disconnect() {
    if let pointer { wl_client_destroy(pointer) }
  }

  func reportOutOfMemory() {
    if let pointer { wl_client_post_no_memory(pointer) }
  }

  fileprivate func goes() {
    if let pointer { display.forget(pointer) }
    pointer = nil
    onDestroy?()
    onDestroy = nil
  }
}

/// A destroy listener for libwayland: its structure comes first, followed by the client.
private struct ClientListener {
  private var listener: wl_listener
  private var client: Unmanaged<ServerClient>

  static func listen(to pointer: OpaquePointer, for client: ServerClient) {
    let storage = UnsafeMutablePointer<ClientListener>.allocate(capacity: 1)
    storage.initialize(
      to: ClientListener(
        listener: wl_listener(link: wl_list(), notify: notify), client: .passRetained(client)))
    UnsafeMutableRawPointer(storage).withMemoryRebound(to: wl_listener.self, capacity: 1) {
      wl_client_add_destroy_listener(pointer, $0)
    }
  }

  private static let notify: wl_notify_func_t = { listener, _ in
    guard let listener else { return }
    let storage = UnsafeMutableRawPointer(listener).assumingMemoryBound(to: ClientListener.self)
    let client = storage.pointee.client.takeRetainedValue()
    storage.deallocate()
    client.goes()
  }
}
