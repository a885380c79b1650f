import Testing

@testable import WaylandFilter

/// Messages of the wire protocol, in the form that programs and compositors write.
enum Wire {
  static func message(_ object: UInt32, _ opcode: UInt16, _ body: [UInt8] = []) -> [UInt8] {
    words(object, UInt32(8 + body.count) << 16 | UInt32(opcode)) + body
  }

  static func words(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
  }

  static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return words(UInt32(bytes.count)) + bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  static func getRegistry(_ id: UInt32) -> [UInt8] { message(1, 1, words(id)) }

  static func global(_ registry: UInt32, _ name: UInt32, _ interface: String) -> [UInt8] {
    message(registry, 0, words(name) + text(interface) + words(1))
  }

  static func removal(_ registry: UInt32, _ name: UInt32) -> [UInt8] { message(registry, 1, words(name)) }

  static func bind(_ registry: UInt32, _ name: UInt32, _ interface: String, id: UInt32 = 99) -> [UInt8] {
    message(registry, 0, words(name) + text(interface) + words(1, id))
  }
}

/// A connection through the filter: the messages of each side, and the bytes that the other side reads.
struct Conversation {
  private var filter: ConnectionFilter
  private var requests = MessageStream(.requests)
  private var events = MessageStream(.events)

  init(allowed: Set<String> = AllowedGlobals.interfaces) { filter = ConnectionFilter(allowed: allowed) }

  var kept: Int { filter.kept }

  /// Returns the bytes that the compositor reads of a program's messages.
  mutating func request(_ messages: [UInt8]...) throws(ConnectionFilter.Fault) -> [UInt8] {
    try Self.pass(messages.flatMap(\.self), through: &requests, &filter)
  }

  /// Returns the bytes that the program reads of a compositor's messages.
  mutating func event(_ messages: [UInt8]...) throws(ConnectionFilter.Fault) -> [UInt8] {
    try Self.pass(messages.flatMap(\.self), through: &events, &filter)
  }

  /// Returns the last bytes that the program reads.
  mutating func end(_ fault: ConnectionFilter.Fault) -> [UInt8] {
    events.finish(with: fault)
    return Self.drain(&events)
  }

  private static func pass(
    _ bytes: [UInt8], through stream: inout MessageStream, _ filter: inout ConnectionFilter
  ) throws(ConnectionFilter.Fault) -> [UInt8] {
    var (rest, result) = (bytes[...], [UInt8]())
    while !rest.isEmpty {
      stream.makeRoom()
      let count = stream.fill { room in
        let part = rest.prefix(room.count)
        room.copyBytes(from: part)
        return part.count
      }
      rest = rest.dropFirst(count)
      try stream.sort(&filter)
      result += drain(&stream)
    }
    return result
  }

  private static func drain(_ stream: inout MessageStream) -> [UInt8] {
    var result: [UInt8] = []
    while stream.sendable > 0 {
      _ = stream.drain(atMost: .max) { bytes in
        result += bytes
        return bytes.count
      }
    }
    return result
  }
}
