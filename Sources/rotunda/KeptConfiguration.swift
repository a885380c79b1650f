import ConfigurationFile
import EventLoop
import FileSystem
import Glibc
import Logging

private let log = Log("configuration")

/// The last good configuration, kept on disk for a start at which the files are broken.
final class KeptConfiguration {
  private static let name = "last-good-configuration"

  /// Where it is kept; nil when there is no place for it.
  private let file: KeptFile?
  /// What it was to contain last.
  private var latest: [ConfigurationText] = []

  init(_ loop: EventLoop, _ environment: ProcessEnvironment) {
    file = environment.stateDirectory.map { KeptFile("\($0)/\(Self.name)", loop, log) }
  }

  /// Where it is kept; nil when there is no place for it.
  var path: String? { file?.path }

  /// What is kept at a path; nil when there is nothing, or another user could have written it.
  nonisolated static func read(_ path: String) -> ConfigurationArchive? {
    bytes(of: path).flatMap(ConfigurationArchive.init)
  }

  /// Keeps these files, unless they are what is kept already.
  func keep(_ texts: [ConfigurationText]) {
    guard let file, texts != latest else { return }
    latest = texts
    let path = file.path
    file.write {
      let archive = ConfigurationArchive(texts)
      guard archive.isWritable, archive.bytes != Self.bytes(of: path) else { return nil }
      return archive.bytes
    }
  }

  /// What the file at a path contains, if nobody else could have written it.
  private nonisolated static func bytes(of path: String) -> [UInt8]? {
    guard
      let (bytes, ownership) = try? SystemFiles().readOwned(path, limit: ConfigurationArchive.sizeLimit),
      [FileOwnership.root, geteuid()].contains(ownership.owner), !ownership.isWritableByEveryone
    else { return nil }
    return bytes
  }
}

nonisolated extension ProcessEnvironment {
  /// Where the launcher may keep something: what the service manager made for it, else the user's (XDG Base Directory).
  var stateDirectory: String? {
    if let made = variables["STATE_DIRECTORY"]?.split(separator: ":").first, made.hasPrefix("/") {
      return String(made)
    }
    if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/rotunda" }
    return variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/rotunda" : nil }
  }
}
