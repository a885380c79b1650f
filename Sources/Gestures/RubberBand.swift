/// How content follows a finger that pulls it beyond its end, as in UIScrollView: c x d / (d + c x).
public struct RubberBand: Hashable, Sendable {
  /// Extent of the view along the pull, in points; the content never comes further than this.
  public var dimension: Double
  /// How much of a small pull is followed, 0 to 1. UIScrollView's 0.55.
  public var coefficient: Double

  /// A rubber band. A dimension or a coefficient that is not positive lets nothing move.
  public init(dimension: Double, coefficient: Double = 0.55) {
    self.dimension = dimension
    self.coefficient = coefficient
  }

  /// How far the content is beyond its end when the finger has pulled by `pull` points, either way.
  public func offset(forPull pull: Double) -> Double {
    let reach = coefficient * abs(pull)
    guard dimension > 0, reach > 0 else { return 0 }
    guard reach.isFinite else { return pull < 0 ? -dimension : dimension }
    let offset = dimension * (reach / (dimension + reach))
    return pull < 0 ? -offset : offset
  }

  /// How much the content moves per point of the finger, 0 to 1: the derivative of the offset.
  public func slope(atPull pull: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    let part = dimension / (dimension + coefficient * abs(pull))
    return coefficient * part * part
  }
}
