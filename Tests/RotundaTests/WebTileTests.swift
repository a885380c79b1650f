import Foundation
import TestCompositor
import Testing

/// Tiles that open web pages, with a substitute for the browser that records its arguments.
@Suite(.serialized, .enabled(if: Confinement.works, "bubblewrap gets no namespaces here"))
struct WebTileTests {
  private let files: KioskFiles
  private var report: String { files.path("browser.txt") }
  private var visits: String { files.path("rotunda/visits") }

  init() throws {
    files = try KioskFiles()
    // Its name makes the launcher treat it as a browser. It stores data, as browsers do, and ends on SIGTERM.
    let browser = try files.write(
      """
      #!/bin/sh
      echo secret >"$HOME/cookies"
      mkdir -p "$XDG_CACHE_HOME/deep/er" && echo page >"$XDG_CACHE_HOME/deep/er/page"
      {
        printf 'word %s\\n' "$@"
        printf 'HOME %s\\n' "$HOME"
        printf 'policies %s\\n' "$(cat "$HOME/../policies/policies.json")"
      } >'\(files.path("browser.tmp"))'
      mv '\(files.path("browser.tmp"))' '\(files.path("browser.txt"))'
      read -r words <'\(files.path("go"))'
      """, to: "firefox-esr")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser)
    mkfifo(files.path("go"), 0o600)
  }

  private func kiosk(waits: Bool = true) throws -> Kiosk {
    try Kiosk(
      tiles: """
        [browser]
        command = ['\(files.path("firefox-esr"))']
        [[tile]]
        name = "red"
        icon = "red.png"
        url = "https://example.org/quiz?a=b"
        allow = ["printing"]
        """, files: files)
  }

  private func visit(_ kiosk: Kiosk) throws -> [String] {
    kiosk.tap()
    try waitUntil("the browser") { FileManager.default.fileExists(atPath: report) }
    return try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func endVisit() throws {
    var descriptor: Int32 = -1
    try waitUntil("the browser to listen") {
      descriptor = open(files.path("go"), O_WRONLY | O_NONBLOCK)
      return descriptor >= 0
    }
    _ = write(descriptor, "end\n", 4)
    close(descriptor)
  }

  /// The existing directories of visits.
  private var directories: [String] {
    let launchers = (try? FileManager.default.contentsOfDirectory(atPath: visits)) ?? []
    return launchers.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(visits)/\($0)")) ?? []
    }
  }

  @Test func browserVisitLeavesNothing() throws {
    let kiosk = try kiosk()
    let lines = try visit(kiosk)
    let words = lines.filter { $0.hasPrefix("word ") }.map { $0.dropFirst(5) }
    #expect(words.first == "--kiosk" && words.last == "https://example.org/quiz?a=b")
    let home = try #require(lines.first { $0.hasPrefix("HOME ") }).dropFirst(5)
    #expect(home.hasPrefix(visits + "/"))
    let policies = try #require(lines.first { $0.hasPrefix("policies ") })
    #expect(
      policies.contains("\"DisableDeveloperTools\": true") && policies.contains("\"PrintingEnabled\": true"))
    #expect(FileManager.default.fileExists(atPath: home + "/cookies") && directories.count == 1)
    try endVisit()
    try waitUntil("the end of the visit") { directories.isEmpty }
    #expect(!FileManager.default.fileExists(atPath: String(home)))
    // The next visitor finds no data of this one.
    try kiosk.awaitTile(.red)
    try FileManager.default.removeItem(atPath: report)
    let next = try visit(kiosk)
    #expect(next.first { $0.hasPrefix("HOME ") } != "HOME \(home)" || directories.count == 1)
    try endVisit()
    try waitUntil("the end of the second visit") { directories.isEmpty }
  }

  @Test func crashLeftoversAreRemovedAtTheNextStart() throws {
    let first = try kiosk()
    _ = try visit(first)
    try first.crash()
    #expect(directories.count == 1)
    let next = try kiosk()
    try waitUntil("the leftovers to be deleted") { directories.isEmpty }
    #expect(next.launcher.exit == nil)
  }

  @Test func launchersEndDeletesTheVisit() throws {
    let kiosk = try kiosk()
    _ = try visit(kiosk)
    kiosk.launcher.send(signal: SIGTERM)
    _ = try kiosk.launcher.waitForExit()
    #expect(directories.isEmpty)
    #expect((try FileManager.default.contentsOfDirectory(atPath: visits)).isEmpty)
  }

  @Test func tileReportsAMissingBrowser() throws {
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nname = \"red\"\nicon = \"red.png\"\nurl = \"https://example.org/\"\n"
        + Kiosk.tile(.green, files, run: ["wait"]), files: files,
      environment: ["PATH": "/nowhere"], waits: false)
    try kiosk.awaitTile(.green)
    try kiosk.awaitRest()
    kiosk.tap()
    try kiosk.awaitMessage()
  }

  @Test func screenIsOutOfOrderWithoutOpenableTiles() throws {
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nname = \"red\"\nicon = \"red.png\"\nurl = \"https://example.org/\"\n", files: files,
      environment: ["PATH": "/nowhere"], waits: false)
    try kiosk.awaitStateScreen()
    #expect(kiosk.place(of: .red) == nil)
  }
}

enum Confinement {
  /// Whether the launcher can give browsers their own policies, as with a working bubblewrap.
  static let works: Bool = {
    let outcome = try? Outcome("/usr/bin/bwrap", ["--dev-bind", "/", "/", "true"], environment: [:])
    return outcome == nil || outcome?.status == 0
  }()
}
