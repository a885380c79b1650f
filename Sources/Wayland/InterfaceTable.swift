import CRotundaWayland

/// The `wl_interface` structures of one module's protocols, in one block of memory that is never freed.
///
/// Interfaces refer to each other in cycles, and libwayland keeps pointers to them. Therefore they are
/// allocated together, and an index identifies each. Generated code creates one table for each module and
/// never frees it.
public nonisolated struct InterfaceTable: @unchecked Sendable {
  let base: UnsafeMutablePointer<wl_interface>
  let count: Int

  /// Creates a table of the interfaces that `describe` adds, in the same order.
  public init(_ describe: (inout Builder) -> Void) {
    var builder = Builder()
    describe(&builder)
    count = builder.interfaces.count
    base = .allocate(capacity: count)
    for (index, interface) in builder.interfaces.enumerated() {
      (base + index).initialize(
        to: wl_interface(
          name: interface.name.pointer, version: interface.version,
          method_count: Int32(interface.requests.count), methods: Self.messages(interface.requests, base),
          event_count: Int32(interface.events.count), events: Self.messages(interface.events, base)))
    }
  }

  /// Returns the interface with the number `index`, from 0 in the order of addition.
  public subscript(index: Int) -> ProtocolInterface {
    precondition(index < count, "a table of \(count) interfaces has no number \(index)")
    return ProtocolInterface(pointer: UnsafePointer(base + index))
  }

  private static func messages(
    _ messages: [Builder.Message], _ base: UnsafeMutablePointer<wl_interface>
  ) -> UnsafePointer<wl_message>? {
    guard !messages.isEmpty else { return nil }
    let block = UnsafeMutablePointer<wl_message>.allocate(capacity: messages.count)
    for (index, message) in messages.enumerated() {
      // libwayland may read one element beyond the arguments of a message.
      let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(
        capacity: message.types.count + 1)
      types.initialize(repeating: nil, count: message.types.count + 1)
      for (place, type) in message.types.enumerated() {
        switch type {
        case .own(let index): types[place] = UnsafePointer(base + index)
        case .other(let interface): types[place] = interface.pointer
        case nil: break
        }
      }
      (block + index).initialize(
        to: wl_message(name: message.name.pointer, signature: message.signature.pointer, types: types))
    }
    return UnsafePointer(block)
  }
}

extension InterfaceTable {
  /// The interface of an object argument.
  public nonisolated enum ArgumentType {
    /// An interface of the same table, by its number.
    case own(Int)
    /// An interface of another module.
    case other(ProtocolInterface)
  }

  /// Collects interfaces in the order of their numbers. Requests and events belong to the last added
  /// interface.
  public nonisolated struct Builder {
    struct Message {
      var name: StaticString
      var signature: StaticString
      var types: [ArgumentType?]
    }

    struct Interface {
      var name: StaticString
      var version: Int32
      var requests: [Message] = []
      var events: [Message] = []
    }

    private(set) var interfaces: [Interface] = []

    /// Adds an interface, supported up to `version`.
    public mutating func interface(_ name: StaticString, version: Int32) {
      interfaces.append(Interface(name: name, version: version))
    }

    /// Adds a request with its signature in the notation of `wl_message`, and the interface of each object
    /// argument.
    public mutating func request(_ name: StaticString, _ signature: StaticString, _ types: [ArgumentType?]) {
      interfaces[interfaces.count - 1].requests.append(
        Message(name: name, signature: signature, types: types))
    }

    /// Adds an event, described like a request.
    public mutating func event(_ name: StaticString, _ signature: StaticString, _ types: [ArgumentType?]) {
      interfaces[interfaces.count - 1].events.append(Message(name: name, signature: signature, types: types))
    }
  }
}

extension StaticString {
  /// The text as a C string; literals end with a zero.
  fileprivate nonisolated var pointer: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// An interface of the protocol in libwayland's representation.
public nonisolated struct ProtocolInterface: Hashable, @unchecked Sendable {
  /// The description that libwayland reads. It is never freed.
  public let pointer: UnsafePointer<wl_interface>

  /// The name in the protocol, for example `wl_touch`.
  public var name: String { String(cString: pointer.pointee.name) }

  /// The highest supported version, which is also the highest version to bind.
  public var maximumVersion: UInt32 { UInt32(pointer.pointee.version) }
}
