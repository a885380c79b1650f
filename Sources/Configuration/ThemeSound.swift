/// A font of a theme.
package struct ThemeFont: Hashable, Sendable {
  package let path: String
  /// Identifies this version of the file, because another file may replace it.
  package let revision: Int64

  package init(path: String, revision: Int64) { (self.path, self.revision) = (path, revision) }

  /// The folder with a theme's fonts, and their file extensions.
  package static let (folder, endings): (String, Set<String>) = ("fonts", ["ttf", "otf"])
  /// The largest number of fonts in a theme, and the largest size of one in bytes.
  package static let (limit, sizeLimit) = (32, 16 << 20)

  /// Reports whether a file name is that of a font.
  package static func isFont(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.count > 1 && !name.hasPrefix(".") && endings.contains(parts[parts.count - 1].lowercased())
  }
}

/// A sound of a theme as synthesized notes, used if the theme has no file for it.
package struct ThemeSound: Hashable, Sendable {
  /// The event that the sound signals.
  package enum Cue: String, CaseIterable, Hashable, Sendable {
    /// Visitors press a button or a tile.
    case tap
    /// The tiles come to rest at another tile.
    case settle
    /// Something fails, or is not possible.
    case error
    /// Visitors go back: out of a folder, a page or a message.
    case back
    /// The idle screen begins to show scenes.
    case attract
    /// The launcher asks whether visitors are still there.
    case question

    /// The name of its file in the folder `sounds`, without the extension.
    package var fileName: String {
      switch self {
      case .tap: "open"
      case .settle: "focus"
      case .error, .back, .attract, .question: rawValue
      }
    }
  }

  /// A sound file that replaces notes.
  package struct File: Hashable, Sendable {
    package let path: String
    /// Identifies this version of the file, because another file may replace it.
    package let revision: Int64

    package init(path: String, revision: Int64) { (self.path, self.revision) = (path, revision) }
  }

  /// The folder with a theme's sound files, and their file extensions, the preferred one first.
  package static let (folder, fileEndings) = ("sounds", ["ogg", "wav"])

  /// A struck note that decays.
  package struct Note: Hashable, Sendable {
    /// Frequency in hertz.
    package var frequency = 700.0
    /// Seconds from the start of the sound.
    package var start = 0.0
    /// Seconds in which the note decays to 37 %.
    package var decay = 0.02
    /// Loudness from 0 to 1. 1 is the loudest that the device can play.
    package var loudness = 0.25

    package init() {}
  }

  package var notes: [Note]

  package init(notes: [Note]) { self.notes = notes }

  /// The largest number of notes in a sound.
  package static let noteLimit = 8

  /// The keys of a note, with the number that each sets.
  package static let keys: [(key: ConfigurationKey, place: WritableKeyPath<Note, Double> & Sendable)] = [
    (
      key(
        "frequency", 50...8000,
        "Oscillations a second. Small loudspeakers begin at 300, old ears end at 2000."), \.frequency
    ),
    (key("start", 0...0.5, "Seconds from the beginning of the sound."), \.start),
    (key("decay", 0.001...0.3, "Seconds in which the note fades to a third."), \.decay),
    (key("loudness", 0...1, "The loudness; 1 is the loudest of the device."), \.loudness),
  ]

  private static func key(_ name: String, _ range: ClosedRange<Double>, _ words: String) -> ConfigurationKey {
    ConfigurationKey(.access, name, .number(range), words, path: "sound.\(name)")
  }
}
