import RotundaGeometry

extension VelocityTrace {
  /// The speed of a body of mass 1 that was pushed from sample to sample, starting at rest; one sample gives none.
  func impulse(_ count: Int) -> Point {
    var work = Point.zero
    for age in stride(from: count - 1, to: 0, by: -1) {
      let (from, to) = (self[age], self[age - 1])
      let duration = to.time - from.time
      guard duration > 0 else { continue }
      let speed = (to.position - from.position) * (1 / duration)
      work.x += Self.push(speed.x, after: work.x)
      work.y += Self.push(speed.y, after: work.y)
      // The first segment has no earlier speed to start from: half its work, as at constant acceleration.
      if age == count - 1 { work = work * 0.5 }
    }
    return Point(Self.speed(of: work.x), Self.speed(of: work.y))
  }

  /// Work that it takes to go on with `speed` after `work` was done.
  private static func push(_ speed: Double, after work: Double) -> Double {
    (speed - self.speed(of: work)) * abs(speed)
  }

  /// From work to speed: w = v²/2, with its sign.
  private static func speed(of work: Double) -> Double {
    let magnitude = (2 * abs(work)).squareRoot()
    return work < 0 ? -magnitude : magnitude
  }
}
