import RotundaGeometry

/// Where keys are. In points from the upper left corner of the surface.
struct KeyboardPlaces: Hashable, Sendable {
  /// Which keys each row has, of all.
  private(set) var rows: [Range<Int>] = []
  /// The area of each key that fingers hit, without gaps.
  private(set) var keys: [Rectangle] = []
  /// All of them.
  private(set) var area = Rectangle(origin: .zero, size: .zero)
  /// How wide a letter's key is with its gap, and how high a row.
  private(set) var (pitch, height) = (0.0, 0.0)
  /// Between two keys.
  private(set) var gap = 0.0

  /// The least extent of a key where the screen has room for it, in millimeters; the largest; and the least
  /// of all, below which a row is divided.
  static let (wanted, largest, least) = (12.0, 17.0, 7.0)
  /// The same in heights of letters, for screens that do not tell their size and those that are seen from
  /// farther away.
  private static let (row, widest) = (2.3, 3.4)
  /// How much of the screen all rows take at most, as a part of its height.
  static let share = 0.56
  private static let gapShare = 0.1

  init() {}

  /// - Parameters:
  ///   - bottom: where the keys end.
  ///   - isMirrored: whether the whole screen will be: a keyboard is the same all the same.
  init(_ rows: [[BoardKey]], bottom: Double, _ page: PageMetrics, isMirrored: Bool) {
    let (size, unit, font) = (page.metrics.size, page.pointsPerMillimeter, page.metrics.plainFontSize)
    let margin = (font * 0.4).rounded()
    let room = size.width - 2 * margin
    let rows = Self.divided(rows, most: max(3, room / (Self.least * unit)))
    let most = rows.map { $0.reduce(0) { $0 + $1.units } }.max() ?? 1
    let wanted = max(Self.wanted, page.metrics.leastTarget) * unit
    let widest = max(max(Self.largest, page.metrics.leastTarget) * unit, font * Self.widest)
    pitch = min(room / most, widest).rounded(.down)
    height = min(max(wanted, font * Self.row), size.height * Self.share / Double(max(1, rows.count)))
      .rounded(.down)
    gap = (min(pitch, height) * Self.gapShare).rounded()
    let width = pitch * most
    area = Rectangle(
      origin: Point(((size.width - width) / 2).rounded(), bottom - height * Double(rows.count)),
      size: Size(width, height * Double(rows.count)))
    for (number, row) in rows.enumerated() {
      // The space key takes what its row has left.
      let units = row.reduce(0) { $0 + $1.units }
      let stretches = row.contains { $0.action == .space }
      var left = area.origin.x + (stretches ? 0 : (most - units) / 2 * pitch)
      let first = keys.count
      for key in row {
        let wide = (key.units + (key.action == .space ? most - units : 0)) * pitch
        let top = area.origin.y + Double(number) * height
        let place = isMirrored ? size.width - left - wide : left
        keys.append(Rectangle(origin: Point(place, top), size: Size(wide, height)))
        left += wide
      }
      self.rows.append(first..<keys.count)
    }
  }

  /// Rows with at most so many units: on narrow screens one row becomes two.
  private static func divided(_ rows: [[BoardKey]], most: Double) -> [[BoardKey]] {
    rows.flatMap { row -> [[BoardKey]] in
      let units = row.reduce(0) { $0 + $1.units }
      guard units > most else { return [row] }
      let share = units / (units / most).rounded(.up)
      var (parts, filled): ([[BoardKey]], Double) = ([[]], 0)
      for key in row {
        if filled > 0, filled + key.units > most || filled >= share {
          parts.append([])
          filled = 0
        }
        parts[parts.count - 1].append(key)
        filled += key.units
      }
      return parts
    }
  }

  /// The key under a point.
  func key(at point: Point) -> Int? { keys.firstIndex { $0.contains(point) } }
  /// The visible part of a key.
  func face(_ key: Int) -> Rectangle { keys[key].inset(by: gap / 2) }
  /// The place of a row.
  func row(_ row: Int) -> Rectangle {
    let places = keys[rows[row]]
    let (left, right) = (places.map(\.origin.x).min() ?? 0, places.map(\.maxX).max() ?? 0)
    return Rectangle(
      origin: Point(left, places.first?.origin.y ?? 0), size: Size(right - left, height))
  }

  /// Places for other forms of a key, in a row above it and within the screen.
  func variants(_ count: Int, of key: Int, width: Double, isMirrored: Bool) -> [Rectangle] {
    let cell = min(max(pitch, keys[key].size.width), width / Double(max(1, count)))
    let all = cell * Double(count)
    let left = min(max(0, keys[key].center.x - cell / 2), width - all)
    return (0..<count).map { index in
      let place = isMirrored ? count - 1 - index : index
      return Rectangle(
        origin: Point(left + Double(place) * cell, keys[key].origin.y - height), size: Size(cell, height))
    }
  }
}
