import Foundation
import Testing

extension KioskFiles {
  /// Compiles the launcher's words in some languages; returns what `TEXTDOMAINDIR` has to be.
  func compileCatalogues(_ languages: [String]) throws -> String {
    for language in languages {
      let directory = directory.appending(path: "locale/\(language)/LC_MESSAGES")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../po/\(language).po")
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = ["msgfmt", "-o", directory.appending(path: "rotunda.mo").path, source.path]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
    }
    return path("locale")
  }
}
