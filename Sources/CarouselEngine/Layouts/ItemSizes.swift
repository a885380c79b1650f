import RotundaGeometry

/// How large the items are: all as large as one, or some of them otherwise.
struct ItemSizes: Hashable, Sendable {
  /// The size of every item that has none of its own.
  var common: Size
  /// By index. May be shorter than there are items; a size that is not finite and above 0 counts as none.
  var own: [Size] = []

  subscript(index: Int) -> Size {
    guard own.indices.contains(index) else { return common }
    let size = own[index]
    return size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite ? size : common
  }
}

/// Where the items of a row stand that are not equally long: as far from one another as half the lengths of
/// both.
///
/// Between two items the position follows a cubic. Its slope at an item is the harmonic mean of the distances
/// to both neighbors. Positions therefore always grow, and a scroll that passes an item keeps its speed
/// (Fritsch and Butland, "A method for constructing local monotone piecewise cubic interpolants", 1984).
struct ItemSpacing: Hashable, Sendable {
  /// The center of each item, in points from that of the first one. With what follows the last one where the
  /// row is closed: the first one again.
  private let centers: [Double]
  /// Points from one item to the next beyond the ends of a row that is not closed.
  private let beyond: Double
  private let isClosed: Bool
  let meanExtent: Double
  let leastExtent: Double

  /// Nil where all items are as long as `common`.
  init?(extents: [Double], common: Double, isClosed: Bool) {
    guard extents.contains(where: { $0 != common }) else { return nil }
    var centers = [0.0]
    centers.reserveCapacity(extents.count + 1)
    for place in extents.indices.dropLast() {
      centers.append(centers[place] + (extents[place] + extents[place + 1]) / 2)
    }
    if isClosed {
      centers.append(centers[centers.count - 1] + (extents[extents.count - 1] + extents[0]) / 2)
    }
    self.centers = centers
    self.isClosed = isClosed
    beyond = common
    meanExtent = extents.reduce(0, +) / Double(extents.count)
    leastExtent = extents.min() ?? common
  }

  /// Items until the row repeats itself.
  private var period: Int { centers.count - 1 }

  /// The center of an item, beyond the ends and after any number of rounds too.
  private func center(_ index: Int) -> Double {
    if isClosed, period > 0 {
      let round = (Double(index) / Double(period)).rounded(.down)
      return centers[index - Int(round) * period] + round * centers[period]
    }
    if index < 0 { return Double(index) * beyond }
    if index >= centers.count {
      return centers[centers.count - 1] + Double(index - centers.count + 1) * beyond
    }
    return centers[index]
  }

  /// Points per item where `index` passes.
  private func slope(at index: Int) -> Double {
    let middle = center(index)
    let (before, after) = (middle - center(index - 1), center(index + 1) - middle)
    return 2 * before * after / (before + after)
  }

  /// Where an offset is, in points.
  func position(_ offset: Double) -> Double {
    let first = offset.rounded(.down).integerPart
    let part = offset - Double(first)
    let (from, to) = (center(first), center(first + 1))
    guard part > 0 else { return from }
    return Self.cubic(part, from, to, slope(at: first), slope(at: first + 1))
  }

  /// Points per item at an offset.
  func slope(_ offset: Double) -> Double {
    let step = 1e-4
    return max((position(offset + step) - position(offset - step)) / (2 * step), 1e-6)
  }

  /// The offset that is at a position: the inverse of `position`.
  ///
  /// - Parameter near: An offset from which the search starts.
  func offset(at position: Double, near: Double) -> Double {
    var (low, high, step) = (near - 1, near + 1, 1.0)
    // Each step is twice as far: a long distance takes few of them, and an impossible one ends.
    for _ in 0..<Self.halvings where self.position(low) > position || self.position(high) < position {
      if self.position(low) > position { low -= step } else { high += step }
      step *= 2
    }
    for _ in 0..<Self.halvings {
      let middle = (low + high) / 2
      if self.position(middle) < position { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Of a few items they are exact to the last bit that counts.
  private static let halvings = 60

  /// Hermite's cubic from one value to another with given slopes at both.
  private static func cubic(
    _ part: Double, _ from: Double, _ to: Double, _ slopeFrom: Double, _ slopeTo: Double
  ) -> Double {
    let (square, cube) = (part * part, part * part * part)
    return (2 * cube - 3 * square + 1) * from + (cube - 2 * square + part) * slopeFrom
      + (3 * square - 2 * cube) * to + (cube - square) * slopeTo
  }
}
