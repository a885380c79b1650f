import EventLoop
import FileSystem
import Glibc
import Logging

private let log = Log("launcher")

/// Where a visitor is, kept from a launcher that goes down to the one that is started in its place.
///
/// It lies where the service manager keeps what lasts as long as the service, restarts included: whoever switches the
/// machine on begins at the beginning.
final class KeptPlace {
  private static let name = "place"
  /// Between identifiers: no configuration has it in a word.
  private static let separator: UInt8 = 0
  /// More bytes than any place has.
  private static let limit = 64 << 10

  private let file: KeptFile?

  init(_ loop: EventLoop, _ environment: ProcessEnvironment) {
    file = environment.runtimeDirectory.map { KeptFile("\($0)/\(Self.name)", loop, log) }
  }

  /// The place that was kept; nil when there is none. It is given once: if it was what brought the launcher down, the
  /// next one begins at the beginning.
  func take() -> [String]? {
    guard let file, let bytes = try? SystemFiles().read(file.path, limit: Self.limit) else { return nil }
    unlink(file.path)
    return bytes.split(separator: Self.separator).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Keeps the place, from the outermost folder's identifier to the tile's.
  func keep(_ path: [String]) {
    file?.write(Array(path.map { Array($0.utf8) }.joined(separator: [Self.separator])))
  }
}

nonisolated extension ProcessEnvironment {
  /// What the service manager made for what lasts as long as the service; nil without one.
  fileprivate var runtimeDirectory: String? {
    variables["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init).flatMap {
      $0.hasPrefix("/") ? $0 : nil
    }
  }
}
