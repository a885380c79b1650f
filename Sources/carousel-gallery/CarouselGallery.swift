import CarouselEngine
import Geometry

/// Prints a picture of a layout as SVG, from the engine alone: `carousel-gallery cover-flow 3.3 > cover-flow.svg`.
/// Without arguments, all layouts below one another.
@main struct CarouselGallery {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let offset = arguments.dropFirst().first.flatMap(Double.init) ?? 5
    let named = arguments.first.map { name in LayoutKind.allCases.filter { $0.rawValue == name } }
    let kinds = named ?? LayoutKind.allCases
    print(
      "<svg xmlns='http://www.w3.org/2000/svg' width='800' height='\(kinds.count * 480)' font-family='sans-serif'>"
    )
    for (row, kind) in kinds.enumerated() { draw(kind, at: offset, row: row) }
    print("</svg>")
  }

  private static func draw(_ kind: LayoutKind, at offset: Double, row: Int) {
    var options = CarouselOptions()
    options.layout = kind
    var carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(180, 220), numberOfItems: 12)
    if kind == .custom { carousel.customTransform = spiral }
    carousel.scrollOffset = offset
    print("<svg y='\(row * 480)' width='800' height='480' viewBox='-400 -240 800 480'>")
    print("<text x='-390' y='-220'>\(kind.rawValue)</text>")
    for item in carousel.accessibleItems().reversed() {
      let corners = [
        item.corners.upperLeft, item.corners.upperRight, item.corners.lowerRight, item.corners.lowerLeft,
      ]
      let points = corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
      print(
        "<polygon points='\(points)' fill='hsl(\(item.index * 30),60%,\(item.isCurrent ? 80 : 60)%)' stroke='black'/>"
      )
    }
    print("</svg>")
  }

  /// A custom layout: up and away.
  private static let spiral: CustomTransform = { offset, start in
    start.translated(offset * 110, -offset * 20, -abs(offset) * 60).rotatedAboutZ(offset * 0.1)
  }
}
