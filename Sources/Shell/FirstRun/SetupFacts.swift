import Configuration
import Scene

/// Something that the first run asks of the world outside. A `SetupFact` answers.
package enum SetupRequest: Hashable, Sendable {
  /// Which applications are installed, with names in a language; nil is the kiosk's own.
  case applications(language: String?)
  /// Which pictures and texts are on sticks and in directories for pictures.
  case media
  /// The screen in each theme.
  case looks
  /// Keep a copy of a file, because operators remove their sticks.
  case keep(SetupMedium)
}

/// A fact from outside, for the first run.
package enum SetupFact: Hashable, Sendable {
  /// Whether no operator has set up this kiosk: there is no configuration but that of the package, or the
  /// operator's own is empty.
  case isUnset(Bool)
  /// Where the hash of a new PIN goes.
  case pinFile(String)
  case applications([InstalledApplication])
  case media([SetupMedium])
  case looks([SetupLook])
  /// Where the copy of a file is; nil where it cannot be used.
  case kept(SetupMedium, path: String?)
}

/// An application that a tile can open.
package struct InstalledApplication: Hashable, Sendable {
  /// The id of its desktop entry.
  package let id: String
  package let name: String
  package let icon: IconSource?

  package init(id: String, name: String, icon: IconSource?) {
    (self.id, self.name, self.icon) = (id, name, icon)
  }
}

/// A picture or a text that was found.
package struct SetupMedium: Hashable, Sendable {
  /// Absolute.
  package let path: String
  /// Its name without the ending.
  package let name: String
  package let isPicture: Bool
  /// It differs for another content.
  package let revision: Int64

  package init(path: String, name: String, isPicture: Bool, revision: Int64) {
    (self.path, self.name, self.isPicture, self.revision) = (path, name, isPicture, revision)
  }
}

/// A theme that can be chosen, as the screen would look with it.
package struct SetupLook: Hashable, Sendable {
  /// Its name in the configuration.
  package let id: String
  package let name: LocalizedText
  package let configuration: KioskConfiguration
  package let shelves: [LauncherShelf]

  package init(
    id: String, name: LocalizedText, configuration: KioskConfiguration, shelves: [LauncherShelf]
  ) {
    (self.id, self.name, self.configuration, self.shelves) = (id, name, configuration, shelves)
  }
}
