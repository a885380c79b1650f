import Commands
import Foundation
import Testing

/// Compares each file that names the version with the program.
struct VersionTests {
  private func file(_ path: String) throws -> String {
    var directory = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { directory.deleteLastPathComponent() }
    return try String(contentsOf: directory.appending(path: path), encoding: .utf8)
  }

  @Test func theVersionHasThreeNumbers() {
    #expect(Help.versionNumber.wholeMatch(of: /(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)/) != nil)
    #expect(Help.version == "rotunda \(Help.versionNumber)")
  }

  @Test func thePackageHasTheProgramsVersion() throws {
    #expect(try file("packaging/debian/changelog").hasPrefix("rotunda (\(Help.versionNumber)-1) "))
  }

  @Test func theNewestReleaseIsTheProgramsVersion() throws {
    let headings = try file("CHANGELOG.md").matches(of: /(?m)^## (.*)$/).map { String($0.1) }
    #expect(headings.first == "[Unreleased]")
    let newest = try #require(headings.dropFirst().first)
    #expect(newest.wholeMatch(of: /\[([0-9.]+)\] - \d{4}-\d\d-\d\d/)?.1 == Help.versionNumber[...])
  }

  @Test func changelogFollowsKeepAChangelog() throws {
    let known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    for release in try file("CHANGELOG.md").split(separator: "\n## ").dropFirst() {
      let sections = release.matches(of: /(?m)^### (.*)$/).map { String($0.1) }
      #expect(sections == known.filter(sections.contains), "\(release.prefix(20))")
      for item in release.matches(of: /(?m)^- \*\*(\w+)/) {
        #expect(!known.contains(String(item.1)), "\(release.prefix(20)) has \(item.0) outside its section")
      }
    }
  }

  @Test(arguments: [
    ("README.md", 0), ("docs/install.md", 0), ("docs/images.md", 1), ("docs/fleet.md", 1),
    ("Sources/CarouselEngine/CarouselEngine.docc/GettingStarted.md", 1),
  ])
  func theGuidesNameTheProgramsVersion(path: String, atLeast: Int) throws {
    let named = try file(path).matches(of: /(?:rotunda_|from: ")(\d+\.\d+\.\d+)/).map { String($0.1) }
    #expect(named.count >= atLeast)
    #expect(named.allSatisfy { $0 == Help.versionNumber }, "\(named)")
  }
}
