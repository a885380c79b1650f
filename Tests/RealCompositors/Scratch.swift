import Foundation

/// A directory for the sockets, logs and pictures of one test. It is removed with this object.
public final class Scratch {
  /// The directory's absolute path.
  public let path: String

  /// Creates a directory that the programs under test own.
  ///
  /// - Throws: `CompositorFailure` if it cannot be created.
  public init() throws {
    path = "/tmp/rotunda-test-\(UUID().uuidString.prefix(8))"
    // The user who writes to the directory also creates it.
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: Unprivileged.script)
    maker.arguments = ["mkdir", "--mode=0700", path, path + "/runtime"]
    try maker.run()
    maker.waitUntilExit()
    guard maker.terminationStatus == 0 else { throw CompositorFailure("cannot make \(path)") }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The `XDG_RUNTIME_DIR` of all programs in this test.
  public var runtime: String { path + "/runtime" }

  /// Returns a path inside the directory.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file that the programs under test can read, and returns its path.
  ///
  /// - Throws: Foundation's error if it cannot be written.
  public func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }
}
