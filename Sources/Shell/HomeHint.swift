import RotundaGeometry
import Scene

/// How the strip that leads home appears when a program opens.
package struct HomeHint: Hashable, Sendable {
  /// The word in its handle, drawn; nil for none.
  package var word: Picture?
  /// Whether its handle breathes once.
  package var breathes = false

  package init() {}
}

extension Shell {
  /// In points: the letters of the word, and its room in the strip.
  private static let (wordSize, wordRoom) = (10.5, Size(160, 16))
  private static let wordColor = Color(hex: 0x14181f)

  /// The hint for the program on the screen. Once in a visit it names the destination.
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
