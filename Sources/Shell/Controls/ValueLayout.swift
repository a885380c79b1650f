import RotundaGeometry

/// Where the parts of a control with a value are, on its tile.
struct ValueLayout {
  let area: Rectangle

  init(_ area: Rectangle) { self.area = area }

  /// How far along the bar a place is, 0 to 1. Near its ends a finger need not be exact.
  func share(at place: Point) -> Double {
    let edge = min(area.size.height * 0.25, area.size.width * 0.1)
    let length = area.size.width - 2 * edge
    return min(max(0, (place.x - area.origin.x - edge) / length), 1)
  }

  /// The buttons of a stepper, at its right end.
  var less: Rectangle { button(fromRight: 1) }
  var more: Rectangle { button(fromRight: 0) }

  /// As wide as high, but both no more than two thirds of it.
  private var side: Double { min(area.size.height, area.size.width / 3) }

  private func button(fromRight place: Double) -> Rectangle {
    let left = area.maxX - side - place * (side + valueRoom)
    return Rectangle(origin: Point(left, area.origin.y), size: Size(side, area.size.height))
  }

  /// Between the buttons of a stepper, where its value is.
  var valueRoom: Double { min(side, max(0, area.size.width - 2 * side)) * 0.9 }

  /// The middle of that.
  var valueCenter: Point { Point((less.maxX + more.origin.x) / 2, area.center.y) }

  /// The parts of a choice, beside one another.
  func segments(_ count: Int) -> [Rectangle] {
    let width = area.size.width / Double(max(1, count))
    return (0..<count).map {
      Rectangle(origin: area.origin + Point(Double($0) * width, 0), size: Size(width, area.size.height))
    }
  }
}
