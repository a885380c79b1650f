/// Wayland messages from arbitrary bytes: an object, a length with the event's number, and the arguments.
enum ServerMessages {
  private static let header = 8
  /// The first two objects that a client creates besides its display: the registry and the callback that it
  /// waits for.
  private static let answer: UInt32 = 3
  private static let display: UInt32 = 1
  /// `wl_display.delete_id`.
  private static let deleteID: UInt32 = 1

  /// Corrects the lengths in the bytes, so that one mutation does not turn all later bytes into garbage.
  ///
  /// Libwayland ends the connection at the first invalid length, and would never process the bytes after it.
  static func wellFormed(_ bytes: [UInt8]) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var start = 0
    while bytes.count - start >= header {
      let left = (bytes.count - start) & ~3
      let told = Int(bytes[start + 6]) | Int(bytes[start + 7]) << 8
      let length = max(header, min(told & ~3, left))
      var message = Array(bytes[start..<start + length])
      message[6] = UInt8(truncatingIfNeeded: length)
      message[7] = UInt8(truncatingIfNeeded: length >> 8)
      messages.append(message)
      start += length
    }
    return messages
  }

  /// Returns the messages before the client's first callback, and that callback. Without it, a client waits
  /// for seconds.
  static func greeting(_ messages: [[UInt8]]) -> [[UInt8]] {
    let kept = messages.filter { message in
      let object = word(message, 0)
      let forgets = object == display && word(message, 4) & 0xFFFF == deleteID && word(message, 8) == answer
      return object != answer && !forgets
    }
    return kept + [message(answer, 0, 0), message(display, deleteID, answer)]
  }

  private static func message(_ object: UInt32, _ event: UInt32, _ argument: UInt32) -> [UInt8] {
    [object, 12 << 16 | event, argument].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    guard bytes.count >= start + 4 else { return 0 }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
  }
}
