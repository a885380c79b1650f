import RotundaGeometry

/// The positions of the text field and its surroundings, in points from the surface's top left corner.
struct TextEntryLayout: Hashable, Sendable {
  /// The ground of the panel, down to the lower edge of the screen.
  private(set) var bar = Rectangle(origin: .zero, size: .zero)
  private(set) var (label, field, text, close) = (
    Rectangle(origin: .zero, size: .zero), Rectangle(origin: .zero, size: .zero),
    Rectangle(origin: .zero, size: .zero), Rectangle(origin: .zero, size: .zero)
  )
  /// The key that shows a password; nil without one.
  private(set) var reveal: Rectangle?

  /// The heights of the field and of the label above it and the minimum width of both, in font sizes.
  private static let (field, heading, narrowest) = (2.0, 1.3, 22.0)
  /// The maximum height of both as a share of the screen.
  private static let share = 0.34

  init() {}

  init(_ environment: Environment, keys: Rectangle, isHidden: Bool, hasReveal: Bool) {
    let (page, metrics) = (environment.pageMetrics, environment.metrics)
    let (font, size) = (metrics.fontSize, metrics.size)
    let gap = (metrics.plainFontSize * 0.5).rounded()
    let bottom = isHidden ? size.height - gap * 2 : keys.origin.y - gap
    let most = min(size.height * Self.share, bottom - gap * 2)
    let high = min(max(page.chromeSide, font * Self.field), most * 0.66).rounded()
    let heading = min(font * Self.heading, most - high - gap).rounded()
    let width = min(
      size.width - 2 * gap, max(keys.size.width, metrics.plainFontSize * Self.narrowest)
    ).rounded()
    let left = ((size.width - width) / 2).rounded()
    close = Rectangle(origin: Point(left, bottom - high), size: Size(high, high))
    let side = hasReveal ? high + gap : 0
    field = Rectangle(
      origin: Point(close.maxX + gap, bottom - high), size: Size(max(1, width - high - gap - side), high))
    if hasReveal {
      reveal = Rectangle(origin: Point(field.maxX + gap, bottom - high), size: Size(high, high))
    }
    text = Rectangle(
      center: field.center, size: Size(max(1, field.size.width - 2 * gap), (high * 0.72).rounded()))
    label = Rectangle(
      origin: Point(field.origin.x, field.origin.y - heading - gap / 2),
      size: Size(field.size.width, max(1, heading)))
    let top = label.origin.y - gap
    bar = Rectangle(origin: Point(0, top), size: Size(size.width, max(1, size.height - top)))
  }

  /// Returns the lower edge of the keys.
  static func bottom(_ environment: Environment) -> Double {
    environment.metrics.size.height - (environment.metrics.plainFontSize * 0.4).rounded()
  }
}
