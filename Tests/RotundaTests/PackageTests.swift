import Foundation
import Testing

/// `Package.swift` lists exactly the dependencies of each target.
struct PackageTests {
  private struct Description: Decodable {
    var targets: [Target]
  }

  struct Target: Decodable {
    var name: String
    var c99name: String
    var type: String
    var path: String
    var sources: [String]
    var targetDependencies: [String]?
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func targets() throws -> [Target] {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let answer = try Toolchain.run(
      [
        "--unset=ROTUNDA_TESTS", "--unset=ROTUNDA_FUZZER", "swift", "package", "--package-path",
        repository.path(percentEncoded: false), "--scratch-path", scratch.path(percentEncoded: false),
        "describe",
        "--type", "json",
      ], quietly: true)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Description.self, from: Data(answer.text.utf8)).targets
  }

  /// Returns the modules that a source file imports, from any package.
  static func imports(of source: String) -> Set<String> {
    let statement =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)/
      .anchorsMatchLineEndings()
    return Set(source.matches(of: statement).map { String($0.output.1) })
  }

  /// Returns the errors in a target's dependencies. Programs and plugins are run, not imported.
  static func problems(_ target: Target, imports: Set<String>, among targets: [Target]) -> [String] {
    let declared = Set(target.targetDependencies ?? [])
    return targets.filter { $0.name != target.name }.compactMap { other in
      switch (imports.contains(other.c99name), declared.contains(other.name)) {
      case (true, false): "\(target.name) imports \(other.name) and does not declare it"
      case (false, true) where other.type != "executable" && other.type != "plugin":
        "\(target.name) declares \(other.name) and does not import it"
      default: nil
      }
    }
  }

  @Test func targetsDeclareWhatTheyImport() throws {
    let targets = try Self.targets()
    #expect(targets.count > 80)
    for target in targets {
      let sources = target.sources.filter { $0.hasSuffix(".swift") }
      guard !sources.isEmpty, target.type != "plugin" else { continue }
      var imports: Set<String> = []
      for source in sources {
        let file = Self.repository.appending(path: target.path).appending(path: source)
        imports.formUnion(Self.imports(of: try String(contentsOf: file, encoding: .utf8)))
      }
      #expect(Self.problems(target, imports: imports, among: targets) == [])
    }
  }

  @Test func allFormsOfImportsAreFound() {
    let source = """
      import A
      @testable import B
      @_spi(Tests) package import C
        import struct D.Inner
      // import E
      let text = "import F"
      """
    #expect(Self.imports(of: source) == ["A", "B", "C", "D"])
  }

  @Test func undeclaredAndUnusedDependenciesAreFound() {
    func target(_ name: String, _ type: String = "library", _ dependencies: [String] = []) -> Target {
      Target(
        name: name, c99name: name.replacing("-", with: "_"), type: type, path: "", sources: [],
        targetDependencies: dependencies)
    }
    let others = [
      target("Used"), target("Unused"), target("Undeclared"), target("a-program", "executable"),
      target("Plugin", "plugin"),
    ]
    let user = target("User", "test", ["Used", "Unused", "a-program", "Plugin"])
    let problems = Self.problems(user, imports: ["Used", "Undeclared", "Testing"], among: others + [user])
    #expect(
      problems == [
        "User declares Unused and does not import it", "User imports Undeclared and does not declare it",
      ])
  }
}
