import Foundation
import Languages

extension Catalog {
  /// Compiles the catalog of a language from `po`, as the launcher reads it. Returns nil if there is no such
  /// language.
  package static func compiled(_ language: String) throws -> Catalog? {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../po/\(language).po")
    guard FileManager.default.fileExists(atPath: source.path) else { return nil }
    let compiled = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(UUID()).mo")
    defer { try? FileManager.default.removeItem(at: compiled) }
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["msgfmt", "-o", compiled.path, source.path]
    try compiler.run()
    compiler.waitUntilExit()
    return try Catalog(language: language, bytes: Array(Data(contentsOf: compiled)))
  }
}
