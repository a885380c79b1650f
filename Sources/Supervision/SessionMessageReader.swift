/// Puts messages together again from the pieces in which they come through a pipe.
public struct SessionMessageReader: Sendable {
  private var line: [UInt8] = []
  /// Whether the rest of a line is passed over because it is too long.
  private var skips = false

  /// A reader that has read nothing.
  public init() {}

  /// Takes bytes in; calls `take` for each message that is complete. Other lines are left out.
  public mutating func read(_ bytes: some Sequence<UInt8>, _ take: (SessionMessage) -> Void) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !skips, let message = SessionMessage(line: line) { take(message) }
        line.removeAll(keepingCapacity: true)
        skips = false
      } else if line.count < SessionMessage.maximumBytes - 1 {
        line.append(byte)
      } else {
        skips = true
      }
    }
  }
}
