import Foundation
import Testing

/// What the console shows when the kiosk does not start: `systemd/diagnosis`.
struct DiagnosisPageTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../systemd/diagnosis").path

  /// What it prints where the journal holds `words`.
  private func page(journal words: String) throws -> String {
    let directory = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try words.write(to: directory.appending(path: "words"), atomically: true, encoding: .utf8)
    for (name, line) in [
      ("journalctl", "exec cat \(directory.path)/words"), ("systemctl", "echo start-limit-hit"),
      ("rotunda", "exit 1"),
    ] {
      let file = directory.appending(path: name)
      try "#!/bin/sh\n\(line)\n".write(to: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [Self.script]
    process.environment = ["PATH": "\(directory.path):/usr/bin:/bin"]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func itSaysWhyAndWhatWasSaidLast() throws {
    let page = try page(journal: "launcher: Grüße\nthe end\n")
    #expect(page.contains("It ended again and again.") && page.contains("    launcher: Grüße\n    the end\n"))
  }

  /// `ESC [ 12 ; 2 ]` has Linux show another console (console_codes(4)).
  @Test func whatProgramsSaidDoesNotSteerTheConsole() throws {
    let page = try page(journal: "a\u{1B}[12;2]b\u{9B}12;2]c\u{08}\u{7F}d\r\n")
    #expect(page.contains("a[12;2]b12;2]cd\n"))
    let controls = page.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
    // Its own: clear the screen, go to its corner, bold and plain for each headline.
    #expect(controls.allSatisfy { $0 == "\u{1B}" } && controls.count == 8, "\(controls)")
  }
}
