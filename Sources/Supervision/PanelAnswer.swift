/// What the panel service answers to a `PanelRequest`: four bytes, and the descriptor beside them when there is one.
public struct PanelAnswer: Hashable, Sendable {
  /// Why there is no descriptor: a number of errno(3), and 0 when there is one.
  public var error: Int32

  /// How long every answer is.
  public static let byteCount = 4

  /// An answer.
  public init(error: Int32) {
    self.error = error
  }

  /// The answer in a message, its least significant byte first; nil when it is none.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let number = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    error = Int32(bitPattern: number)
    guard error >= 0 else { return nil }
  }

  /// The message.
  public var bytes: [UInt8] {
    (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: error >> (8 * $0)) }
  }
}
