import ConfigurationFile
import EventLoop
import FileSystem
import Glibc
import Logging

private let log = Log("configuration")

/// The last good configuration, kept on disk for a start at which the files are broken.
final class KeptConfiguration {
  private static let name = "last-good-configuration"

  private let loop: EventLoop
  /// Where it is kept; nil when there is no place for it.
  private let path: String?
  /// What is there, as far as is known.
  private var known: [UInt8]?
  private var isWriting = false
  private var next: ConfigurationArchive?

  init(_ loop: EventLoop, _ environment: ProcessEnvironment) {
    self.loop = loop
    path = environment.stateDirectory.map { "\($0)/\(Self.name)" }
  }

  /// What was kept; nil when there is nothing, or somebody else could have written it.
  func read() -> ConfigurationArchive? {
    guard let path,
      let (bytes, ownership) = try? SystemFiles().readOwned(path, limit: ConfigurationArchive.sizeLimit),
      [FileOwnership.root, geteuid()].contains(ownership.owner), !ownership.isWritableByEveryone
    else { return nil }
    known = bytes
    return ConfigurationArchive(bytes: bytes)
  }

  /// Keeps these files, unless they are what is kept already.
  func keep(_ texts: [ConfigurationText]) {
    let archive = ConfigurationArchive(texts)
    guard let path, archive.isWritable else { return }
    guard !isWriting else { return next = archive }
    if known == nil { _ = read() }
    let bytes = archive.bytes
    guard bytes != known else { return }
    isWriting = true
    known = bytes
    do throws(EventLoopError) {
      // A disk may take its time, and a frame has none.
      try loop.inBackground {
        ReplacedFile(path).write(bytes)
      } done: { [weak self] error in
        if let error { log.warning("the configuration could not be kept in \(path): \(error)") }
        self?.written()
      }
    } catch {
      log.warning("\(error)")
      isWriting = false
    }
  }

  private func written() {
    isWriting = false
    guard let next else { return }
    self.next = nil
    keep(next.texts)
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
