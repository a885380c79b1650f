/// The compositor's registry of globals. Bound objects stay alive after the registry is released.
public final class Registry {
  /// A global that the compositor offers.
  public nonisolated struct Global: Hashable, Sendable {
    /// The compositor's number of the global.
    public var name: UInt32
    /// The interface, for example `wl_seat`.
    public var interface: String
    /// The highest version that the compositor supports.
    public var version: UInt32
  }

  /// The present globals, in the order of their announcement.
  public private(set) var globals: [Global] = []
  /// Called with a global that the compositor adds later, for example an output that is plugged in.
  public var onAdded: ((Global) -> Void)?
  /// Called with a global that the compositor no longer offers.
  public var onRemoved: ((Global) -> Void)?

  private let proxy: WlRegistry

  /// Requests the globals and waits for the answer.
  public init(_ connection: Connection, timeoutMilliseconds: Int64 = 10_000) throws(ConnectionError) {
    proxy = connection.display.getRegistry()
    proxy.onEvent = { [weak self] event in self?.handle(event) }
    do {
      try connection.roundtrip(timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      proxy.onEvent = nil
      throw error
    }
  }

  /// Destroys the registry. Bound objects stay alive.
  public func destroy() {
    proxy.onEvent = nil
    proxy.destroyProxy()
  }

  private func handle(_ event: WlRegistry.Event) {
    switch event {
    case .global(let name, let interface, let version):
      let global = Global(name: name, interface: interface, version: version)
      globals.append(global)
      onAdded?(global)
    case .globalRemove(let name):
      guard let index = globals.firstIndex(where: { $0.name == name }) else { return }
      onRemoved?(globals.remove(at: index))
    }
  }

  /// Returns all globals of one interface.
  public func globals(of type: Proxy.Type) -> [Global] {
    let name = type.interface.name
    return globals.filter { $0.interface == name }
  }

  /// Binds the first global of an interface, at the highest version that both sides support.
  ///
  /// - Parameter version: The minimum version.
  /// - Throws: ``RegistryError`` if the compositor does not offer the interface, or only in an older version.
  public func bind<P: Proxy>(_ type: P.Type, atLeast version: UInt32 = 1) throws(RegistryError) -> P {
    guard let global = globals(of: type).first else { throw .missing(interface: type.interface.name) }
    return try bind(type, global, atLeast: version)
  }

  /// Binds one particular global, for example one of several outputs.
  public func bind<P: Proxy>(
    _ type: P.Type, _ global: Global, atLeast version: UInt32 = 1
  ) throws(RegistryError) -> P {
    precondition(global.interface == type.interface.name, "\(global.interface) is no \(type.interface.name)")
    guard global.version >= version else {
      throw .tooOld(interface: global.interface, offered: global.version, needed: version)
    }
    return proxy.bind(name: global.name, type, version: min(global.version, type.interface.maximumVersion))
  }

  /// Binds the first global of an interface. Returns nil if it is missing or too old.
  public func bindIfOffered<P: Proxy>(_ type: P.Type, atLeast version: UInt32 = 1) -> P? {
    try? bind(type, atLeast: version)
  }
}

/// A global that the compositor lacks.
public nonisolated enum RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The compositor does not offer the interface.
  case missing(interface: String)
  /// The compositor offers an older version.
  case tooOld(interface: String, offered: UInt32, needed: UInt32)

  /// One line for a log.
  public var description: String {
    switch self {
    case .missing(let interface): "the compositor does not offer \(interface)"
    case .tooOld(let interface, let offered, let needed):
      "the compositor offers \(interface) in version \(offered), needed is \(needed)"
    }
  }
}
