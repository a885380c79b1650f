import Foundation
import TestCompositor
import Testing

/// File systems that do not answer. Touches, the end of a visit and SIGTERM do not wait for them.
@Suite(
  .serialized,
  .enabled(if: SilentFileSystem.isPossible, "needs root and /dev/fuse"))
struct SilentFileTests {
  /// Checks that the carousel turns, a tap opens the middle tile, its program's end leads back, and SIGTERM
  /// ends the launcher.
  private func expectWell(_ kiosk: Kiosk) throws {
    // The launcher does not rest, because a thread waits in the kernel.
    try kiosk.awaitCentered(.red)
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    try kiosk.files.order("exit 0", to: .red)
    try kiosk.awaitTile(.red)
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }

  @Test func silentConditionFileBlocksNothing() throws {
    let files = try KioskFiles()
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    let conditions = [(KioskFiles.Paint.green, "silent/flag"), (.magenta, "flag")].map { paint, flag in
      Kiosk.tile(paint, files, run: ["wait"]) + "\nvisible-when = { file = \"\(files.path(flag))\" }\n"
    }
    let kiosk = try Kiosk(
      tiles: ([Kiosk.tile(.red, files, run: ["wait"])] + conditions).joined(separator: "\n"), files: files)
    // The launcher still checks and watches other files.
    try files.write("", to: "flag")
    try kiosk.awaitTile(.magenta)
    #expect(kiosk.place(of: .green) == nil)
    try expectWell(kiosk)
  }

  @Test func aFileThatAnswersAtLast() throws {
    let files = try KioskFiles()
    try FileManager.default.createDirectory(atPath: files.path("silent"), withIntermediateDirectories: false)
    try files.write("", to: "silent/flag")
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    let kiosk = try Kiosk(
      tiles: Kiosk.tile(.red, files, run: ["wait"]) + "\n" + Kiosk.tile(.green, files, run: ["wait"])
        + "\nvisible-when = { file = \"\(files.path("silent/flag"))\" }\n", files: files)
    #expect(kiosk.place(of: .green) == nil)
    silent.end()
    // The launcher received an error, and checks again when the directory changes.
    try waitUntil("the green tile") {
      try files.write("", to: "silent/flag")
      usleep(300_000)
      return kiosk.place(of: .green) != nil
    }
  }

  @Test func silentPicturesBlockNothing() throws {
    let files = try KioskFiles()
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    // More pictures than the launcher decodes at the same time.
    let away = (1...4).map { number in
      "[[tile]]\nname = \"away\"\nicon = \"\(silent.path)/\(number).png\"\nrun = [\"true\"]\n"
    }
    let tiles = [Kiosk.tile(.red, files, run: ["wait"])] + away + [Kiosk.tile(.green, files, run: ["wait"])]
    let kiosk = try Kiosk(tiles: tiles.joined(separator: "\n"), files: files, waits: false)
    try kiosk.awaitTile(.red)
    try kiosk.launcher.waitForOutput("silent/4.png\" is on a file system that does not answer")
    try expectWell(kiosk)
  }

  @Test func latePictureIsShown() throws {
    let files = try KioskFiles()
    try FileManager.default.createDirectory(atPath: files.path("silent"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: files.path("green.png"), toPath: files.path("silent/green.png"))
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    let kiosk = try Kiosk(
      tiles: Kiosk.tile(.red, files, run: ["wait"])
        + "\n[[tile]]\nname = \"away\"\nicon = \"\(silent.path)/green.png\"\nrun = [\"true\"]\n",
      files: files, waits: false)
    try kiosk.launcher.waitForOutput("green.png\" is on a file system that does not answer")
    #expect(kiosk.place(of: .green) == nil)
    silent.end()
    try kiosk.awaitTile(.green)
  }

  @Test func silentPageBlocksNothing() throws {
    let files = try KioskFiles()
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    let kiosk = try Kiosk(
      tiles: Kiosk.tile(.red, files, run: ["wait"])
        + "\n[[tile]]\nname = \"page\"\npage = \"\(files.path("silent/page.md"))\"\n", files: files)
    try kiosk.launcher.waitForOutput("\(files.path("silent")) does not answer")
    try expectWell(kiosk)
  }

  @Test func silentDropInsBlockNothingAtRuntime() throws {
    let files = try KioskFiles()
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    let kiosk = try Kiosk(tiles: Kiosk.tile(.red, files, run: ["wait"]), files: files)
    try kiosk.awaitRest()
    try #require(symlink("silent", files.path("rotunda.d")) == 0)
    try waitUntil("a thread that waits for it") { try Self.threads(of: kiosk.launcher.processID) > 0 }
    try kiosk.awaitMark()
    try expectWell(kiosk)
  }

  @Test func silentDropInsBlockNothingAtTheStart() throws {
    let files = try KioskFiles()
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    try #require(symlink("silent", files.path("rotunda.d")) == 0)
    let kiosk = try Kiosk(tiles: Kiosk.tile(.red, files, run: ["wait"]), files: files, waits: false)
    try kiosk.launcher.waitForOutput("does not answer: the kiosk continues without its files")
    // The launcher shows all readable pictures and a mark for the problem.
    try kiosk.awaitTile(.red)
    try kiosk.awaitMark()
    silent.end()
    try kiosk.launcher.waitForOutput("answers again")
    try kiosk.awaitMark(isShown: false)
    try expectWell(kiosk)
  }

  @Test func sigtermEndsAStartThatWaits() throws {
    let files = try KioskFiles()
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    try #require(symlink("silent", files.path("rotunda.d")) == 0)
    let kiosk = try Kiosk(tiles: Kiosk.tile(.red, files, run: ["wait"]), files: files, waits: false)
    try waitUntil("a thread that waits for it") { try Self.threads(of: kiosk.launcher.processID) > 0 }
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }

  @Test(arguments: ["run = ['silent/program']", "run = ['true']\nworking-directory = 'silent'"])
  func silentProgramDoesNotBlockTheEnd(action: String) throws {
    let files = try KioskFiles()
    let silent = try SilentFileSystem(at: files.path("silent"))
    defer { silent.end() }
    let action = action.replacing("'silent", with: "'\(silent.path)")
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nname = \"away\"\nicon = \"green.png\"\n\(action)\n"
        + Kiosk.tile(.red, files, run: ["wait"]), files: files)
    try kiosk.awaitCentered(.green)
    kiosk.tap()
    try waitUntil("a thread that waits for it") { try Self.threads(of: kiosk.launcher.processID) > 0 }
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }

  /// Counts the threads of a process that wait for a file system without an answer.
  private static func threads(of process: pid_t) throws -> Int {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).count { task in
      (try? String(contentsOfFile: "\(tasks)/\(task)/stack", encoding: .utf8))?.contains("fuse") == true
    }
  }

  @Test(.enabled(if: Confinement.works, "bubblewrap gets no namespaces here"))
  func silentVisitFilesBlockNoOtherVisit() throws {
    let files = try KioskFiles()
    let tile = try files.webTile(
      browser: """
        echo "$HOME" >'\(files.path("home.tmp"))'
        mv '\(files.path("home.tmp"))' '\(files.path("home"))'
        """)
    let kiosk = try Kiosk(tiles: tile, files: files)
    var mounts: [SilentFileSystem] = []
    defer { mounts.forEach { $0.end() } }
    var homes: Set<String> = []
    // More visits than the launcher has threads for.
    for _ in 0..<6 {
      let home = try visit(kiosk)
      homes.insert(home)
      mounts.append(try SilentFileSystem(at: home + "/silent"))
      try Data("end\n".utf8).write(to: URL(filePath: files.path("go")))
      try kiosk.awaitTile(.red)
      try kiosk.awaitRest()
    }
    #expect(homes.count == 6, "no visit starts in the directory of another")
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }

  private func visit(_ kiosk: Kiosk) throws -> String {
    let report = kiosk.files.path("home")
    kiosk.tap()
    try waitUntil("the browser") { FileManager.default.fileExists(atPath: report) }
    let home = try String(contentsOfFile: report, encoding: .utf8).trimmingCharacters(in: .newlines)
    try FileManager.default.removeItem(atPath: report)
    return home
  }
}
