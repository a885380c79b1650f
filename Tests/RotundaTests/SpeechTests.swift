import Foundation
import LongCheck
import TestCompositor
import Testing

/// Speech with the real Speech Dispatcher when it starts, hangs, ends or is missing.
@Suite(.serialized, .enabled(if: SpeechServer.isInstalled, "needs speech-dispatcher"))
struct SpeechTests {
  private func kiosk(
    _ files: KioskFiles, _ server: SpeechServer, _ section: String, tiles: String? = nil, waits: Bool = true
  ) throws -> Kiosk {
    try Kiosk(
      carousel: section, tiles: tiles, files: files,
      environment: [
        "SPEECHD_ADDRESS": server.address, "LANG": "de_DE.UTF-8",
        "PATH": files.path("bin") + ":/usr/bin:/bin",
      ], waits: waits)
  }

  /// Installs a script in place of the real program.
  private func install(_ script: String, _ files: KioskFiles) throws {
    try FileManager.default.createDirectory(atPath: files.path("bin"), withIntermediateDirectories: false)
    try files.write("#!/bin/sh\n\(script)\n", to: "bin/speech-dispatcher")
    chmod(files.path("bin/speech-dispatcher"), 0o755)
  }

  @Test func selectionAndMessagesAreSpoken() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try kiosk(files, server, "[access]\nspeech = true")
    try server.hear("de: red. Tile. 1 of 5.")
    try kiosk.turn()
    try server.hear("de: green. Tile. 2 of 5.")
    // The launcher announces a tile before the carousel stops. A tap now would only stop it.
    try kiosk.awaitRest()
    kiosk.tap()
    _ = try files.report(.green)
    try server.hear("de: Opening “green” …")
    try files.order("signal 11", to: .green)
    try server.awaitWords("the message that it ended") {
      $0.contains("It closed unexpectedly.") && $0.hasSuffix("Try again. green. Tile. Failed. 2 of 5.")
    }
    #expect(kiosk.launcher.exit == nil)
  }

  @Test func twoRestingFingersTurnOnSpeech() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try kiosk(files, server, "")
    try kiosk.awaitRest()
    kiosk.compositor.touchDown(id: 0, x: 250, y: 240)
    kiosk.compositor.touchDown(id: 1, x: 400, y: 240)
    try server.hear(
      "de: Read aloud. On. Move a finger over the screen to hear what is there. Tap twice to open it. "
        + "With keys, use the arrows and Enter. red. Tile. 1 of 5.")
    kiosk.compositor.touchUp(id: 0)
    kiosk.compositor.touchUp(id: 1)
    #expect(server.words.count == 1)
  }

  @Test func returningSpeechServerIsFound() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try kiosk(files, server, "[access]\nspeech = true")
    try server.hear("de: red. Tile. 1 of 5.")
    server.stop()
    try server.start()
    try kiosk.turn()
    try server.hear("de: green. Tile. 2 of 5.")
  }

  @Test func hangingSpeechServerBlocksOnlySpeech() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try kiosk(files, server, "[access]\nspeech = true")
    try server.hear("de: red. Tile. 1 of 5.")
    server.hang(true)
    for paint in [KioskFiles.Paint.green, .blue] {
      try kiosk.turn()
      try kiosk.awaitCentered(paint)
      try kiosk.awaitRest()
    }
    server.hang(false)
    // Only the latest text from the meantime counts.
    try server.awaitWords("de: blue. Tile. 3 of 5.")
  }

  /// The server accepts the connection but never answers. The test waits for the launcher's long time-out.
  @Test(
    .enabled(if: LongCheck.isOn, "takes long: make check-long"))
  func hangingServerIsReportedOnce() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    let listener = try server.listenSilently()
    defer { close(listener) }
    let kiosk = try kiosk(files, server, "[access]\nspeech = true")
    try kiosk.launcher.waitForOutput("the screen reader is silent: Speech Dispatcher does not answer")
    for paint in [KioskFiles.Paint.green, .blue] {
      try kiosk.turn()
      try kiosk.awaitCentered(paint)
      try kiosk.awaitRest()
    }
    kiosk.launcher.send(signal: SIGTERM)
    _ = try kiosk.launcher.waitForExit()
    #expect(kiosk.launcher.output.components(separatedBy: "the screen reader is silent").count == 2)
  }

  @Test func missingSpeechServerIsStartedOnce() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    let words = server.command.map { "'\($0)'" }.joined(separator: " ")
    try install("echo \"$@\" >>'\(files.path("started"))'\nexec \(words)", files)
    let kiosk = try kiosk(files, server, "[access]\nspeech = true")
    try server.hear("de: red. Tile. 1 of 5.")
    #expect(
      try String(contentsOfFile: files.path("started"), encoding: .utf8) == "--run-single --timeout 0\n")
    // The server ends with the launcher.
    kiosk.launcher.send(signal: SIGTERM)
    _ = try kiosk.launcher.waitForExit()
    #expect(!FileManager.default.fileExists(atPath: server.socket) || !server.answers)
  }

  @Test func missingSpeechIsReportedOnce() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try install("exit 1", files)
    let kiosk = try kiosk(files, server, "[access]\nspeech = true")
    try kiosk.launcher.waitForOutput("Speech Dispatcher cannot be reached")
    for paint in [KioskFiles.Paint.green, .blue] {
      try kiosk.turn()
      try kiosk.awaitCentered(paint)
      try kiosk.awaitRest()
    }
    #expect(kiosk.launcher.output.components(separatedBy: "Speech Dispatcher cannot be reached").count == 2)
  }

  /// The server never interprets a tile's name as a command.
  @Test func hostileNameIsSpokenAsText() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let name = #""a\r\n.\r\nSTOP all\r\nQUIT & <b>""#
    let tiles = "[access]\nspeech = true\n[[tile]]\nname = \(name)\nicon = \"red.png\"\nrun = [\"true\"]\n"
    let kiosk = try kiosk(files, server, "", tiles: tiles + Kiosk.tile(.green, files, run: ["wait"]))
    try server.hear("de: a . STOP all QUIT & <b>. Tile. 1 of 2.")
    try kiosk.turn()
    try server.hear("de: green. Tile. 2 of 2.")
  }

  /// The screen reader speaks a whole page, up to the length limit.
  @Test func longPageIsSpokenToItsEnd() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let lines = (1...400).map { "Line \($0) of this page." }
    try files.write(lines.joined(separator: "\n\n"), to: "page.txt")
    let tiles =
      "[access]\nspeech = true\n[[tile]]\nname = \"Page\"\nicon = \"red.png\"\npage = \"page.txt\"\n"
    let kiosk = try kiosk(files, server, "", tiles: tiles)
    try server.hear("de: Page. Tile. 1 of 1.")
    kiosk.tap()
    try server.hear("de: Page. " + lines.joined(separator: " "))
  }

  @Test func speechDoesNotWakeAtRest() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try kiosk(files, server, "[access]\nspeech = true")
    try server.hear("de: red. Tile. 1 of 5.")
    try kiosk.awaitSleep()
    #expect(try wakeUps(of: kiosk.launcher.processID, in: 5) == [:])
  }
}
