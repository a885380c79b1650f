/// Some of the numbers of fingers, 2 to 5, that gestures of several fingers have.
public struct FingerCounts: OptionSet, Hashable, Sendable {
  /// One bit per number.
  public var rawValue: UInt8

  /// The numbers of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A single number; none where it is not 2 to 5.
  public init(_ count: Int) {
    rawValue = (2...5).contains(count) ? 1 << UInt8(count - 2) : 0
  }

  /// All four.
  public static let all = FingerCounts(rawValue: 0b1111)
}
