/// The state of an editing session, for an editor's display.
package struct EditingState: Hashable, Sendable {
  /// The configuration with all changes, for a preview.
  package var configuration: KioskConfiguration
  /// Whether unsaved changes exist.
  package var isChanged = false
  package var (canUndo, canRedo) = (false, false)
  /// The removed tiles, which can be shown again.
  package var hidden: [Tile] = []
  /// The origin of each key of a section that occurs once, by its dotted name. A key without an entry has its
  /// default or the theme's value.
  package var origins: [String: KeyOrigin] = [:]
  /// The origin of each tile, by the tile's id.
  package var tiles: [String: TileOrigin] = [:]
  /// The permitted edits of each shelf, by its id.
  package var shelves: [String: ShelfOrigin] = [:]

  package init(configuration: KioskConfiguration) { self.configuration = configuration }
}

/// The author of a configuration file. Later layers override earlier ones.
package enum ConfigurationLayer: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// The package, with the file in `/usr/share/rotunda`.
  case packaged
  /// An operator of many kiosks, with a file that locks keys.
  case bundle
  /// An operator of this kiosk.
  case handWritten
  /// The editor.
  case edited

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A location in a configuration file.
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
  /// The line with the effective value.
  package var place: ConfigurationPlace
  /// The line that prevents a change by the editor: a lock, or a later file that sets the key. Nil if the
  /// editor can change it.
  package var barrier: EditBarrier?

  package init(place: ConfigurationPlace, barrier: EditBarrier? = nil) {
    (self.place, self.barrier) = (place, barrier)
  }
}

/// The origin of a tile.
package struct TileOrigin: Hashable, Sendable {
  /// The location of the tile's section.
  package var place: ConfigurationPlace
  /// The reason why the editor cannot change it; nil if it can.
  package var barrier: EditBarrier?
  /// The keys that the editor has changed.
  package var changed: Set<String> = []

  package init(place: ConfigurationPlace, barrier: EditBarrier? = nil, changed: Set<String> = []) {
    (self.place, self.barrier, self.changed) = (place, barrier, changed)
  }
}

/// The permitted edits of a shelf.
package struct ShelfOrigin: Hashable, Sendable {
  /// The reason why the editor cannot rename the shelf; nil if it can.
  package var barrier: EditBarrier?
  /// Whether the editor can remove the shelf, because it is empty and in the edited file.
  package var canBeRemoved: Bool

  package init(barrier: EditBarrier? = nil, canBeRemoved: Bool = false) {
    (self.barrier, self.canBeRemoved) = (barrier, canBeRemoved)
  }
}

/// The reason why the editor cannot change something.
package enum EditBarrier: Hashable, Sendable {
  /// A later file overrides the value.
  case overridden(ConfigurationPlace)
  /// A file locks it.
  case locked(ConfigurationPlace)

  package var place: ConfigurationPlace {
    switch self {
    case .overridden(let place), .locked(let place): place
    }
  }
}

/// The reason why a change failed. The whole step then has no effect.
package struct EditRefusal: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Another file prevents the change.
    case barrier(EditBarrier)
    /// The key does not exist.
    case unknownKey
    /// The tile, the folder or the shelf does not exist.
    case unknownTile
    /// The key cannot have the value, or a tile lacks a required key.
    case invalid
    /// The edited file is not TOML, or contains something that the editor cannot change.
    case unreadable
  }

  package var reason: Reason
  /// The problem, as `rotunda check` reports it.
  package var diagnostic: Diagnostic

  package init(_ reason: Reason, _ diagnostic: Diagnostic) {
    (self.reason, self.diagnostic) = (reason, diagnostic)
  }
}

/// A request from the launcher to the editing session. The session reads files, and therefore has its own
/// thread.
package enum EditingRequest: Hashable, Sendable {
  /// Begins with the current files. Unsaved changes of another session are lost.
  case begin
  /// Makes changes as one undo step: all of them, or none.
  case apply([Edit])
  case undo
  case redo
  /// Drops the permission to save that the PIN gave. The changes stay.
  case forgetRight
  /// Ends without saving. The permission to save stays.
  case end
}

/// The reason why nothing was saved.
package enum SaveRefusal: Hashable, Sendable {
  /// No PIN was entered in the last 15 minutes, or the kiosk is already set up.
  case noRight
  /// The configuration would have an error.
  case invalid(Diagnostic)
  /// The file has changed since the session began. The session now has the changes on top of the present
  /// file, except for a number of steps that no longer fit.
  case outdated(lost: Int)
  /// The file could not be written, for this reason.
  case failed(reason: String)
}
