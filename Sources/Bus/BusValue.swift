/// A value as D-Bus knows it, with its type.
///
/// An empty array has no element to tell its type, so an array names it.
public nonisolated indirect enum BusValue: Hashable, Sendable {
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
  /// `h`: a descriptor, which the message duplicates when it is sent. None are received.
  case descriptor(Int32)
  /// `a` and the signature of its elements.
  case array(of: String, [BusValue])
  /// `(…)`.
  case structure([BusValue])
  /// `{…}`: only within an array.
  case entry(BusValue, BusValue)
  /// `v`.
  case variant(BusValue)

  /// A list of strings, `as`.
  public static func strings(_ strings: [String]) -> BusValue {
    .array(of: "s", strings.map(BusValue.string))
  }

  /// Its type, as the D-Bus Specification writes it.
  public var signature: String {
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
  /// The text of a string, an object's path or a signature; nil for anything else.
  public var text: String? {
    switch self {
    case .string(let text), .objectPath(let text), .signature(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// A whole number of any width; nil for anything else, and for one that is too large.
  public var integer: Int? {
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

  /// A truth; nil for anything else.
  public var truth: Bool? {
    switch self {
    case .boolean(let truth): truth
    case .variant(let value): value.truth
    default: nil
    }
  }

  /// The elements of an array or the members of a structure; none for anything else.
  public var elements: [BusValue] {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    case .variant(let value): value.elements
    default: []
    }
  }

  /// An array of entries whose keys are strings, as a dictionary: properties, for example.
  public var properties: [String: BusValue] {
    var result: [String: BusValue] = [:]
    for case .entry(let key, let value) in elements {
      guard let key = key.text else { continue }
      if case .variant(let inner) = value { result[key] = inner } else { result[key] = value }
    }
    return result
  }
}
