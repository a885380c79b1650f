import ConfigurationFile
import EventLoop
import FileSystem
import Glibc
import Logging

/// A configuration that is saved on disk, for a start with broken files.
package nonisolated struct KeptConfiguration: Hashable, Sendable {
  package let path: String
  /// Whether root owns the file: the launcher reads it but never writes it.
  package let isRoots: Bool

  /// The variable with the path of the file that root saves for the launcher. The kiosk's unit sets it, and
  /// programs do not inherit its prefix.
  package static let variable = "ROTUNDA_SESSION_LAST_CONFIGURATION"

  package init(_ path: String, isRoots: Bool = false) { (self.path, self.isRoots) = (path, isRoots) }

  /// Locates the file that root saves for the launcher, or the launcher's own. Returns nil if neither has a
  /// place.
  package init?(_ environment: ProcessEnvironment) {
    self.init(roots: environment.variables[Self.variable], directory: environment.stateDirectory)
  }

  /// Locates root's file, or one in the launcher's own directory. Returns nil without either.
  fileprivate init?(roots: String?, directory: String?) {
    if let roots, roots.hasPrefix("/") {
      self.init(roots, isRoots: true)
    } else if let directory {
      self.init("\(directory)/last-good-configuration")
    } else {
      return nil
    }
  }

  /// Reads the saved configuration. Returns nil if there is none, or if another user could have written it.
  package func read() -> ConfigurationArchive? {
    guard !isRoots || isOfRoot else { return nil }
    return AtomicFile(path).read(limit: ConfigurationArchive.sizeLimit).flatMap(ConfigurationArchive.init)
  }

  private var isOfRoot: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid == FileOwnership.root && status.st_mode & 0o022 == 0
  }

  /// Saves these files if they differ from the saved ones. Returns a fault, or nil.
  package func replace(with texts: [ConfigurationText]) -> String? {
    let archive = ConfigurationArchive(texts)
    let file = AtomicFile(path, .everybody)
    guard archive.isWritable, archive.bytes != file.read(limit: ConfigurationArchive.sizeLimit) else {
      return nil
    }
    return file.replace(with: archive.bytes)
  }
}

/// The last good configuration, saved on disk for a start with broken files.
package final class LastGoodConfiguration {
  /// The file's location; nil if none is available.
  package let place: KeptConfiguration?
  /// The file; nil if root saves it.
  private let file: StateFile?
  /// The content that was saved last.
  private var latest: [ConfigurationText] = []

  /// Creates the store.
  ///
  /// - Parameters:
  ///   - directory: the directory in which the launcher saves it; nil if none is available.
  ///   - roots: the file in which root saves it instead; nil if root does not.
  package init(_ loop: EventLoop, directory: String?, roots: String? = nil) {
    place = KeptConfiguration(roots: roots, directory: directory)
    file = place.flatMap { $0.isRoots ? nil : StateFile($0.path, loop, Log("configuration")) }
  }

  /// Saves these files if they differ from the saved ones.
  package func keep(_ texts: [ConfigurationText]) {
    guard let file, texts != latest else { return }
    latest = texts
    let path = file.path
    file.write {
      let archive = ConfigurationArchive(texts)
      let kept = AtomicFile(path).read(limit: ConfigurationArchive.sizeLimit)
      return archive.isWritable && archive.bytes != kept ? archive.bytes : nil
    }
  }
}

/// The visitor's current tile, saved for a restart of the launcher.
///
/// The file is in the directory that lasts as long as the service, including restarts. After a reboot,
/// visitors begin at the first tile.
package final class SavedPlace {
  private static let name = "place"
  /// Separates identifiers: no configuration has this byte in one.
  private static let separator: UInt8 = 0
  /// The maximum size in bytes, more than any place needs.
  private static let limit = 64 << 10

  private let file: StateFile?

  /// Creates the store.
  ///
  /// - Parameter directory: the directory for the place; nil if none is available.
  package init(_ loop: EventLoop, directory: String?) {
    file = directory.map { StateFile("\($0)/\(Self.name)", loop, Log("launcher")) }
  }

  /// Returns the saved place and deletes it; nil if there is none. If the place caused a crash, the next
  /// launcher starts at the beginning.
  package func consume() -> [String]? {
    guard let bytes = file?.read(limit: Self.limit) else { return nil }
    file?.remove()
    return bytes.split(separator: Self.separator).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Saves the place, as identifiers from the outermost folder to the tile.
  package func keep(_ path: [String]) {
    file?.write(Array(path.map { Array($0.utf8) }.joined(separator: [Self.separator])))
  }
}
