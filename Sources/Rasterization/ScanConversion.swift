/// Pixels next to each other in a row.
struct Span {
  var row: Int
  var columns: Range<Int>
}

/// Finds the pixels whose middles lie in a convex outline, row by row.
///
/// Two outlines that share an edge share no pixel, and leave none out, because an edge is worked out in the same way from
/// whichever side it is looked at.
struct ScanConversion {
  /// An edge from its upper end.
  private struct Edge {
    var top: Double
    var bottom: Double
    var column: Double
    var slope: Double

    func column(at height: Double) -> Double { column + (height - top) * slope }
  }

  /// More corners than any outline has: a rectangle that many others cut corners off.
  private static let mostEdges = 24

  private var edges: InlineArray<24, Edge>
  private var count = 0
  private var row: Int
  private var rows: Range<Int>
  private let area: PixelArea

  /// Nil when nothing of it lies in `area`, or it is no outline.
  init?(_ corners: UnsafeBufferPointer<SIMD2<Double>>, _ outline: RasterOutline, _ area: PixelArea) {
    guard (3...Self.mostEdges).contains(outline.count), (0...corners.count).contains(outline.first),
      outline.count <= corners.count - outline.first
    else { return nil }
    var (least, most) = (Double.infinity, -Double.infinity)
    for index in outline.first..<outline.first + outline.count {
      least = min(least, corners[index].y)
      most = max(most, corners[index].y)
    }
    rows = Self.pixels(least, most, within: area.rows)
    guard !rows.isEmpty else { return nil }
    edges = InlineArray(repeating: Edge(top: 0, bottom: 0, column: 0, slope: 0))
    row = rows.lowerBound
    self.area = area
    var from = corners[outline.first + outline.count - 1]
    for index in outline.first..<outline.first + outline.count {
      let to = corners[index]
      add(from, to)
      from = to
    }
  }

  private mutating func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
    guard from.y != to.y else { return }
    let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
    let edge = Edge(
      top: upper.y, bottom: lower.y, column: upper.x, slope: (lower.x - upper.x) / (lower.y - upper.y))
    // What begins below the rows or ends above them is never asked.
    guard edge.bottom > Double(rows.lowerBound), edge.top < Double(rows.upperBound) else { return }
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
    for index in 0..<count where edges[index].top <= height && edges[index].bottom > height {
      let column = edges[index].column(at: height)
      least = min(least, column)
      most = max(most, column)
    }
    let columns = Self.pixels(least, most, within: area.columns)
    return columns.isEmpty ? nil : columns
  }

  /// Those whose middles lie between two places, the first one included.
  private static func pixels(_ from: Double, _ to: Double, within bounds: Range<Int>) -> Range<Int> {
    let (lower, upper) = (Double(bounds.lowerBound), Double(bounds.upperBound))
    guard from < to else { return bounds.lowerBound..<bounds.lowerBound }
    let first = Int(max(lower, min(upper, (from - 0.5).rounded(.up))))
    let last = Int(max(lower, min(upper, (to - 0.5).rounded(.up))))
    return first < last ? first..<last : bounds.lowerBound..<bounds.lowerBound
  }
}
