/// Pixels next to each other in a row.
struct Span {
  var row: Int
  var columns: Range<Int>
}

/// Finds the pixels whose middles lie in a convex outline, row by row.
///
/// Two outlines that share an edge share no pixel, and leave none out, because an edge is worked out in the
/// same way from whichever side it is looked at.
struct ScanConversion {
  /// An edge from its upper end.
  private struct Edge {
    var top = 0.0
    var bottom = 0.0
    var column = 0.0
    var slope = 0.0

    init() {}

    /// Nil when it is level.
    init?(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
      guard from.y != to.y else { return nil }
      let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
      (top, bottom, column) = (upper.y, lower.y, upper.x)
      slope = (lower.x - upper.x) / (lower.y - upper.y)
    }

    /// Adds where it meets a row's middle, if it does.
    func widen(_ least: inout Double, _ most: inout Double, at height: Double) {
      guard top <= height, bottom > height else { return }
      let place = column + (height - top) * slope
      least = min(least, place)
      most = max(most, place)
    }
  }

  /// As many as are worked out once; what has more of them in a few rows is rare.
  private var edges: InlineArray<16, Edge>
  private var count = 0
  /// Whether there are more.
  private var isOverfull = false
  private let corners: UnsafeBufferPointer<SIMD2<Double>>
  private let outline: RasterOutline
  private var row: Int
  private var rows: Range<Int>
  private let area: PixelArea

  /// Nil when nothing of it lies in `area`, or it is no outline.
  init?(_ corners: UnsafeBufferPointer<SIMD2<Double>>, _ outline: RasterOutline, _ area: PixelArea) {
    guard outline.count >= 3, (0...corners.count).contains(outline.first),
      outline.count <= corners.count - outline.first
    else { return nil }
    (self.corners, self.outline) = (corners, outline)
    var (least, most) = (Double.infinity, -Double.infinity)
    for index in outline.first..<outline.first + outline.count {
      least = min(least, corners[index].y)
      most = max(most, corners[index].y)
    }
    rows = Self.pixels(least, most, within: area.rows)
    guard !rows.isEmpty else { return nil }
    edges = InlineArray(repeating: Edge())
    row = rows.lowerBound
    self.area = area
    for index in 0..<outline.count { add(edge(index)) }
  }

  private init() {
    edges = InlineArray(repeating: Edge())
    corners = UnsafeBufferPointer(start: nil, count: 0)
    outline = .nothing
    (row, rows, area) = (0, 0..<0, PixelArea(columns: 0..<0, rows: 0..<0))
  }

  /// No pixel.
  static var nothing: ScanConversion { ScanConversion() }

  /// The one that ends at a corner.
  private func edge(_ index: Int) -> Edge? {
    Edge(corners[outline.first + (index > 0 ? index : outline.count) - 1], corners[outline.first + index])
  }

  private mutating func add(_ edge: Edge?) {
    // What begins below the rows or ends above them is never asked.
    guard let edge, edge.bottom > Double(rows.lowerBound), edge.top < Double(rows.upperBound) else { return }
    guard count < edges.count else { return isOverfull = true }
    edges[count] = edge
    count += 1
  }

  /// The next row's pixels; nil after the last one.
  mutating func next() -> Span? {
    while row < rows.upperBound {
      defer { row += 1 }
      if let columns = span(in: row) { return Span(row: row, columns: columns) }
    }
    return nil
  }

  /// A row's pixels; nil when there are none.
  func span(in row: Int) -> Range<Int>? {
    let height = Double(row) + 0.5
    var (least, most) = (Double.infinity, -Double.infinity)
    if isOverfull {
      for index in 0..<outline.count { edge(index)?.widen(&least, &most, at: height) }
    } else {
      for index in 0..<count { edges[index].widen(&least, &most, at: height) }
    }
    let columns = Self.pixels(least, most, within: area.columns)
    return columns.isEmpty ? nil : columns
  }

  /// Those whose middles lie between two places, the first one included.
  private static func pixels(_ from: Double, _ to: Double, within bounds: Range<Int>) -> Range<Int> {
    let (lower, upper) = (Double(bounds.lowerBound), Double(bounds.upperBound))
    guard from < to else { return bounds.lowerBound..<bounds.lowerBound }
    let first = roundedUp(max(lower, min(upper, from - 0.5)))
    let last = roundedUp(max(lower, min(upper, to - 0.5)))
    return first < last ? first..<last : bounds.lowerBound..<bounds.lowerBound
  }
}

/// What is not below zero; the library's own is a call where processors of every kind are to run it.
private func roundedUp(_ value: Double) -> Int {
  let whole = Int(value)
  return Double(whole) < value ? whole + 1 : whole
}

/// The value of a linear form of pixels' middles along a row.
struct LinearForm {
  /// At the row's first pixel.
  let start: Float
  /// From one pixel to the next.
  let step: Float
  /// From one row to the next.
  let stepDown: Float

  /// Worked out in double precision at `column`: where a plane is seen at a small angle, differences of large
  /// numbers count.
  @inline(__always)
  init(_ form: SIMD3<Double>, row: Int, column: Int) {
    start = Float(form.x * (Double(column) + 0.5) + form.y * (Double(row) + 0.5) + form.z)
    step = Float(form.x)
    stepDown = Float(form.y)
  }

  /// At four pixels from the one with that number.
  @inline(__always)
  func values(from index: Int) -> SIMD4<Float> {
    SIMD4(repeating: start) + (SIMD4(repeating: Float(index)) + .steps) * step
  }
}
