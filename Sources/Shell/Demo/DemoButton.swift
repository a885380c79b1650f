import RotundaGeometry

/// What the demo's bar offers.
enum DemoButton: Hashable, Sendable {
  case removeTile, addTile, wholeScreen, save, close
  /// While it is asked whether a file may be replaced.
  case replace, keep
  /// While the launcher has the whole screen.
  case options

  /// What is written on it.
  func label(in words: Words) -> String {
    switch self {
    case .removeTile: "−"
    case .addTile: "+"
    case .wholeScreen: words(.wholeScreen)
    case .save: words(.save)
    case .close: words(.close)
    case .replace: words(.replace)
    case .keep: words(.keep)
    case .options: words(.options)
    }
  }

  /// How wide it is beside the others.
  private var share: Double {
    switch self {
    case .removeTile, .addTile: 1
    case .wholeScreen: 2
    default: 1.25
    }
  }

  /// Room for the number of tiles, between the buttons that change it.
  private static let countShare = 1.4

  /// The buttons' places, and that of the number of tiles.
  static func places(
    of buttons: [DemoButton], in bar: Rectangle, gap: Double
  ) -> (buttons: [(button: DemoButton, area: Rectangle)], count: Rectangle) {
    let hasCount = buttons.contains(.addTile)
    let shares = buttons.reduce(hasCount ? countShare : 0) { $0 + $1.share }
    let gaps = Double(buttons.count - 1 + (hasCount ? 1 : 0)) * gap
    let unit = max(0, bar.size.width - gaps) / max(1, shares)
    var left = bar.origin.x
    func take(_ share: Double) -> Rectangle {
      defer { left += share * unit + gap }
      return Rectangle(origin: Point(left, bar.origin.y), size: Size(share * unit, bar.size.height))
    }
    var (places, count): ([(DemoButton, Rectangle)], Rectangle) = ([], .zero)
    for button in buttons {
      if button == .addTile { count = take(countShare) }
      places.append((button, take(button.share)))
    }
    return (places, count)
  }
}
