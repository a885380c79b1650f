import Configuration
import RotundaGeometry

extension Theme {
  /// The minimum contrast at which a ground's edges are visible on its background.
  private static let leastStep = 1.12
  /// The share of the text's color in a ground without that contrast.
  private static let share = 0.09

  /// The ground of keys, rows and buttons: that of cards, unless cards have neither a visible ground nor a
  /// border.
  var raised: Color {
    borderWidth > 0 || card.contrast(to: background.opacity(1)) >= Self.leastStep
      ? card : background.opacity(1).mixed(with: header, Self.share)
  }

  /// The colors of text and secondary text on `raised`.
  var raisedText: Color { raised == card ? cardText : raised.legible(header) }
  var raisedDetail: Color { raised == card ? cardDetail : raised.legible(quiet) }
}
