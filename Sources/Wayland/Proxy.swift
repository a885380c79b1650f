import CRotundaWayland

/// The client side of a protocol object. Each interface has a generated subclass with its requests as methods
/// and its events in `onEvent`.
///
/// The connection keeps an object until it is destroyed, even without other references. Until then it
/// delivers events. Destroy it with its destructor request (`destroy()`, `release()`) or, if the interface
/// has none, with ``destroyProxy()``. This is allowed at any time, even while the object delivers an event;
/// pending events are dropped. A request to a destroyed object is a programming error and traps. After the
/// connection was closed or has failed, requests do nothing.
///
/// The members from `dispatch` on are for generated subclasses, which may be in other modules. The build
/// plug-in `GenerateWayland` generates them for the files in a package's own `Protocols`.
open class Proxy {
  /// The connection of the object.
  public let connection: Connection
  /// The bound version. Objects that this object creates have the same version.
  public private(set) var version: UInt32
  /// libwayland's object, for libraries such as EGL; nil after destruction.
  public private(set) var pointer: OpaquePointer?

  /// The interface of the class.
  open nonisolated class var interface: ProtocolInterface { preconditionFailure("Proxy has no interface") }

  /// Wraps an object of libwayland. With nil, the new object is already destroyed.
  public required init(adopting pointer: OpaquePointer?, connection: Connection) {
    self.connection = connection
    self.pointer = pointer
    version = pointer.map { wl_proxy_get_version($0) } ?? 0
    if let pointer { connection.adopt(self, pointer) }
  }

  /// Whether requests still reach the compositor.
  public var isAlive: Bool { pointer != nil && !connection.isClosed }

  /// Whether a request, an event or ``destroyProxy()`` has destroyed the object. If so, it may be reused.
  public var hasEnded: Bool { pointer == nil }

  /// Destroys the object on this side only. For interfaces without a destructor request, such as
  /// `wl_registry`, and for versions without it. Does nothing if the object is already destroyed.
  public final func destroyProxy() {
    guard let pointer else { return }
    self.pointer = nil
    connection.forget(pointer)
    wl_proxy_destroy(pointer)
  }

  /// Delivers an event. Subclasses of interfaces with events override it.
  open func dispatch(_ opcode: UInt32, _ a: UnsafeMutablePointer<wl_argument>) {}

  /// Handles the destruction of the object by its last event.
  public final func destroyed() { destroyProxy() }

  /// Traps on a request that the bound version does not have, for which the compositor would end the
  /// connection.
  public final func require(version needed: UInt32, for request: String) {
    precondition(
      version >= needed || !isAlive,
      "\(Self.interface.name).\(request) needs version \(needed), bound is \(version)")
  }

  /// Sends a request. With `destroying`, it also destroys the object.
  public final func send(
    _ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>? = nil, destroying: Bool = false
  ) {
    guard let pointer = receiver() else { return }
    if destroying {
      self.pointer = nil
      connection.forget(pointer)
    }
    marshal(pointer, opcode, nil, version, destroying ? Self.destroyFlag : 0, arguments)
  }

  /// Sends a request that creates an object. Reuses `spent`, a destroyed object, if the caller passes one.
  public final func create<P: Proxy>(
    _ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>, version: UInt32? = nil,
    into spent: P? = nil
  ) -> P {
    guard let pointer = receiver() else { return spent ?? P(adopting: nil, connection: connection) }
    let made = marshal(pointer, opcode, P.interface, version ?? self.version, 0, arguments)
    guard let spent else { return P(adopting: made, connection: connection) }
    spent.begin(anew: made)
    return spent
  }

  /// Reuses this destroyed object for a new object of libwayland.
  private func begin(anew pointer: OpaquePointer?) {
    precondition(self.pointer == nil, "a \(Self.interface.name) that has not ended cannot stand for another")
    self.pointer = pointer
    version = pointer.map { wl_proxy_get_version($0) } ?? 0
    if let pointer { connection.adopt(self, pointer) }
  }

  @discardableResult
  private func marshal(
    _ pointer: OpaquePointer, _ opcode: UInt32, _ interface: ProtocolInterface?, _ version: UInt32,
    _ flags: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?
  ) -> OpaquePointer? {
    guard let arguments else {
      return Wire.withArguments(1) { none in
        none[0] = .newObject
        return wl_proxy_marshal_array_flags(pointer, opcode, interface?.pointer, version, flags, none)
      }
    }
    return wl_proxy_marshal_array_flags(pointer, opcode, interface?.pointer, version, flags, arguments)
  }

  /// Returns the target of a request; nil if the connection is closed.
  private func receiver() -> OpaquePointer? {
    guard !connection.isClosed else { return nil }
    guard let pointer else { preconditionFailure("request to a destroyed \(Self.interface.name)") }
    return pointer
  }

  /// Returns an argument for an object.
  public final func object(_ proxy: Proxy) -> wl_argument {
    precondition(
      proxy.pointer != nil || connection.isClosed,
      "a destroyed \(type(of: proxy).interface.name) as an argument")
    return .object(proxy.pointer)
  }

  /// Returns an argument for an object or nil.
  public final func nullable(_ proxy: Proxy?) -> wl_argument { proxy.map(object) ?? .object(nil) }

  /// Returns the object in an event; nil if it is destroyed or not ours.
  public final func nullable<P: Proxy>(_ argument: wl_argument) -> P? {
    argument.o.flatMap { Connection.proxy(of: $0) } as? P
  }

  /// Returns the object that an event creates.
  public final func adopt<P: Proxy>(_ argument: wl_argument) -> P {
    P(adopting: argument.o, connection: connection)
  }

  /// `WL_MARSHAL_FLAG_DESTROY`
  private static let destroyFlag: UInt32 = 1
}
