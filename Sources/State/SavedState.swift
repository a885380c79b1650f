import ConfigurationFile
import EventLoop
import FileSystem
import Logging

/// The last good configuration, kept on disk for a start at which the files are broken.
package final class LastGoodConfiguration {
  private static let name = "last-good-configuration"

  /// Nil when there is no place for it.
  private let file: StateFile?
  /// What it was to contain last.
  private var latest: [ConfigurationText] = []

  /// - Parameter directory: where it is kept; nil when there is no place for it.
  package init(_ loop: EventLoop, directory: String?) {
    file = directory.map { StateFile("\($0)/\(Self.name)", loop, Log("configuration")) }
  }

  /// Where it is kept; nil when there is no place for it.
  package var path: String? { file?.path }

  /// What is kept at a path; nil when there is nothing, or another user could have written it.
  package nonisolated static func read(_ path: String) -> ConfigurationArchive? {
    AtomicFile(path).read(limit: ConfigurationArchive.sizeLimit).flatMap(ConfigurationArchive.init)
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
