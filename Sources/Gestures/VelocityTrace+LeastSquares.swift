import RotundaGeometry

extension VelocityTrace {
  /// The slope at the newest of `count` samples of the parabola (of two samples: the line) through them.
  ///
  /// The parabola is x(t) = c + b t + a t² with t counted back from the newest sample; b follows from the moments of
  /// t and t² about their means, as in the definition of Android's LSQ2. The time sums serve both axes.
  func leastSquares(_ count: Int) -> Point? {
    guard count > 2 else { return count == 2 ? line() : nil }
    let newest = self[0]
    let size = Double(count)
    var (sumT, sumT2, sumT3, sumT4) = (0.0, 0.0, 0.0, 0.0)
    var (sum, sumTX, sumT2X) = (Point.zero, Point.zero, Point.zero)
    for age in 0..<count {
      // In horizons, and from the newest position: numbers near 1 lose least.
      let time = (self[age].time - newest.time) / rules.horizon
      let position = self[age].position - newest.position
      let square = time * time
      sumT += time
      sumT2 += square
      sumT3 += square * time
      sumT4 += square * square
      sum += position
      sumTX += position * time
      sumT2X += position * square
    }
    let momentTT = sumT2 - sumT * sumT / size
    let momentTS = sumT3 - sumT * sumT2 / size
    let momentSS = sumT4 - sumT2 * sumT2 / size
    let determinant = momentTT * momentSS - momentTS * momentTS
    guard determinant > momentTT * momentSS * Self.degenerate else { return nil }
    let momentTX = sumTX - sum * (sumT / size)
    let momentSX = sumT2X - sum * (sumT2 / size)
    return (momentTX * momentSS - momentSX * momentTS) * (1 / determinant / rules.horizon)
  }

  /// The part of the moments' product under which the determinant is nothing but rounding.
  private static let degenerate = 1e-12

  private func line() -> Point? {
    let duration = self[0].time - self[1].time
    guard duration > 0 else { return nil }
    return (self[0].position - self[1].position) * (1 / duration)
  }
}
