import CFontconfig
import Glibc
import Threads

/// The fonts of a theme, in addition to the machine's. They apply only to this process, and only while the
/// theme is in use.
///
/// New text uses them. Each change creates a new font configuration. Threads that still set text with the
/// previous one, including Pango's own, keep that.
package enum ThemeFonts {
  /// A font file.
  package struct File: Hashable, Sendable {
    package let path: String
    /// Identifies this version of the file, because another file may replace it.
    package let revision: Int64

    package init(path: String, revision: Int64) { (self.path, self.revision) = (path, revision) }
  }

  private struct State {
    var wanted: [File] = []
    /// The number of changes.
    var generation = 0
    /// The change that the font configuration contains.
    var loaded = 0
  }

  private static let state = Monitor(State())

  /// Sets the fonts of the current theme, and removes all others.
  package static func use(_ files: [File]) {
    state.withLock { state in
      guard state.wanted != files else { return }
      state.wanted = files
      state.generation += 1
    }
  }

  /// Applies the fonts to the font configuration. Returns a number that differs after each change. The caller
  /// must hold `Typesetter.oneAtATime`.
  static func load() -> Int {
    state.withLock { state in
      if state.loaded != state.generation {
        apply(state.wanted)
        state.loaded = state.generation
      }
      return state.generation
    }
  }

  private static func apply(_ files: [File]) {
    guard let configuration = FcInitLoadConfigAndFonts() else { return }
    defer { FcConfigDestroy(configuration) }
    // Disables repeated scans for installed fonts.
    FcConfigSetRescanInterval(configuration, 0)
    // Unreadable fonts are skipped. `rotunda theme check` reports them.
    for file in files { _ = FcConfigAppFontAddFile(configuration, file.path) }
    // Fontconfig keeps its own reference.
    _ = FcConfigSetCurrent(configuration)
  }
}
