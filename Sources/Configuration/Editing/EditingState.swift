/// The state of an editing session, for an editor.
package struct EditingState: Hashable, Sendable {
  /// The configuration with all changes, for a trial.
  package var configuration: KioskConfiguration
  /// The whole edited file as TOML. It has only the differences from the other files.
  package var text: String
  /// Whether something differs from what is saved.
  package var isChanged = false
  package var (canUndo, canRedo) = (false, false)
  /// The tiles that were removed, and can be shown again.
  package var hidden: [Tile] = []
  /// The origin of each key of a section that stands once, by its dotted name. A key without an entry has
  /// its default, or the theme's value.
  package var origins: [String: KeyOrigin] = [:]
  /// Which file has a tile, by the tile's id.
  package var tiles: [String: TileOrigin] = [:]
  /// What the editor can do with a shelf, by the shelf's id.
  package var shelves: [String: ShelfOrigin] = [:]

  package init(configuration: KioskConfiguration, text: String) {
    (self.configuration, self.text) = (configuration, text)
  }
}

/// Who wrote a file of a configuration. Later ones override earlier ones.
package enum ConfigurationLayer: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// The package: the file in `/usr/share/rotunda`.
  case packaged
  /// An operator of many kiosks: a file that locks keys.
  case bundle
  /// An operator of this kiosk.
  case handWritten
  /// The editor.
  case edited

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A line of a file of a configuration.
package struct ConfigurationPlace: Hashable, Sendable {
  package var layer: ConfigurationLayer
  package var file: String
  package var (line, column): (Int, Int)

  package init(_ layer: ConfigurationLayer, file: String, line: Int, column: Int) {
    (self.layer, self.file) = (layer, file)
    (self.line, self.column) = (line, column)
  }

  /// `path:line:column`.
  package var text: String { "\(file):\(line):\(column)" }
}

/// The origin of a key's value.
package struct KeyOrigin: Hashable, Sendable {
  /// The line with the value that counts.
  package var place: ConfigurationPlace
  /// The line that keeps the editor from changing it: a later file that sets it, or a lock; nil where the
  /// editor may.
  package var barrier: EditBarrier?

  package init(place: ConfigurationPlace, barrier: EditBarrier? = nil) {
    (self.place, self.barrier) = (place, barrier)
  }
}

/// Where a tile comes from.
package struct TileOrigin: Hashable, Sendable {
  /// Where it begins.
  package var place: ConfigurationPlace
  /// The reason why the editor cannot change it; nil if it can.
  package var barrier: EditBarrier?
  /// The keys that the editor has changed.
  package var changed: Set<String> = []

  package init(place: ConfigurationPlace, barrier: EditBarrier? = nil, changed: Set<String> = []) {
    (self.place, self.barrier, self.changed) = (place, barrier, changed)
  }
}

/// What the editor can do with a shelf.
package struct ShelfOrigin: Hashable, Sendable {
  /// The reason why the editor cannot name it; nil if it can.
  package var barrier: EditBarrier?
  /// Whether the editor can remove it: it has no tiles, and stands in the edited file.
  package var canBeRemoved: Bool

  package init(barrier: EditBarrier? = nil, canBeRemoved: Bool = false) {
    (self.barrier, self.canBeRemoved) = (barrier, canBeRemoved)
  }
}

/// The reason why the editor cannot change something.
package enum EditBarrier: Hashable, Sendable {
  /// A file that is read later has the last word.
  case overridden(ConfigurationPlace)
  /// A file locks it.
  case locked(ConfigurationPlace)

  package var place: ConfigurationPlace {
    switch self {
    case .overridden(let place), .locked(let place): place
    }
  }
}

/// Why a change was not made. Nothing of its step was.
package struct EditRefusal: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Another file decides.
    case barrier(EditBarrier)
    /// There is no such key.
    case unknownKey
    /// There is no such tile, folder or shelf.
    case unknownTile
    /// The value is not one that the key can have, or a tile lacks what it needs.
    case invalid
    /// The edited file is no TOML, or has what the editor cannot change.
    case unreadable
  }

  package var reason: Reason
  /// The problem, as `rotunda check` reports it.
  package var diagnostic: Diagnostic

  package init(_ reason: Reason, _ diagnostic: Diagnostic) {
    (self.reason, self.diagnostic) = (reason, diagnostic)
  }
}

/// A request of the launcher to the editing session, which reads files and therefore has its own thread.
package enum EditingRequest: Hashable, Sendable {
  /// Begins with the present files. Unsaved changes of another session are lost.
  case begin
  /// Makes changes as one step of undo: all of them, or none.
  case apply([Edit])
  case undo
  case redo
  /// Forgets that a PIN was entered. The changes stay.
  case forgetRight
  /// Ends without saving.
  case end
}

/// Why nothing was saved.
package enum SaveRefusal: Hashable, Sendable {
  /// No PIN was entered in the last 15 minutes, or the kiosk is set up already.
  case noRight
  /// The configuration would have an error.
  case invalid(Diagnostic)
  /// The file could not be written, and why.
  case failed(reason: String)
}
