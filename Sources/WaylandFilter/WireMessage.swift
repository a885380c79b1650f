/// The header of a Wayland message: object, opcode and size.
///
/// Numbers have the machine's byte order, because both ends of a socket are on the same machine.
struct WireHead {
  /// The size of a header in bytes.
  static let size = 8

  let object: UInt32
  let opcode: UInt16
  /// The size of the message in bytes, including the header.
  let size: Int

  init(_ bytes: Span<UInt8>) {
    object = bytes.word(at: 0)
    let rest = bytes.word(at: 4)
    opcode = UInt16(truncatingIfNeeded: rest)
    size = Int(rest >> 16)
  }

  /// Whether the size is valid: at least a header, and a multiple of 4.
  var isPossible: Bool { size >= Self.size && size.isMultiple(of: 4) }
}

extension Span<UInt8> {
  /// Returns the 32-bit number at `offset`.
  func word(at offset: Int) -> UInt32 {
    let bytes = (self[offset], self[offset + 1], self[offset + 2], self[offset + 3])
    #if _endian(little)
      return UInt32(bytes.0) | UInt32(bytes.1) << 8 | UInt32(bytes.2) << 16 | UInt32(bytes.3) << 24
    #else
      return UInt32(bytes.3) | UInt32(bytes.2) << 8 | UInt32(bytes.1) << 16 | UInt32(bytes.0) << 24
    #endif
  }

  /// Returns the string argument at `offset`: its length with a NUL, its bytes, padding. Returns nil if it is
  /// invalid or longer than `most`.
  func text(at offset: Int, most: Int) -> String? {
    guard count >= offset + 4 else { return nil }
    let length = Int(word(at: offset))
    guard length > 0, length <= most, count - offset - 4 >= length else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length - 1)
    for index in 0..<length - 1 { bytes.append(self[offset + 4 + index]) }
    guard self[offset + 3 + length] == 0, !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a number in the wire format.
  mutating func append(word: UInt32) {
    #if _endian(little)
      append(contentsOf: [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) })
    #else
      append(contentsOf: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) })
    #endif
  }

  /// Returns a `wl_display.error` event, with which a compositor explains why it ends a connection.
  static func displayError(on object: UInt32, _ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    let padding = (4 - bytes.count % 4) % 4
    var result: [UInt8] = []
    result.append(word: ConnectionFilter.display)
    result.append(word: UInt32(WireHead.size + 12 + bytes.count + padding) << 16)
    result.append(word: object)
    // wl_display.error.invalid_object
    result.append(word: 0)
    result.append(word: UInt32(bytes.count))
    return result + bytes + [UInt8](repeating: 0, count: padding)
  }
}
