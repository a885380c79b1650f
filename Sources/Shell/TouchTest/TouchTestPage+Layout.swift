import RotundaGeometry

/// Where things are on the page. Lengths are in the size of its writing.
extension TouchTestPage {
  /// A round place to touch.
  struct Disk: Hashable {
    var center: Point
    var radius: Double

    func contains(_ point: Point) -> Bool { (point - center).length <= radius }
    func with(center: Point) -> Disk { Disk(center: center, radius: radius) }
  }

  /// The size of writing, in points.
  var unit: Double { metrics.fontSize }
  /// A target's radius, in points: fingertips are smaller.
  var targetRadius: Double { 1.5 * unit }
  /// Half the length of the lines through a target, in points.
  var targetReach: Double { targetRadius * 1.3 }
  /// A contact that lands no further from a target was meant for it, in points.
  var captureRadius: Double { 4 * unit }
  /// From the middle of a corner's target to the edges.
  private var corner: Double { 2.7 * unit }

  /// The targets and their middles.
  var targets: [(target: TouchTestTarget, place: Point)] {
    TouchTestTarget.allCases.map { target in
      (
        target,
        Point(
          metrics.size.width / 2 + target.side * (metrics.size.width / 2 - corner),
          metrics.size.height / 2 + target.row * (metrics.size.height / 2 - corner))
      )
    }
  }

  /// What closes the page.
  var closeTarget: Disk {
    Disk(center: Point(metrics.size.width - corner, metrics.size.height / 2), radius: targetRadius)
  }

  /// The figures' cards, from left to right and from top to bottom.
  func figureAreas(_ count: Int) -> [Rectangle] {
    let (card, gap) = (Size(5.8 * unit, 3.5 * unit), 0.5 * unit)
    let room = metrics.size.width - 2 * (corner + targetReach + 0.4 * unit)
    let columns = min(max(1, Int((room + gap) / (card.width + gap))), count)
    let left = (metrics.size.width - Double(columns) * (card.width + gap) + gap) / 2
    return (0..<count).map { index in
      let (column, row) = (Double(index % columns), Double(index / columns))
      let origin = Point(left + column * (card.width + gap), 0.95 * unit + row * (card.height + gap))
      return Rectangle(origin: origin, size: card)
    }
  }

  /// Heights of the lines of the gestures' list, from its heading on; as many as there is room for.
  var historyLines: [Double] {
    let (line, top) = (1.45 * unit, metrics.size.height / 2 + 6 * unit)
    let bottom = metrics.size.height - 3 * unit
    let first = max(top, bottom - Double(GestureHistory.length + 1) * line)
    return Array(stride(from: first, to: bottom - line / 2, by: line))
  }
}
