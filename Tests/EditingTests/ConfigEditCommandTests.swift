import Foundation
import TemporaryFiles
import Testing

/// The commands in the form that operators type.
@Suite struct ConfigEditCommandTests {
  private struct Said {
    let status: Int32
    let output: String
    let complaint: String
  }

  private static let text = """
    [brand]
    name = "Museum"
    [[tile]]
    id = "org.example.Plan"
    name = "Plan"
    url = "https://example.org/"

    """

  private let directory: TemporaryDirectory
  private let main: String

  init() throws {
    directory = try TemporaryDirectory()
    main = try directory.write("rotunda.toml", Self.text)
  }

  private func run(_ words: String...) throws -> Said {
    let (process, output, complaint) = (Process(), Pipe(), Pipe())
    process.executableURL = EditorStage.binary
    process.arguments = ["config"] + words.prefix(1) + ["--config", main] + words.dropFirst()
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": directory.path, "STATE_DIRECTORY": "\(directory.path)/state",
    ]
    (process.standardOutput, process.standardError) = (output, complaint)
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try complaint.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Said(
      status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
      complaint: String(decoding: complaints, as: UTF8.self))
  }

  private var edited: String? {
    try? String(contentsOfFile: "\(directory.path)/rotunda.d/80-edited.toml", encoding: .utf8)
  }

  @Test func keysAreSetPrintedAndUnset() throws {
    #expect(try run("edits").output.hasSuffix("no edits\n"))
    let first = try run("set", "brand.name", "Town museum")
    #expect(first.status == 0 && first.output.hasSuffix("80-edited.toml: written\n"), "\(first)")
    #expect(try run("set", "tile.org.example.Plan.badge", "3").status == 0)
    // For a key with a text, digits are a text.
    #expect(try run("set", "brand.name", "1848").status == 0)
    #expect(try run("set", "carousel.wrap", "false").status == 0)
    let text = try #require(edited)
    #expect(
      text.contains("name = \"1848\"\n") && text.contains("wrap = false\n") && text.contains("badge = 3\n"))
    #expect(try run("edits").output == text)
    #expect(try run("unset", "tile.org.example.Plan.badge").status == 0)
    #expect(edited?.contains("tile-change") == false)
    #expect(try run("undo").status == 0 && edited == text)
    for _ in 0..<4 { #expect(try run("undo").status == 0) }
    #expect(edited == "")
    let last = try run("undo")
    #expect(last.status == 71 && last.complaint.contains("no earlier version is kept"))
    #expect(try String(contentsOfFile: main, encoding: .utf8) == Self.text)
  }

  @Test(
    "invalid changes are refused",
    arguments: [
      (["brand.nam", "x"], "brand.nam: there is no such key, did you mean 'brand.name'?"),
      (["carousel.layout", "weel"], "carousel.layout: must be one of"),
      (["carousel.layout", "3"], "carousel.layout: must be one of"),
      (["tile.plan.badge", "x"], "there is no tile 'plan'"),
      (["tile.org.example.Plan.badgee", "x"], "tile.badgee: there is no such key, did you mean 'badge'?"),
    ])
  func refuses(words: [String], complaint: String) throws {
    let said = try run("set", words[0], words[1])
    #expect(said.status == 1 && said.complaint.contains(complaint), "\(said)")
    #expect(edited == nil)
  }
}
