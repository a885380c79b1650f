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
  /// What is there, as far as is known.
  private var known: [UInt8]?

  init(_ loop: EventLoop, _ environment: ProcessEnvironment) {
    file = environment.stateDirectory.map { KeptFile("\($0)/\(Self.name)", loop, log) }
  }

  /// What was kept; nil when there is nothing, or somebody else could have written it.
  func read() -> ConfigurationArchive? {
    guard let file,
      let (bytes, ownership) = try? SystemFiles().readOwned(file.path, limit: ConfigurationArchive.sizeLimit),
      [FileOwnership.root, geteuid()].contains(ownership.owner), !ownership.isWritableByEveryone
    else { return nil }
    known = bytes
    return ConfigurationArchive(bytes: bytes)
  }

  /// Keeps these files, unless they are what is kept already.
  func keep(_ texts: [ConfigurationText]) {
    let archive = ConfigurationArchive(texts)
    guard let file, archive.isWritable else { return }
    if known == nil { _ = read() }
    guard archive.bytes != known else { return }
    known = archive.bytes
    file.write(archive.bytes)
  }
}

extension ProcessEnvironment {
  /// Where the launcher may keep something: what the service manager made for it, else the user's (XDG Base Directory).
  var stateDirectory: String? {
    if let made = variables["STATE_DIRECTORY"]?.split(separator: ":").first, made.hasPrefix("/") {
      return String(made)
    }
    if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/rotunda" }
    return variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/rotunda" : nil }
  }
}
