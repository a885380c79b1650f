import CFontconfig
import Glibc
import Threads

/// The fonts that a theme brings, beside the machine's. They count for this process alone, as long as the
/// theme does.
///
/// Text that is set from then on uses them. Each change is a font configuration of its own: threads that
/// still set text with the one before, Pango's own among them, keep that one.
package enum ThemeFonts {
  /// A font's file.
  package struct File: Hashable, Sendable {
    package let path: String
    /// What tells it from one that has taken its place since.
    package let revision: Int64

    package init(path: String, revision: Int64) { (self.path, self.revision) = (path, revision) }
  }

  private struct State {
    var wanted: [File] = []
    /// How often they have changed.
    var generation = 0
    /// The change that the font configuration has.
    var loaded = 0
  }

  private static let state = Monitor(State())

  /// The theme in force has these fonts, and no others.
  package static func use(_ files: [File]) {
    state.withLock { state in
      guard state.wanted != files else { return }
      state.wanted = files
      state.generation += 1
    }
  }

  /// Has them in the font configuration; returns a number that is another one after each change. Call it with
  /// `Typesetter.oneAtATime` held.
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
    // Installed fonts are not looked for again and again.
    FcConfigSetRescanInterval(configuration, 0)
    // One that cannot be read is left out; `rotunda theme check` names it.
    for file in files { _ = FcConfigAppFontAddFile(configuration, file.path) }
    // Has a reference of its own.
    _ = FcConfigSetCurrent(configuration)
  }
}
