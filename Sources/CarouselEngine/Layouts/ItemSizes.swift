import RotundaGeometry

/// The sizes of the items: a common size, and individual sizes for some of them.
struct ItemSizes: Hashable, Sendable {
  /// The size of every item without its own size.
  var common: Size
  /// The individual sizes by index. The array may be shorter than the number of items. Sizes that are not
  /// finite and above 0 are ignored.
  var own: [Size] = []

  subscript(index: Int) -> Size {
    guard own.indices.contains(index) else { return common }
    let size = own[index]
    return size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite ? size : common
  }
}

/// The positions of items of unequal length in a row: neighbors are half the sum of their lengths apart.
///
/// Between two items the position follows a cubic. Its slope at an item is the harmonic mean of the distances
/// to both neighbors. Positions therefore always grow, and a scroll that passes an item keeps its speed. See
/// Fritsch and Butland, "A method for constructing local monotone piecewise cubic interpolants", 1984.
struct ItemSpacing: Hashable, Sendable {
  /// The center of each item, in points from the center of the first item. For a closed row, the array ends
  /// with the first item again.
  private let centers: [Double]
  /// The distance of items beyond the ends of a row that is not closed, in points.
  private let beyond: Double
  private let isClosed: Bool
  let meanExtent: Double
  let leastExtent: Double

  /// Returns nil if all items have the length `common`.
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

  /// The number of items after which the row repeats.
  private var period: Int { centers.count - 1 }

  /// Returns the center of an item, also beyond the ends and after any number of turns.
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

  /// Returns the slope at an item, in points per item.
  private func slope(at index: Int) -> Double {
    let middle = center(index)
    let (before, after) = (middle - center(index - 1), center(index + 1) - middle)
    return 2 * before * after / (before + after)
  }

  /// Returns the position of an offset, in points.
  func position(_ offset: Double) -> Double {
    let first = offset.rounded(.down).integerPart
    let part = offset - Double(first)
    let (from, to) = (center(first), center(first + 1))
    guard part > 0 else { return from }
    return Self.cubic(part, from, to, slope(at: first), slope(at: first + 1))
  }

  /// Returns the slope at an offset, in points per item.
  func slope(_ offset: Double) -> Double {
    let step = 1e-4
    return max((position(offset + step) - position(offset - step)) / (2 * step), 1e-6)
  }

  /// Returns the offset at a position: the inverse of `position`.
  ///
  /// - Parameter near: The offset from which the search starts.
  func offset(at position: Double, near: Double) -> Double {
    var (low, high, step) = (near - 1, near + 1, 1.0)
    // The step doubles each time: long distances take few steps, and the search ends for unreachable
    // positions.
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

  /// Enough bisections for full precision over a few items.
  private static let halvings = 60

  /// Evaluates the cubic Hermite curve between two values with given slopes at both.
  private static func cubic(
    _ part: Double, _ from: Double, _ to: Double, _ slopeFrom: Double, _ slopeTo: Double
  ) -> Double {
    let (square, cube) = (part * part, part * part * part)
    return (2 * cube - 3 * square + 1) * from + (cube - 2 * square + part) * slopeFrom
      + (3 * square - 2 * cube) * to + (cube - square) * slopeTo
  }
}
