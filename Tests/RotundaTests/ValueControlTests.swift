import Foundation
import TestCompositor
import Testing

/// Sliders on tiles, with real programs and files.
@Suite(.serialized) struct ValueControlTests {
  /// A slider in the lower part of the middle tile. Its program appends its argument to a file.
  private func kiosk(_ files: KioskFiles, _ keys: String = "") throws -> Kiosk {
    let script = "#!/bin/sh\nprintf '%s\\n' \"$1\" >> \(files.path("set"))\n"
    try files.write(script, to: "set-value")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: files.path("set-value"))
    return try Kiosk(
      carousel: "tile-size = [600, 400]",
      tiles: """
        [[tile]]
        name = "Room"
        color = "#ff0000"
        buttons = [{ name = "Volume", control = "slider", step = 1, run = ["\(files.path("set-value"))", "at {value} of 100"]\(keys.isEmpty ? "" : ", \(keys)") }]
        [[tile]]
        name = "Other"
        run = ["true"]
        """, files: files, waits: false)
  }

  private func lines(_ files: KioskFiles) -> [String] {
    let text = (try? String(contentsOfFile: files.path("set"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func awaitLine(_ line: String, _ files: KioskFiles) -> Bool {
    for _ in 0..<600 {
      if lines(files).last == line { return true }
      usleep(50_000)
    }
    return false
  }

  /// The middle of the slider's height, at the lower edge of the tile.
  private func sliderY(_ kiosk: Kiosk) -> Double { Double(Kiosk.height) / 2 + 200 - 24 - 25 }

  @Test func lastDragValueArrivesAsOneArgument() throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(files)
    _ = try kiosk.compositor.waitForFrame()
    try kiosk.awaitRest()
    let (middle, y) = (Double(Kiosk.width) / 2, sliderY(kiosk))
    kiosk.compositor.touchDown(id: 0, x: middle - 200, y: y)
    let began = Date()
    for step in 1...100 {
      usleep(10_000)
      kiosk.compositor.touchMotion(id: 0, x: middle - 200 + Double(step) * 6, y: y)
    }
    kiosk.compositor.touchUp(id: 0)
    let seconds = Date().timeIntervalSince(began)
    #expect(awaitLine("at 100 of 100", files), "\(lines(files))")
    #expect(lines(files).count <= Int(seconds * 10) + 3)
    #expect(lines(files).allSatisfy { $0.hasPrefix("at ") && $0.hasSuffix(" of 100") })
  }

  /// The filled part grows when the file with the value changes.
  @Test func sliderFollowsItsFile() throws {
    let files = try KioskFiles()
    try files.write("10\n", to: "level")
    let kiosk = try kiosk(files, "value-file = \"\(files.path("level"))\"")
    _ = try kiosk.compositor.waitForFrame()
    try kiosk.awaitRest()
    let before = try #require(kiosk.compositor.window()?.pixels)
    try files.write("90\n", to: "level")
    var after = before
    for _ in 0..<200 where after.differingPixels(from: before) < 2000 {
      usleep(50_000)
      after = try #require(kiosk.compositor.window()?.pixels)
    }
    #expect(after.differingPixels(from: before) >= 2000)
    #expect(lines(files).isEmpty)
  }

  /// A command's output is the value. A command that hangs or fails leaves the value, and the journal reports
  /// it.
  @Test func sliderShowsACommandsOutput() throws {
    let files = try KioskFiles()
    try files.write(
      "#!/bin/sh\nrun=$(cat \(files.path("count")) 2>/dev/null)\necho x$run > \(files.path("count"))\necho Volume: 80\n",
      to: "get-value")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: files.path("get-value"))
    let kiosk = try kiosk(files, "value-run = [\"\(files.path("get-value"))\"]")
    _ = try kiosk.compositor.waitForFrame()
    for _ in 0..<200 where !FileManager.default.fileExists(atPath: files.path("count")) { usleep(50_000) }
    try kiosk.awaitRest()
    let shown = try #require(kiosk.compositor.window()?.pixels)
    // The slider already shows 80 of 100, so a tap there changes nothing.
    let left = Double(Kiosk.width) / 2 - 300 + 24
    let y = sliderY(kiosk)
    kiosk.tap(x: left + 40, y: y)
    for _ in 0..<200 where lines(files).isEmpty { usleep(50_000) }
    #expect(lines(files).count == 1)
    // Then the launcher ran the command again, and the slider shows its output.
    for _ in 0..<200 {
      usleep(50_000)
      if try #require(kiosk.compositor.window()?.pixels).differingPixels(from: shown) < 50 { break }
    }
    #expect(try #require(kiosk.compositor.window()?.pixels).differingPixels(from: shown) < 50)
  }

  @Test func silentCommandIsNamedInTheJournal() throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(files, "value-run = [\"false\"]")
    try kiosk.launcher.waitForOutput("false prints no value")
    try kiosk.awaitSleep()
  }

  /// The launcher stops a program with endless output after five seconds, and responds all the time.
  @Test func endlessOutputBlocksNothing() throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(files, "value-run = [\"yes\"]")
    _ = try kiosk.compositor.waitForFrame()
    for _ in 0..<20 {
      try kiosk.compositor.ping(seconds: 2)
      usleep(100_000)
    }
    try kiosk.launcher.waitForOutput("yes prints no value")
    try kiosk.awaitSleep()
  }
}
