import RotundaGeometry
import Scene

/// The controls at the foot of the system's page.
struct SystemControls: Hashable {
  /// What they do, from left to right and from above.
  var all: [SystemControl] = []
  /// What is written on each.
  var words: [Writing] = []
  /// The one below a finger, and the one that keys have chosen.
  var pressed, focus: SystemControl?

  /// The next one, or with −1 the one before; past the ends none.
  mutating func moveFocus(by step: Int) {
    let index = focus.flatMap { all.firstIndex(of: $0) }.map { $0 + step } ?? (step > 0 ? 0 : all.count - 1)
    focus = all.indices.contains(index) ? all[index] : nil
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    for index in words.indices where words[index].measured(picture, size: size) { isOne = true }
    return isOne
  }
}

/// Where they are. Lengths in points, places from the upper left corner of the screen.
struct SystemControlsLayout: Hashable {
  /// A place for each.
  let places: [Rectangle]
  /// How much of the screen they take, with the gaps above and below.
  let height: Double

  /// How wide one is at least, in heights of letters: room for two words in two lines.
  private static let narrowest = 5.2
  private static let gap = 0.5
  private static let lines = 2.6

  /// So many controls below each other and beside each other, their lower edge at `bottom`.
  init(_ count: Int, _ page: PageMetrics, bottom: Double) {
    guard count > 0 else {
      (places, height) = ([], 0)
      return
    }
    let (font, padding) = (page.metrics.fontSize, page.metrics.padding.rounded())
    let width = page.metrics.size.width - 2 * padding
    let gap = (font * Self.gap).rounded()
    let lines = max(page.targetSide, font * Self.lines).rounded()
    var most = max(1, Int((width + gap) / (font * Self.narrowest + gap)))
    // On a tall screen the first of them can still be reached in the lower half.
    let reach = page.metrics.size.height / 2 - font * 2 + lines - page.targetSide
    while page.metrics.size.height > width, most < count,
      Double((count + most - 1) / most) * (lines + gap) > reach
    {
      most += 1
    }
    let rows = (count + most - 1) / most
    let columns = (count + rows - 1) / rows
    let side = Size(((width - Double(columns - 1) * gap) / Double(columns)).rounded(.down), lines)
    height = Double(rows) * (side.height + gap) + gap
    let top = bottom - height + gap
    places = (0..<count).map { index in
      Rectangle(
        origin: Point(
          padding + Double(index % columns) * (side.width + gap),
          top.rounded(.down) + Double(index / columns) * (side.height + gap)), size: side)
    }
  }
}
