import Configuration
import RotundaGeometry

extension Theme {
  /// The least contrast between a ground and the surface below it at which its edges are visible; and
  /// the share of the text's color that a ground with less contrast gets.
  private static let (leastStep, share) = (1.12, 0.09)

  /// The ground of a key, a row or a button: that of tiles, unless a theme draws tiles without one and
  /// without a line around them.
  var raised: Color {
    borderWidth > 0 || card.contrast(to: background.opacity(1)) >= Self.leastStep
      ? card : background.opacity(1).mixed(with: header, Self.share)
  }

  /// The colors of text on it, and of less important text.
  var raisedText: Color { raised == card ? cardText : raised.legible(header) }
  var raisedDetail: Color { raised == card ? cardDetail : raised.legible(quiet) }
}
