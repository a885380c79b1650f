import Foundation

/// The repository that contains the tests.
enum Repository {
  /// A file by its path from the top.
  static func file(_ path: String) -> URL {
    var directory = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { directory.deleteLastPathComponent() }
    return directory.appending(path: path)
  }
}
