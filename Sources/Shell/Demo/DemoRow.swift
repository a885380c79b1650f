import Configuration
import RotundaGeometry

/// Where a control is in the panel, in points from the upper left corner of what is scrolled there.
struct DemoRow: Hashable, Sendable {
  let control: DemoControl
  /// All of it.
  let area: Rectangle
  /// Its name and its value.
  let head: Rectangle
  /// What takes the value back.
  let reset: Rectangle
  /// Sliders: where fingers take hold of each.
  let tracks: [Rectangle]
  /// A choice's words.
  let chips: [Rectangle]

  /// From its edges to what is in it, in sizes of writing.
  private static let margin = 0.8
  private static let headHeight = 1.9
  private static let toggleHeight = 2.7
  static let trackHeight = 2.1
  static let chipHeight = 2.1
  private static let chipGap = 0.35
  /// Widths of chips follow from the number of their letters: what these letters measure is known too late.
  private static let letter = 0.47
  private static let chipMargin = 1.5
  /// The narrowest column.
  private static let column = 17.0

  private init(_ control: DemoControl, at corner: Point, width: Double, unit: Double) {
    self.control = control
    let inner = Rectangle(
      origin: corner + Point(Self.margin * unit, 0), size: Size(width - 2 * Self.margin * unit, 0))
    var head = Self.headHeight * unit
    var below = corner.y + head
    var (tracks, chips): ([Rectangle], [Rectangle]) = ([], [])
    switch control.kind {
    case .toggle:
      head = Self.toggleHeight * unit
      below = corner.y + head
    case .sliders(let scales):
      for _ in scales {
        let size = Size(inner.size.width, Self.trackHeight * unit)
        tracks.append(Rectangle(origin: Point(inner.origin.x, below), size: size))
        below += size.height
      }
    case .choice(let words):
      var left = inner.origin.x
      for word in words {
        let wanted = (Double(word.count) * Self.letter + Self.chipMargin) * unit
        let size = Size(min(wanted, inner.size.width), Self.chipHeight * unit)
        if left > inner.origin.x, left + size.width > inner.maxX {
          left = inner.origin.x
          below += size.height + Self.chipGap * unit
        }
        chips.append(Rectangle(origin: Point(left, below), size: size))
        left += size.width + Self.chipGap * unit
      }
      below += (Self.chipHeight + Self.chipGap) * unit
    }
    (self.tracks, self.chips) = (tracks, chips)
    self.head = Rectangle(origin: Point(inner.origin.x, corner.y), size: Size(inner.size.width, head))
    area = Rectangle(origin: corner, size: Size(width, below - corner.y))
    reset = Rectangle(
      origin: Point(corner.x + width - 2.6 * unit, corner.y), size: Size(2.6 * unit, head))
  }

  /// Rows in as many columns as there is room for, each below the shortest; and how long all that is.
  static func rows(
    _ controls: [DemoControl], width: Double, unit: Double
  ) -> (rows: [DemoRow], length: Double) {
    let count = max(1, Int(width / (column * unit)))
    let columnWidth = width / Double(count)
    var ends = [Double](repeating: unit * 0.4, count: count)
    let rows = controls.map { control in
      let shortest = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      let corner = Point(Double(shortest) * columnWidth, ends[shortest])
      let row = DemoRow(control, at: corner, width: columnWidth, unit: unit)
      ends[shortest] = row.area.maxY + unit * 0.3
      return row
    }
    return (rows, (ends.max() ?? 0) + unit * 0.4)
  }
}
