import Configuration
import Networks
import Scene

/// A request of the first run for a fact from outside. A `SetupFact` answers it.
package enum SetupRequest: Hashable, Sendable {
  /// The installed applications, with names in a language; nil means the kiosk's language.
  case applications(language: String?)
  /// The pictures and texts on USB sticks and in picture directories.
  case media
  /// The screen in each theme.
  case looks
  /// A copy of a file, because operators remove their USB sticks.
  case keep(SetupMedium)
  /// The wireless networks, after an order about them.
  case network(NetworkOrder)
}

/// A fact from outside, for the first run.
package enum SetupFact: Hashable, Sendable {
  /// Whether no operator has set up this kiosk: the only configuration is that of the package, or the
  /// operator's own is empty.
  case isUnset(Bool)
  /// The path for the hash of a new PIN.
  case pinFile(String)
  case applications([InstalledApplication])
  case media([SetupMedium])
  case looks([SetupLook])
  /// The path of a file's copy; nil if the file is unusable.
  case kept(SetupMedium, path: String?)
  /// The wireless networks, and whether a cable connects the machine.
  case networks(NetworksReport, isWired: Bool)
}

/// An application that a tile can open.
package struct InstalledApplication: Hashable, Sendable {
  /// The id of the application's desktop entry.
  package let id: String
  package let name: String
  package let icon: IconSource?

  package init(id: String, name: String, icon: IconSource?) {
    (self.id, self.name, self.icon) = (id, name, icon)
  }
}

/// A picture or a text to choose.
package struct SetupMedium: Hashable, Sendable {
  /// The absolute path.
  package let path: String
  /// The file's name without its extension.
  package let name: String
  package let isPicture: Bool
  /// A number that changes with the file's contents.
  package let revision: Int64

  package init(path: String, name: String, isPicture: Bool, revision: Int64) {
    (self.path, self.name, self.isPicture, self.revision) = (path, name, isPicture, revision)
  }
}

/// A theme to choose, with a preview of the screen.
package struct SetupLook: Hashable, Sendable {
  /// The theme's name in the configuration.
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
