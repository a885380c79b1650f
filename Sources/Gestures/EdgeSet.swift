/// Some of the four sides of the surface.
public struct EdgeSet: OptionSet, Hashable, Sendable {
  /// One bit per side.
  public var rawValue: UInt8

  /// The sides of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The left side.
  public static let left = EdgeSet(rawValue: 1)
  /// The right side.
  public static let right = EdgeSet(rawValue: 2)
  /// The upper side.
  public static let top = EdgeSet(rawValue: 4)
  /// The lower side.
  public static let bottom = EdgeSet(rawValue: 8)
  /// All four.
  public static let all: EdgeSet = [.left, .right, .top, .bottom]

  /// A single side.
  public init(_ edge: Edge) {
    switch edge {
    case .left: self = .left
    case .right: self = .right
    case .top: self = .top
    case .bottom: self = .bottom
    }
  }
}
