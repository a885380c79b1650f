/// How the depth of items goes with their offset, as far as the neighbours of the centre tell.
enum DepthProfile: Hashable, Sendable {
  /// The centre is in front.
  case peak
  /// The centre is behind: inside a drum.
  case valley
  /// The next item is nearer, or farther, than the one before.
  case rising
  case falling

  init(_ layout: ResolvedLayout) {
    func depth(_ offset: Double) -> Double {
      layout.anchored(FormulaItem(index: 0, offset: offset, toggle: 0)).row4.z
    }
    let (before, center, after) = (depth(-1), depth(0), depth(1))
    switch (before < center, after < center) {
    case (true, false) where after > center: self = .rising
    case (false, true) where before > center: self = .falling
    case (false, false) where before > center && after > center: self = .valley
    default: self = .peak
    }
  }
}
