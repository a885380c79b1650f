import Foundation
import Testing

/// Every recipe of docs/cookbook.md is a valid configuration and has its picture.
@Suite struct CookbookTests {
  struct Recipe: CustomTestStringConvertible, Sendable {
    let picture: String
    let text: String
    var testDescription: String { picture }
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The recipes: each has a picture, an optional comment with preview options, and the lines of its
  /// configuration.
  static let recipes: [Recipe] = {
    let page = try? String(contentsOf: repository.appending(path: "docs/cookbook.md"), encoding: .utf8)
    let pattern = /\]\((cookbook\/[a-z-]+\.webp)\)\n\n(?:<!-- preview: .*? -->\n\n)?```toml\n((?:.*\n)*?)```/
    return (page ?? "").matches(of: pattern).map { Recipe(picture: String($0.1), text: String($0.2)) }
  }()

  private static func check(_ text: String) throws -> (status: Int32, report: String) {
    let files = try KioskFiles()
    for part in ["pictures", "pages"] {
      try FileManager.default.createSymbolicLink(
        at: files.directory.appending(path: part),
        withDestinationURL: repository.appending(path: "packaging/kiosk/\(part)"))
    }
    let hash = "$y$j9T$75BM1eQwNTLEPUMTz0MmD1$4FbIbTUckc6DPKYcFSubv0J5mngHCCsHFij4zpjbUF9\n"
    let pin = try files.write(hash, to: "pin")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: pin)
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = ["check", try files.write(text, to: "rotunda.toml")]
    process.environment = [
      "PATH": "/usr/bin:/bin", "ROTUNDA_THEMES": repository.appending(path: "themes").path,
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let report = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, report)
  }

  @Test func thereAreTwentyRecipes() { #expect(Self.recipes.count == 20) }

  @Test(arguments: recipes) func aRecipeIsAValidConfiguration(recipe: Recipe) throws {
    let hasTiles = recipe.text.contains("[[")
    let tile = hasTiles ? "" : "\n[[tile]]\nname = \"Café\"\nrun = [\"true\"]\n"
    let (status, report) = try Self.check(recipe.text + tile)
    #expect(status == 0, "\(report)")
    // The example programs need not be installed.
    let lines = report.split(separator: "\n").filter { !$0.contains("there is no program") }
    #expect(lines.isEmpty, "\(report)")
  }

  @Test(arguments: recipes) func aRecipeHasItsPicture(recipe: Recipe) throws {
    let file = Self.repository.appending(path: "docs/\(recipe.picture)")
    let size = try #require(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    #expect(size > 2000 && size < 75_000)
  }

  @Test func aWrongRecipeFails() throws {
    #expect(try Self.check("[theme]\nnam = \"paper\"\n").report.contains("did you mean 'name'"))
  }
}
