import RotundaGeometry
import Scene

/// The appearance of the home strip when a program opens.
package struct HomeHint: Hashable, Sendable {
  /// A picture of the word in its handle; nil for none.
  package var word: Picture?
  /// Whether its handle pulses once.
  package var breathes = false

  package init() {}
}

extension Shell {
  /// The letters of the word, and its room in the strip, in points.
  private static let (wordSize, wordRoom) = (10.5, Size(160, 16))
  private static let wordColor = Color(hex: 0x14181f)

  /// The hint for the program on the screen. It names the destination once in a visit.
  package var homeHint: HomeHint {
    var hint = HomeHint()
    hint.breathes = !theme.hasReducedMotion
    if foreground.isFirst {
      let word = environment.label(
        environment.words(.home), size: Self.wordSize, color: Self.wordColor, within: Self.wordRoom,
        isBold: true)
      hint.word = word.picture
    }
    return hint
  }
}
