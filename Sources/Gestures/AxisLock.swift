import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How it is decided whether a drag runs along the axis or across it.
public enum AxisPolicy: Hashable, Sendable {
  /// Chromium's rails: locked when clearly one way, free when clearly neither, and a rail can be left.
  case rails
  /// iCarousel's 45° rule, once, at the sample that leaves the slop; exactly 45° counts as along the axis.
  case dominant
  /// Along the axis within `angle` radians (0 to π/2) on either side of it, decided once.
  case cone(angle: Double)
}

/// Decides which way a drag runs.
///
/// `main` and `cross` are lengths along the axis and across it.
public struct AxisLock: Hashable, Sendable {
  /// The rule by which it decides between along and across the axis.
  public let policy: AxisPolicy
  /// What it has decided; `.undecided` until a sample leaves the slop.
  public private(set) var state: DragAxis = .undecided
  private let slops: DragSlops
  private let ratio: Double
  private let crossLimit: Double
  private let railHalfWidth: Double
  private var mainTotal = 0.0
  private var crossTotal = 0.0

  /// An undecided lock.
  ///
  /// - Parameter bounds: size of the surface in points; larger ones have wider rails, an empty one the
  ///   widest.
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

  /// The contact is now so far from where it landed.
  public mutating func move(main: Double, cross: Double) {
    guard state == .undecided, slops.isLeft(main: main, cross: cross) else { return }
    let (main, cross) = (abs(main), abs(cross))
    switch policy {
    case .rails: state = rails(main, cross)
    case .dominant: state = main >= cross ? .parallel : .perpendicular
    case .cone(let angle): state = atan2(cross, main) <= angle ? .parallel : .perpendicular
    }
  }

  /// Forgets that it took the drag for one along the axis: what a short way tells is not sure yet.
  mutating func reconsider() { if state == .parallel { state = .undecided } }

  private func rails(_ main: Double, _ cross: Double) -> DragAxis {
    if isClear(main, over: cross) { return .parallel }
    if isClear(cross, over: main) { return .perpendicular }
    return main > crossLimit && cross > crossLimit ? .free : .undecided
  }

  private func isClear(_ long: Double, over short: Double) -> Bool {
    short == 0 || (long / short > ratio && short < crossLimit)
  }

  /// The content was moved by so much since the last call.
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
