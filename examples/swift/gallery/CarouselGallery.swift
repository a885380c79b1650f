import CarouselEngine
import RotundaGeometry

/// Prints a picture of a layout as SVG, using only the engine: `carousel-gallery cover-flow 3.3 >
/// cover-flow.svg`. The horizontal version is on the left, the vertical one on the right. Without arguments,
/// prints all layouts below one another.
@main struct CarouselGallery {
  /// The size of one picture in points.
  private static let size = Size(800, 480)

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let offset = arguments.dropFirst().first.flatMap(Double.init) ?? 5
    let named = arguments.first.map { name in LayoutKind.allCases.filter { $0.rawValue == name } }
    let kinds = named ?? LayoutKind.allCases
    let (width, height) = (Int(2 * size.width), kinds.count * Int(size.height))
    print(
      "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)' font-family='sans-serif'>")
    print("<rect width='100%' height='100%' fill='white'/>")
    for (row, kind) in kinds.enumerated() {
      for isVertical in [false, true] { draw(kind, at: offset, row: row, isVertical: isVertical) }
    }
    print("</svg>")
  }

  private static func draw(_ kind: LayoutKind, at offset: Double, row: Int, isVertical: Bool) {
    var options = CarouselOptions()
    options.layout = kind
    options.isVertical = isVertical
    var carousel = Carousel(options: options, bounds: size, itemSize: Size(180, 220), numberOfItems: 12)
    if kind == .custom { carousel.customTransform = spiral }
    carousel.scrollOffset = offset
    let (left, top) = (isVertical ? size.width : 0, Double(row) * size.height)
    print(
      "<svg x='\(left)' y='\(top)' width='\(size.width)' height='\(size.height)' "
        + "viewBox='\(-size.width / 2) \(-size.height / 2) \(size.width) \(size.height)'>")
    for item in carousel.accessibleItems().reversed() { draw(item) }
    let title = kind.rawValue + (isVertical ? ", vertical" : "")
    print("<text x='-390' y='-218' font-size='18'>\(title)</text>")
    print("</svg>")
  }

  /// Draws the item as it is visible, and its index at its center.
  private static func draw(_ item: AccessibleItem) {
    let corners = [
      item.corners.upperLeft, item.corners.upperRight, item.corners.lowerRight, item.corners.lowerLeft,
    ]
    let points = corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    let color = "hsl(\(item.index * 30),60%,\(item.isCurrent ? 80 : 60)%)"
    print("<polygon points='\(points)' fill='\(color)' stroke='black'/>")
    let middle = corners.reduce(Point.zero, +) * 0.25
    print("<text x='\(middle.x)' y='\(middle.y)' text-anchor='middle'>\(item.index)</text>")
  }

  /// A custom layout: items rise and recede.
  private static let spiral: CustomTransform = { item in
    item.start.translated(item.offset * 110, -item.offset * 20, -abs(item.offset) * 60)
      .rotatedAboutZ(item.offset * 0.1)
  }
}
