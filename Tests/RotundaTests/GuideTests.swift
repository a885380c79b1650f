import Foundation
import Testing

/// The code blocks of the guides are valid Swift.
struct GuideTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let guides = repository.appending(path: "Sources/CarouselEngine/CarouselEngine.docc")

  /// A code block of a guide, and the line where it begins.
  struct Block: CustomTestStringConvertible {
    var guide: String
    var line: Int
    var code: String

    var testDescription: String { "\(guide):\(line)" }
  }

  static let blocks: [Block] = {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: guides.path(percentEncoded: false))) ?? []
    return names.sorted().flatMap { name -> [Block] in
      let text = (try? String(contentsOf: guides.appending(path: name), encoding: .utf8)) ?? ""
      var blocks: [Block] = []
      var isInside = false
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        switch (isInside, line) {
        case (false, "```swift"):
          blocks.append(Block(guide: name, line: number + 1, code: ""))
          isInside = true
        case (true, "```"): isInside = false
        case (true, _): blocks[blocks.count - 1].code += line + "\n"
        default: break
        }
      }
      return blocks
    }
  }()

  @Test func theGuidesShowCode() {
    #expect(Self.blocks.count >= 15)
    #expect(Set(Self.blocks.map(\.guide)).count >= 3)
  }

  /// Compiles against the modules that were built beside the tests.
  @Test(arguments: blocks)
  func aBlockCompiles(block: Block) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "main.swift")
    let imports = "import CarouselEngine\nimport Gestures\nimport TouchCarousel\n"
    try Data((imports + block.code).utf8).write(to: file)
    let compiler = try Toolchain.run(
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", Kiosk.beside("Modules"),
        file.path(percentEncoded: false),
      ])
    #expect(compiler.status == 0, "\(compiler.text)")
  }

  /// Every symbol that the guides link to exists.
  @Test(.enabled(if: hasDocC, "there is no docc"))
  func theCatalogBuilds() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.path(percentEncoded: false)
    let symbols = try Self.symbols(of: "CarouselEngine", in: path)
    #expect(symbols.status == 0, "\(symbols.text)")
    let catalog = try Toolchain.run([
      "docc", "convert", Self.guides.path(percentEncoded: false), "--additional-symbol-graph-dir", path,
      "--output-path", directory.appending(path: "out").path(percentEncoded: false),
      "--fallback-display-name", "CarouselEngine", "--fallback-bundle-identifier", "rotunda.carousel-engine",
    ])
    #expect(catalog.status == 0, "\(catalog.text)")
    #expect(!catalog.text.contains("doesn't exist"), "\(catalog.text)")
  }

  /// The libraries that other packages import, and the ones in their interfaces.
  @Test(arguments: ["CarouselEngine", "Gestures", "TouchCarousel", "RotundaGeometry"])
  func everyPublicSymbolIsDocumented(module: String) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let extracted = try Self.symbols(of: module, in: directory.path(percentEncoded: false))
    #expect(extracted.status == 0, "\(extracted.text)")
    let graph = try JSONDecoder().decode(
      SymbolGraph.self,
      from: Data(contentsOf: directory.appending(path: "\(module).symbols.json")))
    // Symbols that the compiler generates have no source location.
    let written = graph.symbols.filter { $0.location != nil }
    #expect(written.count > 20)
    let silent = written.filter { $0.docComment == nil }.map { $0.pathComponents.joined(separator: ".") }
    #expect(silent == [])
  }

  /// The needed part of the output of `swift symbolgraph-extract`.
  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Comment: Decodable {}
      struct Place: Decodable {}
      var pathComponents: [String]
      var docComment: Comment?
      var location: Place?
    }
    var symbols: [Symbol]
  }

  private static func symbols(of module: String, in directory: String) throws -> (status: Int32, text: String)
  {
    let target = try Toolchain.run(["swiftc", "-print-target-info"]).text
    let triple = try #require(target.firstMatch(of: /"triple": "([^"]+)"/)?.output.1)
    return try Toolchain.run([
      "swift", "symbolgraph-extract", "-module-name", module, "-I", Kiosk.beside("Modules"), "-target",
      String(triple), "-minimum-access-level", "public", "-output-dir", directory,
    ])
  }

  private static let hasDocC = (try? Toolchain.run(["docc", "--help"]).status) == 0

  /// Links between the guides have a target.
  @Test func linksLeadSomewhere() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.guides.path(percentEncoded: false)) {
      let text = try String(contentsOf: Self.guides.appending(path: name), encoding: .utf8)
      for match in text.matches(of: /\]\(([A-Za-z]+\.md)\)|<doc:([A-Za-z]+)>/) {
        let target = match.output.1.map(String.init) ?? match.output.2.map { $0 + ".md" } ?? ""
        let path = Self.guides.appending(path: target).path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: path), "\(name): \(target)")
      }
    }
  }
}
