import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The rule that decides whether a drag runs along the axis or across it.
public enum AxisPolicy: Hashable, Sendable {
  /// Chromium's rails: a clear direction locks the drag, a clear diagonal frees it, and a drag can leave its
  /// rail.
  case rails
  /// iCarousel's 45° rule, applied once at the sample that leaves the slop. Exactly 45° counts as along the
  /// axis.
  case dominant
  /// Along the axis within `angle` radians (0 to π/2) on either side of it, decided once.
  case cone(angle: Double)
}

/// Decides the direction of a drag.
///
/// `main` and `cross` are lengths along the axis and across it.
public struct AxisLock: Hashable, Sendable {
  /// The rule for the decision.
  public let policy: AxisPolicy
  /// The decision; `.undecided` until a sample leaves the slop.
  public private(set) var state: DragAxis = .undecided
  private let slops: DragSlops
  private let ratio: Double
  private let crossLimit: Double
  private let railHalfWidth: Double
  private var mainTotal = 0.0
  private var crossTotal = 0.0

  /// Creates an undecided lock.
  ///
  /// - Parameter bounds: The size of the surface in points. Larger surfaces have wider rails; an empty one
  ///   has the widest.
  public init(policy: AxisPolicy, thresholds: Thresholds, bounds: Size) {
    self.policy = policy
    slops = thresholds.dragSlops
    ratio = thresholds.railsRatio
    crossLimit = thresholds.railsCrossLimit * thresholds.touchSlop
    railHalfWidth = Self.railHalfWidth(thresholds, bounds)
  }

  private static func railHalfWidth(_ thresholds: Thresholds, _ bounds: Size) -> Double {
    let widest = thresholds.railWidthMaximum * thresholds.touchSlop
    guard !bounds.isEmpty else { return widest }
    let narrowest = thresholds.railWidthMinimum * thresholds.touchSlop
    let diagonal = Point(bounds.width, bounds.height).length
    return min(max(narrowest * diagonal / thresholds.railReferenceDiagonal, narrowest), widest)
  }

  /// Updates the decision with the distance of the contact from its landing point.
  public mutating func move(main: Double, cross: Double) {
    guard state == .undecided, slops.isLeft(main: main, cross: cross) else { return }
    let (main, cross) = (abs(main), abs(cross))
    switch policy {
    case .rails: state = rails(main, cross)
    case .dominant: state = main >= cross ? .parallel : .perpendicular
    case .cone(let angle): state = atan2(cross, main) <= angle ? .parallel : .perpendicular
    }
  }

  /// Revokes the decision for a parallel drag, because a short distance does not determine the direction
  /// reliably.
  mutating func reconsider() { if state == .parallel { state = .undecided } }

  private func rails(_ main: Double, _ cross: Double) -> DragAxis {
    if isClear(main, over: cross) { return .parallel }
    if isClear(cross, over: main) { return .perpendicular }
    return main > crossLimit && cross > crossLimit ? .free : .undecided
  }

  private func isClear(_ long: Double, over short: Double) -> Bool {
    short == 0 || (long / short > ratio && short < crossLimit)
  }

  /// Adds the movement of the content since the last call.
  public mutating func scroll(main: Double, cross: Double) {
    guard policy == .rails, state == .parallel || state == .perpendicular else { return }
    mainTotal += abs(state == .parallel ? main : cross)
    crossTotal += abs(state == .parallel ? cross : main)
    if crossTotal > railHalfWidth {
      state = .free
    } else if mainTotal > railHalfWidth {
      mainTotal = 0
      crossTotal = 0
    }
  }
}
