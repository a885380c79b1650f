import Configuration
import ConfigurationFile
import Foundation
import Testing

/// What we show people as TOML is TOML for other programs too: Python's own reader is asked.
@Suite struct OtherReaderTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Prints how many tiles each text of a JSON list has, or why a text is no TOML.
  private static let program = """
    import json, sys, tomllib
    def answer(text):
        try:
            return str(len(tomllib.loads(text).get("tile", [])))
        except tomllib.TOMLDecodeError as fault:
            return str(fault)
    json.dump([answer(text) for text in json.load(sys.stdin)], sys.stdout)
    """

  private static let hasReader = (try? ask(["tile = []"])) == ["0"]

  /// What files and pages of documentation say, by where they say it.
  private static func texts() throws -> [(place: String, text: String)] {
    var texts = [("rotunda config keys", ConfigurationReference.text)]
    for directory in ["examples", "packaging/kiosk", "Tests/Golden", "docs", "."] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: repository.appending(path: directory).path)
      for name in names.sorted() {
        let place = "\(directory)/\(name)"
        if name.hasSuffix(".toml") {
          texts.append((place, try content(place)))
        } else if name.hasSuffix(".md") {
          texts += blocks(of: try content(place)).map { (place, $0) }
        }
      }
    }
    return texts
  }

  private static func content(_ place: String) throws -> String {
    try String(contentsOf: repository.appending(path: place), encoding: .utf8)
  }

  /// What stands in a page between the marks for TOML.
  private static func blocks(of page: String) -> [String] {
    page.matches(of: /(?m)^ *```toml\n((?:.*\n)*?) *```$/).map { String($0.1) }
  }

  private static func ask(_ texts: [String]) throws -> [String] {
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = ["python3", "-c", program]
    let (input, output) = (Pipe(), Pipe())
    (python.standardInput, python.standardOutput) = (input, output)
    python.standardError = FileHandle.nullDevice
    try python.run()
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(texts))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    python.waitUntilExit()
    return try JSONDecoder().decode([String].self, from: answer)
  }

  @Test(.enabled(if: hasReader, "python3 with tomllib (3.11 or newer) is not installed"))
  func everyExampleIsReadByAnotherReader() throws {
    let texts = try Self.texts()
    for name in ["examples/rotunda.toml", "packaging/kiosk/rotunda.toml", "./README.md", "docs/install.md"] {
      #expect(texts.contains { $0.place == name }, "\(name)")
    }
    let answers = try Self.ask(texts.map(\.text))
    let loader = ConfigurationLoader(environment: ["PATH": "/nowhere", "XDG_DATA_DIRS": "/nowhere"])
    let directory = try TemporaryDirectory()
    for ((place, text), answer) in zip(texts, answers) {
      let ours = loader.load(try directory.write("rotunda.toml", text))
      #expect(answer == "\(ours.configuration.tiles.count)", "\(place): \(text.prefix(200))")
      #expect(ours.isReadable, "\(place)")
    }
  }

  @Test(.enabled(if: hasReader, "python3 with tomllib (3.11 or newer) is not installed"))
  func whatTheOldFormWasIsReadByNoneAndWhatItBecomesByAll() throws {
    let old = "[[tile]]\nname = \"Floor plan\"\nname.de = \"Lageplan\"\n"
    let new = ConfigurationUpgrade(Array(old.utf8)).bytes
    let answers = try Self.ask([old, String(decoding: new, as: UTF8.self)])
    #expect(answers[0] != "1" && answers[1] == "1")
  }
}
