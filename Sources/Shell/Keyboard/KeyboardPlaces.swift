import RotundaGeometry

/// The positions of keys, in points from the surface's top left corner.
struct KeyboardPlaces: Hashable, Sendable {
  /// The indices of the keys in each row.
  private(set) var rows: [Range<Int>] = []
  /// The area of each key for hit tests, without gaps.
  private(set) var keys: [Rectangle] = []
  /// The area of all keys.
  private(set) var area = Rectangle(origin: .zero, size: .zero)
  /// The width of a letter's key with its gap, and the height of a row.
  private(set) var (pitch, height) = (0.0, 0.0)
  /// The gap between two keys.
  private(set) var gap = 0.0

  /// Sizes of keys in millimeters: the minimum height if the screen has room, the maximum width, and the
  /// width below which a row is divided.
  static let (wanted, largest, least) = (12.0, 17.0, 7.0)
  /// The minimum height and the maximum width in font sizes, for screens of unknown size and for viewing from
  /// a distance.
  private static let (row, widest) = (2.3, 3.4)
  /// The maximum height of all rows, as a share of the screen's height.
  static let share = 0.56
  private static let gapShare = 0.1

  init() {}

  /// - Parameters:
  ///   - bottom: the lower edge of the keys.
  ///   - isMirrored: whether the screen is mirrored. The keyboard looks the same on a mirrored screen.
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
      // The space key fills its row.
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

  /// Divides rows that have more than `most` units, for narrow screens.
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

  /// Returns the key at a point.
  func key(at point: Point) -> Int? { keys.firstIndex { $0.contains(point) } }
  /// Returns the visible part of a key.
  func face(_ key: Int) -> Rectangle { keys[key].inset(by: gap / 2) }
  /// Returns the area of a row.
  func row(_ row: Int) -> Rectangle {
    let places = keys[rows[row]]
    let (left, right) = (places.map(\.origin.x).min() ?? 0, places.map(\.maxX).max() ?? 0)
    return Rectangle(
      origin: Point(left, places.first?.origin.y ?? 0), size: Size(right - left, height))
  }

  /// Returns the areas for other forms of a key: a row above the key, within the screen.
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
