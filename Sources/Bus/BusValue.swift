import CSystemd
import Glibc

/// A D-Bus value with its type.
///
/// An array states its element type, because an empty one has no elements to derive it from.
package nonisolated indirect enum BusValue: Hashable, Sendable {
  /// `y`.
  case byte(UInt8)
  /// `b`.
  case boolean(Bool)
  /// `n`.
  case int16(Int16)
  /// `q`.
  case uint16(UInt16)
  /// `i`.
  case int32(Int32)
  /// `u`.
  case uint32(UInt32)
  /// `x`.
  case int64(Int64)
  /// `t`.
  case uint64(UInt64)
  /// `d`.
  case double(Double)
  /// `s`.
  case string(String)
  /// `o`.
  case objectPath(String)
  /// `g`.
  case signature(String)
  /// `h`: a descriptor. Sending duplicates it; a received one belongs to its message.
  case descriptor(Int32)
  /// `a` followed by the signature of its elements.
  case array(of: String, [BusValue])
  /// `(…)`.
  case structure([BusValue])
  /// `{…}`: only within an array.
  case entry(BusValue, BusValue)
  /// `v`.
  case variant(BusValue)

  /// Returns a list of strings, `as`.
  package static func strings(_ strings: [String]) -> BusValue {
    .array(of: "s", strings.map(BusValue.string))
  }

  /// The type signature, as in the D-Bus Specification.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .array(let element, _): "a\(element)"
    case .structure(let members): "(\(members.map(\.signature).joined()))"
    case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
    case .variant: "v"
    }
  }
}

// MARK: Looking into values that others sent

nonisolated extension BusValue {
  /// The text of a string, an object path or a signature; nil for any other value.
  package var text: String? {
    switch self {
    case .string(let text), .objectPath(let text), .signature(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// The integer value of any width; nil for any other value, and if it is too large.
  package var integer: Int? {
    switch self {
    case .byte(let number): Int(number)
    case .int16(let number): Int(number)
    case .uint16(let number): Int(number)
    case .int32(let number): Int(number)
    case .uint32(let number): Int(number)
    case .int64(let number): Int(number)
    case .uint64(let number): Int(exactly: number)
    case .variant(let value): value.integer
    default: nil
    }
  }

  /// The Boolean value; nil for any other value.
  package var truth: Bool? {
    switch self {
    case .boolean(let truth): truth
    case .variant(let value): value.truth
    default: nil
    }
  }

  /// The elements of an array or the members of a structure; empty for any other value.
  package var elements: [BusValue] {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    case .variant(let value): value.elements
    default: []
    }
  }

  /// An array of entries with string keys as a dictionary, for example properties.
  package var properties: [String: BusValue] {
    var result: [String: BusValue] = [:]
    for case .entry(let key, let value) in elements {
      guard let key = key.text else { continue }
      if case .variant(let inner) = value { result[key] = inner } else { result[key] = value }
    }
    return result
  }
}

/// Appends values to messages, and reads them.
nonisolated extension BusValue {
  /// Appends the value to a message under construction.
  func append(to message: OpaquePointer) throws(BusError) {
    switch self {
    case .byte(let number): try Self.append(number, "y", to: message)
    case .boolean(let truth): try Self.append(Int32(truth ? 1 : 0), "b", to: message)
    case .int16(let number): try Self.append(number, "n", to: message)
    case .uint16(let number): try Self.append(number, "q", to: message)
    case .int32(let number): try Self.append(number, "i", to: message)
    case .uint32(let number): try Self.append(number, "u", to: message)
    case .int64(let number): try Self.append(number, "x", to: message)
    case .uint64(let number): try Self.append(number, "t", to: message)
    case .double(let number): try Self.append(number, "d", to: message)
    case .descriptor(let number): try Self.append(number, "h", to: message)
    case .string(let text): try Self.append(text, "s", to: message)
    case .objectPath(let text): try Self.append(text, "o", to: message)
    case .signature(let text): try Self.append(text, "g", to: message)
    case .array(let element, let values): try Self.append(values, in: "a", element, to: message)
    case .structure(let members):
      try Self.append(members, in: "r", members.map(\.signature).joined(), to: message)
    case .entry(let key, let value):
      try Self.append([key, value], in: "e", key.signature + value.signature, to: message)
    case .variant(let value): try Self.append([value], in: "v", value.signature, to: message)
    }
  }

  private static func code(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }

  private static func append<Number>(
    _ number: Number, _ letter: Unicode.Scalar, to message: OpaquePointer
  ) throws(BusError) {
    let result = withUnsafeBytes(of: number) {
      sd_bus_message_append_basic(message, code(letter), $0.baseAddress)
    }
    try BusError.check(result)
  }

  private static func append(
    _ text: String, _ letter: Unicode.Scalar, to message: OpaquePointer
  ) throws(BusError) {
    try BusError.check(text.withCString { sd_bus_message_append_basic(message, code(letter), $0) })
  }

  private static func append(
    _ values: [BusValue], in letter: Unicode.Scalar, _ contents: String, to message: OpaquePointer
  ) throws(BusError) {
    try BusError.check(sd_bus_message_open_container(message, code(letter), contents))
    for value in values { try value.append(to: message) }
    try BusError.check(sd_bus_message_close_container(message))
  }

  /// The maximum number of values in a message. Each takes a hundred times the memory of a byte in the
  /// message, and a bus permits messages of 128 MiB.
  static let mostValues = 1 << 18

  /// Reads all remaining values of a received message. Throws if there are more than `mostValues`.
  static func all(in message: OpaquePointer) throws(BusError) -> [BusValue] {
    var room = mostValues
    return try all(in: message, &room)
  }

  private static func all(in message: OpaquePointer, _ room: inout Int) throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while let value = try next(in: message, &room) {
      values.append(value)
      room -= 1
      guard room > 0 else { throw BusError(errno: E2BIG) }
    }
    return values
  }

  private static func next(in message: OpaquePointer, _ room: inout Int) throws(BusError) -> BusValue? {
    var letter: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard try BusError.check(sd_bus_message_peek_type(message, &letter, &contents)) > 0 else { return nil }
    let inside = contents.map { String(cString: $0) } ?? ""
    switch Unicode.Scalar(UInt8(bitPattern: letter)) {
    case "a": return .array(of: inside, try container(letter, inside, message, &room))
    case "r", "(": return .structure(try container(letter, inside, message, &room))
    case "v": return .variant(try container(letter, inside, message, &room).first ?? .string(""))
    case "e", "{":
      let members = try container(letter, inside, message, &room)
      return members.count == 2 ? .entry(members[0], members[1]) : .structure(members)
    case let kind: return try basic(kind, letter, message)
    }
  }

  private static func container(
    _ letter: CChar, _ contents: String, _ message: OpaquePointer, _ room: inout Int
  ) throws(BusError) -> [BusValue] {
    try BusError.check(sd_bus_message_enter_container(message, letter, contents))
    let values = try all(in: message, &room)
    try BusError.check(sd_bus_message_exit_container(message))
    return values
  }

  private static func basic(
    _ kind: Unicode.Scalar, _ letter: CChar, _ message: OpaquePointer
  ) throws(BusError) -> BusValue {
    switch kind {
    case "y": return .byte(try number(letter, message))
    case "b": return .boolean(try number(letter, message) as Int32 != 0)
    case "n": return .int16(try number(letter, message))
    case "q": return .uint16(try number(letter, message))
    case "i": return .int32(try number(letter, message))
    case "u": return .uint32(try number(letter, message))
    case "x": return .int64(try number(letter, message))
    case "t": return .uint64(try number(letter, message))
    case "d": return .double(Double(bitPattern: try number(letter, message)))
    // The message owns the descriptor, and closes it.
    case "h": return .descriptor(try number(letter, message))
    case "o": return .objectPath(try text(letter, message))
    case "g": return .signature(try text(letter, message))
    default: return .string(try text(letter, message))
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ letter: CChar, _ message: OpaquePointer
  ) throws(BusError) -> Number {
    var number: Number = 0
    try BusError.check(sd_bus_message_read_basic(message, letter, &number))
    return number
  }

  private static func text(_ letter: CChar, _ message: OpaquePointer) throws(BusError) -> String {
    var text: UnsafePointer<CChar>?
    try BusError.check(
      withUnsafeMutableBytes(of: &text) { sd_bus_message_read_basic(message, letter, $0.baseAddress) })
    return text.map { String(cString: $0) } ?? ""
  }
}
