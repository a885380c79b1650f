import Foundation
import Testing

/// The page that visitors see, and the journal, when the kiosk does not start: `systemd/diagnosis` with the
/// real program.
struct DiagnosisPageTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../systemd/diagnosis").path

  /// Returns the screen's text and the journal for a program and a configuration.
  private func page(
    program: String? = nil, result: String = "exit-code", configuration: String = "", language: String = "C"
  ) throws -> (screen: String, journal: String) {
    let directory = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(UUID())")
    let settings = directory.appending(path: "rotunda")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try configuration.write(
      to: settings.appending(path: "rotunda.toml"), atomically: true, encoding: .utf8)
    let bin = directory.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let stands = ["systemctl": "echo \(result)", "rotunda": program ?? "exec \(SessionStage.binary) \"$@\""]
    for (name, line) in stands {
      let file = bin.appending(path: name)
      try "#!/bin/sh\n\(line)\n".write(to: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let (process, screen) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [Self.script]
    process.environment = [
      "PATH": "\(bin.path):/usr/bin:/bin", "XDG_CONFIG_HOME": directory.path, "LANG": language,
      "TEXTDOMAINDIR": directory.path, "SWIFT_BACKTRACE": "enable=no",
    ]
    let journal = directory.appending(path: "journal")
    try "".write(to: journal, atomically: true, encoding: .utf8)
    process.standardOutput = screen
    process.standardError = try FileHandle(forWritingTo: journal)
    try process.run()
    let seen = screen.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: seen, as: UTF8.self), try String(contentsOf: journal, encoding: .utf8))
  }

  @Test func screenShowsTheContactAndJournalTheCause() throws {
    let (screen, journal) = try page(
      configuration:
        "[kiosk]\ncontact = \"Please call 030 1234567\"\n[[tile]]\nname = \"One\"\nrun = [\"true\"]\n")
    #expect(screen.hasPrefix("This screen is out of order\n"))
    #expect(screen.contains("\nPlease call 030 1234567\n"))
    #expect(journal.contains("It ended: status exit-code.") && journal.contains("troubleshooting.md"))
    for word in ["/", "status", "journal", "exit-code"] {
      #expect(!screen.contains(word), "'\(word)' is not for visitors: \(screen)")
    }
  }

  @Test func frozenPictureIsReported() throws {
    // A compositor in a window has all that it needs.
    let (screen, journal) = try page(
      program: "DISPLAY=:99 exec \(SessionStage.binary) \"$@\" --compositor cage", result: "watchdog")
    #expect(screen.contains("Its picture froze several times."))
    #expect(screen.contains("Please tell a member of staff."))
    #expect(journal.contains("The screen stood still"))
  }

  @Test func brokenConfigurationStillShowsTheContact() throws {
    let (screen, _) = try page(configuration: "[kiosk\n  contact = \"Please call 030 1234567\"\n")
    #expect(screen.contains("\nPlease call 030 1234567\n"), "\(screen)")
  }

  @Test func contactIsInTheScreensLanguage() throws {
    let (screen, _) = try page(
      configuration:
        "[kiosk]\nlanguage = \"de\"\ncontact = \"Call 1\"\ncontact.de = \"Bitte rufen Sie 2 an\"\n")
    #expect(screen.contains("\nBitte rufen Sie 2 an\n"), "\(screen)")
  }

  @Test func pageAppearsWithoutTheProgram() throws {
    let (screen, _) = try page(program: "exit 127")
    #expect(screen.contains("This screen is out of order"))
    #expect(screen.contains("Please tell a member of staff.") || screen.contains("call"))
  }
}
