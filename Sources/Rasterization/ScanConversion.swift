/// Adjacent pixels in a row.
struct Span {
  var row: Int
  var columns: Range<Int>
}

/// Finds the pixels whose centers lie in a convex outline, row by row.
///
/// Two outlines with a common edge share no pixel and leave no gap, because the computation of an edge is the
/// same from both sides.
struct ScanConversion {
  /// An edge, from its upper end.
  private struct Edge {
    var top = 0.0
    var bottom = 0.0
    var column = 0.0
    var slope = 0.0

    init() {}

    /// Returns nil for a horizontal edge.
    init?(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
      guard from.y != to.y else { return nil }
      let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
      (top, bottom, column) = (upper.y, lower.y, upper.x)
      slope = (lower.x - upper.x) / (lower.y - upper.y)
    }

    /// Extends the range by the intersection with a row's center, if any.
    func widen(_ least: inout Double, _ most: inout Double, at height: Double) {
      guard top <= height, bottom > height else { return }
      let place = column + (height - top) * slope
      least = min(least, place)
      most = max(most, place)
    }
  }

  /// The precomputed edges. Outlines with more edges in a few rows are rare.
  private var edges: InlineArray<16, Edge>
  private var count = 0
  /// Whether the outline has more edges.
  private var isOverfull = false
  private let corners: UnsafeBufferPointer<SIMD2<Double>>
  private let outline: RasterOutline
  private var row: Int
  private var rows: Range<Int>
  private let area: PixelArea

  /// Returns nil if no part of the outline lies in `area` or the outline is not valid.
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

  /// A scan conversion without pixels.
  static var nothing: ScanConversion { ScanConversion() }

  /// Returns the edge that ends at a corner.
  private func edge(_ index: Int) -> Edge? {
    Edge(corners[outline.first + (index > 0 ? index : outline.count) - 1], corners[outline.first + index])
  }

  private mutating func add(_ edge: Edge?) {
    // Edges that begin below the rows or end above them are not needed.
    guard let edge, edge.bottom > Double(rows.lowerBound), edge.top < Double(rows.upperBound) else { return }
    guard count < edges.count else { return isOverfull = true }
    edges[count] = edge
    count += 1
  }

  /// Returns the pixels of the next row; nil after the last one.
  mutating func next() -> Span? {
    while row < rows.upperBound {
      defer { row += 1 }
      if let columns = span(in: row) { return Span(row: row, columns: columns) }
    }
    return nil
  }

  /// Returns the pixels of a row; nil if it has none.
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

  /// Returns the pixels whose centers lie between two positions, including the first.
  private static func pixels(_ from: Double, _ to: Double, within bounds: Range<Int>) -> Range<Int> {
    let (lower, upper) = (Double(bounds.lowerBound), Double(bounds.upperBound))
    guard from < to else { return bounds.lowerBound..<bounds.lowerBound }
    let first = roundedUp(max(lower, min(upper, from - 0.5)))
    let last = roundedUp(max(lower, min(upper, to - 0.5)))
    return first < last ? first..<last : bounds.lowerBound..<bounds.lowerBound
  }
}

/// Rounds a number of 0 or more up. The library's function is a call on baseline processors.
private func roundedUp(_ value: Double) -> Int {
  let whole = Int(value)
  return Double(whole) < value ? whole + 1 : whole
}

/// The values of a linear form of pixel centers along a row.
struct LinearForm {
  /// The value at the first pixel.
  let start: Float
  /// The change from one pixel to the next.
  let step: Float
  /// The change from one row to the next.
  let stepDown: Float

  /// Creates the form in double precision at `column`. At small viewing angles, differences of large numbers
  /// matter.
  @inline(__always)
  init(_ form: SIMD3<Double>, row: Int, column: Int) {
    start = Float(form.x * (Double(column) + 0.5) + form.y * (Double(row) + 0.5) + form.z)
    step = Float(form.x)
    stepDown = Float(form.y)
  }

  /// Returns the values at four pixels, beginning with `index`.
  @inline(__always)
  func values(from index: Int) -> SIMD4<Float> {
    SIMD4(repeating: start) + (SIMD4(repeating: Float(index)) + .steps) * step
  }
}
