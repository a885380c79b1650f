import Foundation

/// A directory that is removed at the end of the test.
package final class TemporaryDirectory {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, and creates its parent directories. Returns its path.
  @discardableResult
  package func write(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let file = "\(path)/\(name)"
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(content).write(to: URL(fileURLWithPath: file))
    return file
  }

  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    try write(name, text.utf8)
  }
}
