import Foundation
import Languages
import Testing

@testable import Shell

/// Compares the catalogs in `po` with the launcher's phrases.
///
/// After a change of the phrases, `ROTUNDA_UPDATE=1 swift test --filter CatalogFilesTests` rewrites
/// `po/rotunda.pot`. Then `msgmerge --update po/de.po po/rotunda.pot` updates a language.
@Suite(.serialized) struct CatalogFilesTests {
  private static let updates = ProcessInfo.processInfo.environment["ROTUNDA_UPDATE"] != nil
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../po").standardizedFileURL
  private static let languages: [String] = {
    let names = try? String(contentsOf: folder.appending(path: "LINGUAS"), encoding: .utf8)
    return (names ?? "").split(separator: "\n").map(String.init)
  }()

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The table of phrases as a catalog template.
  private static var template: String {
    var lines = [
      "# What Rotunda says on the screen.", "msgid \"\"", "msgstr \"\"",
      quoted("Content-Type: text/plain; charset=UTF-8").dropLast() + "\\n\"", "",
    ]
    for phrase in Phrase.allCases {
      if phrase.rawValue.contains("%") { lines.append("#, c-format") }
      lines += ["msgid " + quoted(phrase.rawValue), "msgstr \"\"", ""]
    }
    for phrase in CountedPhrase.allCases {
      lines += [
        "#, c-format", "msgid " + quoted(phrase.one), "msgid_plural " + quoted(phrase.other),
        "msgstr[0] \"\"", "msgstr[1] \"\"", "",
      ]
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  @Test(.enabled(if: updates, "only writes files: ROTUNDA_UPDATE=1")) func theTemplateIsRewritten() throws {
    try Self.template.write(
      to: Self.folder.appending(path: "rotunda.pot"), atomically: true, encoding: .utf8)
  }

  @Test func theTemplateHasEveryPhraseAndNoOther() throws {
    let file = try String(contentsOf: Self.folder.appending(path: "rotunda.pot"), encoding: .utf8)
    #expect(file == Self.template)
  }

  private func run(_ words: [String]) throws -> (status: Int32, said: String) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  @Test func everyNamedLanguageHasACatalog() {
    #expect(Set(Self.languages).isSuperset(of: ["ar", "de", "es", "fr", "ja", "zh"]))
  }

  @Test(arguments: languages) func everyPhraseIsTranslated(language: String) throws {
    let (catalog, template) = (
      Self.folder.appending(path: "\(language).po"), Self.folder.appending(path: "rotunda.pot")
    )
    let compared = try run(["msgcmp", catalog.path, template.path])
    #expect(compared.status == 0, "\(compared.said)")
    let compiled = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(UUID()).mo")
    defer { try? FileManager.default.removeItem(at: compiled) }
    let checked = try run(["msgfmt", "--check-format", "-o", compiled.path, catalog.path])
    #expect(checked.status == 0, "\(checked.said)")
    let words = try Catalog(language: language, bytes: Array(Data(contentsOf: compiled)))
    for phrase in Phrase.allCases { #expect(words.translation(of: phrase.rawValue) != nil, "\(phrase)") }
    for phrase in CountedPhrase.allCases {
      for count in 0...200 { #expect(words.translation(of: phrase.one, count: count) != nil, "\(phrase)") }
      let many = Localizer(words)(phrase, 57)
      #expect(many.contains("57"), "\(many)")
    }
  }
}
