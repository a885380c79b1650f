import CRotundaWayland

/// The client's side of an object of the protocol. Each interface has a generated subclass with its
/// requests as methods and its events in `onEvent`.
///
/// The connection keeps an object until it is destroyed, whether anything else refers to it or not: an
/// object that is merely forgotten goes on to deliver its events. So destroy it, with the method of its
/// destructor request (`destroy()`, `release()`) or, for an interface that has none, with
/// ``destroyProxy()``. That is allowed at any time, also while the object delivers an event; events that
/// were under way are dropped. A request to a destroyed object is an error of the caller and traps. After
/// the connection was closed or has failed, requests do nothing.
///
/// From `dispatch` on, everything here is for the generated subclasses, which may live in other modules: the
/// build plug-in `GenerateWayland` writes them for the files in a package's own `Protocols`.
open class Proxy {
  /// The connection the object belongs to.
  public let connection: Connection
  /// The version the object was bound with; objects that it makes have the same.
  public private(set) var version: UInt32
  /// libwayland's object, for libraries such as EGL; nil once destroyed.
  public private(set) var pointer: OpaquePointer?

  /// The interface of the class.
  open nonisolated class var interface: ProtocolInterface { preconditionFailure("Proxy has no interface") }

  /// Takes over an object of libwayland; nil makes an object that is dead from the start.
  public required init(adopting pointer: OpaquePointer?, connection: Connection) {
    self.connection = connection
    self.pointer = pointer
    version = pointer.map { wl_proxy_get_version($0) } ?? 0
    if let pointer { connection.adopt(self, pointer) }
  }

  /// Whether requests still reach the compositor.
  public var isAlive: Bool { pointer != nil && !connection.isClosed }

  /// Whether it was destroyed, by a request, an event or ``destroyProxy()``, and so may stand for another.
  public var hasEnded: Bool { pointer == nil }

  /// Drops the object on this side only. For interfaces without a destructor request, such as
  /// `wl_registry`, and those whose version has none yet. No effect when already destroyed.
  public final func destroyProxy() {
    guard let pointer else { return }
    self.pointer = nil
    connection.forget(pointer)
    wl_proxy_destroy(pointer)
  }

  /// Delivers an event; overridden by classes whose interface has events.
  open func dispatch(_ opcode: UInt32, _ a: UnsafeMutablePointer<wl_argument>) {}

  /// The other side has destroyed the object with its last event.
  public final func destroyed() { destroyProxy() }

  /// Traps on a request that the bound version does not have: the compositor would end the connection.
  public final func require(version needed: UInt32, for request: String) {
    precondition(
      version >= needed || !isAlive,
      "\(Self.interface.name).\(request) needs version \(needed), bound is \(version)")
  }

  /// Sends a request; `destroying` ends the object with it.
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

  /// Sends a request that makes an object. One that has ended, `spent`, may stand for it.
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

  /// Stands for a new object of libwayland from now on.
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

  /// The object that a request goes to; nil when the connection is gone.
  private func receiver() -> OpaquePointer? {
    guard !connection.isClosed else { return nil }
    guard let pointer else { preconditionFailure("request to a destroyed \(Self.interface.name)") }
    return pointer
  }

  /// An object as an argument.
  public final func object(_ proxy: Proxy) -> wl_argument {
    precondition(
      proxy.pointer != nil || connection.isClosed,
      "a destroyed \(type(of: proxy).interface.name) as an argument")
    return .object(proxy.pointer)
  }

  /// An object or none as an argument.
  public final func nullable(_ proxy: Proxy?) -> wl_argument { proxy.map(object) ?? .object(nil) }

  /// The object that an event names; nil when it is gone, or when it is not one of ours.
  public final func nullable<P: Proxy>(_ argument: wl_argument) -> P? {
    argument.o.flatMap { Connection.proxy(of: $0) } as? P
  }

  /// The object that an event makes.
  public final func adopt<P: Proxy>(_ argument: wl_argument) -> P {
    P(adopting: argument.o, connection: connection)
  }

  /// `WL_MARSHAL_FLAG_DESTROY`
  private static let destroyFlag: UInt32 = 1
}
