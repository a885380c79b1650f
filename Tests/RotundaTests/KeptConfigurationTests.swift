import Foundation
import Testing

/// `rotunda config keep`, which root's service runs.
struct KeptConfigurationTests {
  private static let good = "[[tile]]\nname = \"Chess\"\nrun = [\"true\"]\n"

  /// Keeps a configuration. Returns the exit status and the text on standard error.
  private func keep(_ text: String, _ files: KioskFiles) throws -> (status: Int32, said: String) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = [
      "config", "keep", "--config", try files.write(text, to: "rotunda.toml"), files.path("kept/last-good"),
    ]
    process.standardError = pipe
    try process.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  private func kept(_ files: KioskFiles) -> String? {
    try? String(contentsOfFile: files.path("kept/last-good"), encoding: .utf8)
  }

  @Test func goodConfigurationIsKeptForTheLauncher() throws {
    let files = try KioskFiles()
    #expect(try keep(Self.good, files) == (0, ""))
    #expect(kept(files)?.contains("Chess") == true)
    var status = stat()
    #expect(stat(files.path("kept/last-good"), &status) == 0 && status.st_mode & 0o777 == 0o644)
  }

  @Test(arguments: ["nonsense [", "[carousel]\nlay-out = \"linear\"\n", "[admin]\npin-file = \"nowhere\"\n"])
  func brokenConfigurationKeepsTheLastGood(text: String) throws {
    let files = try KioskFiles()
    _ = try keep(Self.good, files)
    let before = kept(files)
    let (status, said) = try keep(text, files)
    #expect(status == 1 && said.contains("not kept: ") && said.contains("rotunda.toml:"), "\(said)")
    #expect(before != nil && kept(files) == before)
  }

  @Test func failedWriteIsReported() throws {
    let files = try KioskFiles()
    try FileManager.default.createDirectory(
      atPath: files.path("kept/last-good/x"), withIntermediateDirectories: true)
    let (status, said) = try keep(Self.good, files)
    #expect(status == 71 && said.contains("Is a directory"), "\(said)")
  }
}
