/// A font that a theme brings.
package struct ThemeFont: Hashable, Sendable {
  package let path: String
  /// What tells it from one that has taken its place since.
  package let revision: Int64

  package init(path: String, revision: Int64) { (self.path, self.revision) = (path, revision) }

  /// The folder of a theme with fonts, and the ends of their names.
  package static let (folder, endings): (String, Set<String>) = ("fonts", ["ttf", "otf"])
  /// The most fonts of a theme, and the most bytes of one.
  package static let (limit, sizeLimit) = (32, 16 << 20)

  /// Whether a file of that name is one.
  package static func isFont(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.count > 1 && !name.hasPrefix(".") && endings.contains(parts[parts.count - 1].lowercased())
  }
}

/// A sound of a theme as notes that are computed, where it has no file for it.
package struct ThemeSound: Hashable, Sendable {
  /// What it is heard for.
  package enum Cue: String, CaseIterable, Hashable, Sendable {
    /// Something was pressed.
    case tap
    /// The tiles have come to rest at another one.
    case settle
    /// Something went wrong, or cannot be done.
    case error
    /// A visitor goes back: out of a folder, a page, a message.
    case back
    /// The screen begins to show things by itself.
    case attract
    /// The launcher asks whether a visitor is still there.
    case question

    /// What its file in the folder `sounds` is called, without its ending.
    package var fileName: String {
      switch self {
      case .tap: "open"
      case .settle: "focus"
      case .error, .back, .attract, .question: rawValue
      }
    }
  }

  /// A file that is heard in the place of notes.
  package struct File: Hashable, Sendable {
    package let path: String
    /// What tells it from one that has taken its place since.
    package let revision: Int64

    package init(path: String, revision: Int64) { (self.path, self.revision) = (path, revision) }
  }

  /// The folder of a theme with such files, and the ends of their names, the best first.
  package static let (folder, fileEndings) = ("sounds", ["ogg", "wav"])

  /// A struck note that fades.
  package struct Note: Hashable, Sendable {
    /// Oscillations a second.
    package var frequency = 700.0
    /// Seconds from the beginning of the sound.
    package var start = 0.0
    /// Seconds in which it fades to 37 %.
    package var decay = 0.02
    /// 0 to 1, which is as loud as the device gets.
    package var loudness = 0.25

    package init() {}
  }

  package var notes: [Note]

  package init(notes: [Note]) { self.notes = notes }

  /// The most notes of a sound.
  package static let noteLimit = 8

  /// The keys of a note, each for a number.
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
