import RotundaGeometry

/// A side of the surface.
public enum Edge: Hashable, Sendable, CaseIterable {
  /// The left side, where x is 0.
  case left
  /// The right side, where x is the surface's width.
  case right
  /// The upper side, where y is 0.
  case top
  /// The lower side, where y is the surface's height.
  case bottom

  /// The direction into the surface, of length 1.
  public var inward: Point {
    switch self {
    case .left: Point(1, 0)
    case .right: Point(-1, 0)
    case .top: Point(0, 1)
    case .bottom: Point(0, -1)
    }
  }

  /// Returns the distance of `point` from this side of a surface of `size`, in points; negative outside.
  public func distance(of point: Point, in size: Size) -> Double {
    switch self {
    case .left: point.x
    case .right: size.width - point.x
    case .top: point.y
    case .bottom: size.height - point.y
    }
  }
}

/// A set of sides of the surface.
public struct EdgeSet: OptionSet, Hashable, Sendable {
  /// One bit per side: 1 left, 2 right, 4 top, 8 bottom.
  public var rawValue: UInt8

  /// Creates a set of sides from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The left side.
  public static let left = EdgeSet(rawValue: 1)
  /// The right side.
  public static let right = EdgeSet(rawValue: 2)
  /// The upper side.
  public static let top = EdgeSet(rawValue: 4)
  /// The lower side.
  public static let bottom = EdgeSet(rawValue: 8)
  /// All four sides.
  public static let all: EdgeSet = [.left, .right, .top, .bottom]

  /// Creates a set with a single side.
  public init(_ edge: Edge) {
    switch edge {
    case .left: self = .left
    case .right: self = .right
    case .top: self = .top
    case .bottom: self = .bottom
    }
  }
}

/// The movement of a finger that entered from an edge of the surface.
public struct EdgeSwipe: Hashable, Sendable {
  /// The edge at which the swipe began.
  public var edge: Edge
  /// The compositor's id of the contact.
  public var contact: Int32
  /// The landing point, in points of the surface.
  public var start: Point
  /// The present position, in points of the surface.
  public var position: Point
  /// The distance moved inward since the landing, in points; negative if the finger moved back beyond it.
  public var distance: Double { (position - start).dot(edge.inward) }
  /// The inward speed, in points per second. Zero before the end.
  public var speed: Double = 0
  /// Whether the swipe ends fast enough inward to count as a fling.
  public var isFling = false
  /// Local time of the newest sample, in seconds.
  public var time: Double

  /// Creates a swipe from a landing point to a position.
  public init(edge: Edge, contact: Int32, start: Point, position: Point, time: Double) {
    self.edge = edge
    self.contact = contact
    self.start = start
    self.position = position
    self.time = time
  }
}

/// An edge swipe in progress.
struct EdgeSwiping: Sendable {
  private(set) var swipe: EdgeSwipe
  /// Whether the swipe has unreported changes.
  var hasChanged = false

  init(_ contact: Contact, from edge: Edge) {
    swipe = EdgeSwipe(
      edge: edge, contact: contact.id, start: contact.origin, position: contact.position, time: contact.time)
  }

  mutating func update(with contact: Contact) {
    swipe.position = contact.position
    swipe.time = contact.time
    hasChanged = true
  }

  func ended(velocity: Point, at time: Double, _ thresholds: Thresholds) -> EdgeSwipe {
    var swipe = swipe
    swipe.speed = velocity.dot(swipe.edge.inward)
    swipe.isFling = swipe.speed > thresholds.flingMinimum
    swipe.time = time
    return swipe
  }
}
