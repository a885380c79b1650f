import Configuration
import RotundaGeometry

extension Theme {
  /// How much more light or dark a ground has to be than what it lies on, so that its edges are seen; and
  /// how far it is mixed with writing where it is not.
  private static let (leastStep, share) = (1.12, 0.09)

  /// The ground of a key, a row or a button: that of tiles, unless a theme draws tiles without one and
  /// without a line around them.
  var raised: Color {
    borderWidth > 0 || card.contrast(to: background.opacity(1)) >= Self.leastStep
      ? card : background.opacity(1).mixed(with: header, Self.share)
  }

  /// What is written on it, and what of that is less important.
  var raisedText: Color { raised == card ? cardText : raised.legible(header) }
  var raisedDetail: Color { raised == card ? cardDetail : raised.legible(quiet) }
}
