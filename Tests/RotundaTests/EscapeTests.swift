import Foundation
import TestCompositor
import Testing

/// Programs receive words from configurations, desktop entries and addresses verbatim. No shell interprets
/// them.
@Suite(.serialized) struct EscapeTests {
  /// Words that are special to shells, terminals, URL handlers or careless programs. The file `FILE` must
  /// never be created.
  private static let hostile = [
    "; touch FILE", "$(touch FILE)", "`touch FILE`", "| touch FILE", "&& touch FILE", "> FILE",
    "\n touch FILE",
    "'; touch FILE; '", "\"; touch FILE; \"", "${IFS}touch${IFS}FILE", "--no-sandbox", "-c", "%u %f %c %k",
    "../../../etc",
    "~root", "*", "\\", "\u{1B}]0;x\u{07}", "\u{202E}txt.exe", "$'\\x41'",
  ]

  private let files: KioskFiles
  private let words: [String]
  private var trap: String { files.path("escaped") }

  init() throws {
    let files = try KioskFiles()
    self.files = files
    words = Self.hostile.map { $0.replacing("FILE", with: files.path("escaped")) }
  }

  /// Quotes a word as a TOML basic string.
  private func quoted(_ word: String) -> String {
    let characters = word.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 32 || scalar.value == 127: String(format: "\\u%04X", scalar.value)
      default: String(scalar)
      }
    }
    return "\"" + characters.joined() + "\""
  }

  private var environment: String { "environment = { PROBE_REPORT = '\(files.reportPath(.red))' }" }

  @Test func argumentsAndNamesStayWords() throws {
    let command = ([Kiosk.probe] + words).map(quoted).joined(separator: ", ")
    let kiosk = try Kiosk(
      tiles: """
        [[tile]]
        name = \(quoted(words.joined(separator: " ")))
        description = \(quoted(words[1]))
        icon = "red.png"
        run = [\(command)]
        \(environment)
        """, files: files)
    kiosk.tap()
    #expect(try files.report(.red).arguments == words)
    #expect(!FileManager.default.fileExists(atPath: trap))
  }

  /// The test quotes each argument of an Exec line as the specification requires. Quoted text is one word.
  @Test func desktopEntriesAreParsedWithoutAShell() throws {
    let plain = words.filter { $0.unicodeScalars.allSatisfy { $0.value >= 32 } }
    let arguments = plain.map { word in
      let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
        "`", with: "\\`"
      )
      .replacing("$", with: "\\$").replacing("%", with: "%%")
      // Escape the argument again for the string type of the Exec value.
      return "\"" + escaped.replacing("\\", with: "\\\\") + "\""
    }
    let entry = try files.write(
      """
      [Desktop Entry]
      Type=Application
      Name=\(plain[1].replacing("\\", with: "\\\\"))
      Icon=$(touch \(trap))
      Exec=\(Kiosk.probe) \(arguments.joined(separator: " ")) %c %i %k %u
      """, to: "hostile.desktop")
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nicon = \"red.png\"\ndesktop-entry = '\(entry)'\n\(environment)", files: files)
    kiosk.tap()
    let report = try files.report(.red)
    #expect(report.arguments == plain + [plain[1], "--icon", "$(touch \(trap))", entry])
    #expect(!FileManager.default.fileExists(atPath: trap))
  }

  /// Without quotes, shell syntax is ordinary words.
  @Test(arguments: [
    "; touch FILE", "| touch FILE", "&& touch FILE", "$(touch FILE)", "`touch FILE`", "> FILE", "&",
  ])
  func execLineStartsNoShell(line: String) throws {
    let words = line.replacing("FILE", with: trap)
    let entry = try files.write(
      "[Desktop Entry]\nType=Application\nName=Bad\nExec=\(Kiosk.probe) \(words)\n", to: "bad.desktop")
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nicon = \"red.png\"\ndesktop-entry = '\(entry)'\n\(environment)", files: files)
    kiosk.tap()
    #expect(try files.report(.red).arguments == words.split(separator: " ").map(String.init))
    #expect(!FileManager.default.fileExists(atPath: trap))
  }

  @Test(arguments: [
    "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "chrome://settings", "about:config",
    "view-source:http://a", "http://", "http:///x", "ftp://a/b", "-http://a", "http://a b", "http://a\u{1}b",
    "",
  ])
  func onlyWebAddressesMakeATile(address: String) throws {
    let path = try files.write(
      "[[tile]]\nname = \"x\"\nurl = \(quoted(address))\n", to: "address.toml")
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = ["check", path]
    (process.standardOutput, process.standardError) = (Pipe(), Pipe())
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }

  @Test func anyAddressIsOneArgument() throws {
    let address = "https://example.org/?q='$(touch%20\(trap))';`id`&a=--no-sandbox|sh"
    let kiosk = try Kiosk(
      tiles: """
        [browser]
        command = ['\(Kiosk.probe)', 'x']
        [[tile]]
        name = "red"
        icon = "red.png"
        url = \(quoted(address))
        """, files: files, environment: ["PROBE_REPORT": files.reportPath(.red)])
    kiosk.tap()
    #expect(try files.report(.red).arguments == ["x", address])
    #expect(!FileManager.default.fileExists(atPath: trap))
  }
}
