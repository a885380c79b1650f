import ConfigurationFile
import EventLoop
import FileSystem
import Glibc
import Logging

/// A configuration that is kept on disk for a start at which the files are broken.
package nonisolated struct KeptConfiguration: Hashable, Sendable {
  package let path: String
  /// Whether only what is root's counts: the launcher reads it, and does not write it.
  package let isRoots: Bool

  /// The variable with the file that root keeps for the launcher. The kiosk's unit sets it; it is of the
  /// family that programs do not inherit.
  package static let variable = "ROTUNDA_SESSION_LAST_CONFIGURATION"

  package init(_ path: String, isRoots: Bool = false) { (self.path, self.isRoots) = (path, isRoots) }

  /// The file that root keeps for the launcher, or the one in which the launcher does; nil when there is no
  /// place for either.
  package init?(_ environment: ProcessEnvironment) {
    self.init(roots: environment.variables[Self.variable], directory: environment.stateDirectory)
  }

  /// The file that root keeps, or one in the launcher's own directory; nil without either.
  fileprivate init?(roots: String?, directory: String?) {
    if let roots, roots.hasPrefix("/") {
      self.init(roots, isRoots: true)
    } else if let directory {
      self.init("\(directory)/last-good-configuration")
    } else {
      return nil
    }
  }

  /// What is kept; nil when there is nothing, or another user could have written it.
  package func read() -> ConfigurationArchive? {
    guard !isRoots || isOfRoot else { return nil }
    return AtomicFile(path).read(limit: ConfigurationArchive.sizeLimit).flatMap(ConfigurationArchive.init)
  }

  private var isOfRoot: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid == FileOwnership.root && status.st_mode & 0o022 == 0
  }

  /// Keeps these files, unless they are what is kept already; returns what went wrong.
  package func replace(with texts: [ConfigurationText]) -> String? {
    let archive = ConfigurationArchive(texts)
    let file = AtomicFile(path, .everybody)
    guard archive.isWritable, archive.bytes != file.read(limit: ConfigurationArchive.sizeLimit) else {
      return nil
    }
    return file.replace(with: archive.bytes)
  }
}

/// The last good configuration, kept on disk for a start at which the files are broken.
package final class LastGoodConfiguration {
  /// Where it is kept; nil when there is no place for it.
  package let place: KeptConfiguration?
  /// Nil where root keeps it.
  private let file: StateFile?
  /// What it was to contain last.
  private var latest: [ConfigurationText] = []

  /// - Parameters:
  ///   - directory: where the launcher keeps it; nil when there is no place for it.
  ///   - roots: the file in which root keeps it instead; nil where root does not.
  package init(_ loop: EventLoop, directory: String?, roots: String? = nil) {
    place = KeptConfiguration(roots: roots, directory: directory)
    file = place.flatMap { $0.isRoots ? nil : StateFile($0.path, loop, Log("configuration")) }
  }

  /// Keeps these files, unless they are what is kept already.
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

/// The tile that a visitor was at, kept from a launcher that goes down to the one that is started in its
/// place.
///
/// It lies where the service manager keeps what lasts as long as the service, restarts included: after a
/// start of the machine visitors begin at the first tile.
package final class SavedPlace {
  private static let name = "place"
  /// Between identifiers: no configuration has it in one.
  private static let separator: UInt8 = 0
  /// More bytes than any place has.
  private static let limit = 64 << 10

  private let file: StateFile?

  /// - Parameter directory: where it is kept; nil when there is no place for it.
  package init(_ loop: EventLoop, directory: String?) {
    file = directory.map { StateFile("\($0)/\(Self.name)", loop, Log("launcher")) }
  }

  /// The place that was kept; nil when there is none. It is given once: if it was what brought the launcher
  /// down, the next one begins at the beginning.
  package func consume() -> [String]? {
    guard let bytes = file?.read(limit: Self.limit) else { return nil }
    file?.remove()
    return bytes.split(separator: Self.separator).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Keeps the place, from the outermost folder's identifier to the tile's.
  package func keep(_ path: [String]) {
    file?.write(Array(path.map { Array($0.utf8) }.joined(separator: [Self.separator])))
  }
}
