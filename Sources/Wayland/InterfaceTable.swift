import CWayland

/// All `wl_interface` structures, in one block of memory that lives as long as the process.
///
/// Interfaces refer to each other in circles and libwayland keeps pointers to them, so they are allocated
/// together and an index names each. Both sides of the protocol use the same table.
nonisolated struct InterfaceTable: @unchecked Sendable {
  /// The one table. It is filled once and only read after that.
  static let shared: InterfaceTable = {
    var builder = Builder()
    describe(into: &builder)
    return InterfaceTable(builder)
  }()

  let base: UnsafeMutablePointer<wl_interface>
  let count: Int

  private init(_ builder: Builder) {
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

  private static func messages(
    _ messages: [Builder.Message], _ base: UnsafeMutablePointer<wl_interface>
  ) -> UnsafePointer<wl_message>? {
    guard !messages.isEmpty else { return nil }
    let block = UnsafeMutablePointer<wl_message>.allocate(capacity: messages.count)
    for (index, message) in messages.enumerated() {
      // libwayland may look one place further than a message without arguments has.
      let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(
        capacity: message.types.count + 1)
      types.initialize(repeating: nil, count: message.types.count + 1)
      for (place, type) in message.types.enumerated() { types[place] = type.map { UnsafePointer(base + $0) } }
      (block + index).initialize(
        to: wl_message(name: message.name.pointer, signature: message.signature.pointer, types: types))
    }
    return UnsafePointer(block)
  }
}

extension InterfaceTable {
  /// Collects interfaces in the order of their indices.
  nonisolated struct Builder {
    struct Message {
      var name: StaticString
      var signature: StaticString
      var types: [Int?]
    }

    struct Interface {
      var name: StaticString
      var version: Int32
      var requests: [Message] = []
      var events: [Message] = []
    }

    private(set) var interfaces: [Interface] = []

    mutating func interface(_ name: StaticString, version: Int32) {
      interfaces.append(Interface(name: name, version: version))
    }

    mutating func request(_ name: StaticString, _ signature: StaticString, _ types: [Int?]) {
      interfaces[interfaces.count - 1].requests.append(
        Message(name: name, signature: signature, types: types))
    }

    mutating func event(_ name: StaticString, _ signature: StaticString, _ types: [Int?]) {
      interfaces[interfaces.count - 1].events.append(Message(name: name, signature: signature, types: types))
    }
  }
}

extension StaticString {
  /// The text as C sees it; literals end with a zero.
  fileprivate nonisolated var pointer: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
