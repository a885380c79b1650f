import Foundation
import TestCompositor
import Testing
import Wayland

/// Usage counts of a kiosk.
@Suite(.serialized) struct MetricsTests {
  static func tiles(_ files: KioskFiles, _ section: String = "[metrics]\nenabled = true\n") -> String {
    section
      + KioskFiles.Paint.allCases.prefix(2).map { Kiosk.tile($0, files, run: ["wait"]) }.joined(
        separator: "\n")
  }

  static func export(_ files: KioskFiles) -> String { files.path("state/rotunda/metrics/rotunda.prom") }

  /// The directory that lasts as long as the service.
  private static func service(_ files: KioskFiles) throws -> [String: String] {
    let directory = files.path("service")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    return ["RUNTIME_DIRECTORY": directory]
  }

  /// Waits until the export contains the line.
  static func awaitLine(_ line: String, in path: String) throws {
    try waitUntil("'\(line)' in \(path)") {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").contains { $0 == line }
    }
  }

  private func open(_ paint: KioskFiles.Paint, on kiosk: Kiosk) throws {
    try kiosk.awaitRest()
    kiosk.tap()
    _ = try kiosk.files.report(paint)
  }

  @Test func nothingIsCountedUnlessTheConfigurationWantsIt() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(tiles: Self.tiles(files, ""), files: files)
    try open(.red, on: kiosk)
    try kiosk.compositor.ping()
    for path in ["state/rotunda/usage-counts", "state/rotunda/metrics"] {
      #expect(!FileManager.default.fileExists(atPath: files.path(path)))
    }
  }

  @Test func openedTilesAreCountedDespiteAKill() throws {
    let files = try KioskFiles()
    for count in 1...3 {
      let kiosk = try Kiosk(
        tiles: Self.tiles(files), files: files, environment: try Self.service(files))
      if count > 1 {
        try Self.awaitLine("rotunda_tile_opens_total{tile=\"red\"} \(count - 1)", in: Self.export(files))
      }
      try open(.red, on: kiosk)
      try Self.awaitLine("rotunda_tile_opens_total{tile=\"red\"} \(count)", in: Self.export(files))
      try Self.awaitLine("rotunda_restarts_total{reason=\"crash\"} \(count - 1)", in: Self.export(files))
      try kiosk.crash()
      try? files.forgetReport(.red)
    }
    var status = stat()
    try #require(stat(Self.export(files), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o644)
    try #require(stat(files.path("state/rotunda/metrics"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o755)
    try #require(stat(files.path("state/rotunda/usage-counts"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func restartsAreCountedByReason() throws {
    let files = try KioskFiles()
    for end in 0...3 {
      let kiosk = try Kiosk(
        tiles: Self.tiles(files), files: files, environment: try Self.service(files))
      let counts = ["request": end > 0 ? 1 : 0, "compositor": end > 1 ? 1 : 0, "crash": end > 2 ? 1 : 0]
      for (reason, count) in counts {
        try Self.awaitLine("rotunda_restarts_total{reason=\"\(reason)\"} \(count)", in: Self.export(files))
      }
      switch end {
      case 0: kiosk.launcher.send(signal: SIGTERM)
      case 1: kiosk.compositor.disconnect()
      default: kiosk.launcher.send(signal: SIGKILL)
      }
      _ = try kiosk.launcher.waitForExit()
    }
  }

  @Test func figuresComeWithTheFirstFrame() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(tiles: Self.tiles(files), files: files)
    let export = Self.export(files)
    let names = ["rotunda_first_frame_seconds", "rotunda_frames_total", "rotunda_resident_memory_bytes"]
    func figures() -> [Double] {
      let text = (try? String(contentsOfFile: export, encoding: .utf8)) ?? ""
      return names.compactMap { name in
        text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap {
          $0.split(separator: " ").last.flatMap { Double($0) }
        }
      }
    }
    try waitUntil("all figures") { figures().count == names.count }
    #expect(figures().allSatisfy { $0 > 0 }, "\(figures())")
    #expect(figures()[2] > 1_000_000)
    try kiosk.compositor.ping()
  }

  @Test func visitsAndFailuresAreExportedCompletely() throws {
    let files = try KioskFiles()
    let section =
      "[metrics]\nenabled = true\nsession-gap = \"1h\"\ndirectory = \"counts\"\n[idle]\nreturn-home-after = \"1h\"\n"
    let failing = "\n[[tile]]\nname = \"bad\"\nicon = \"blue.png\"\nrun = [\"false\"]\n"
    let kiosk = try Kiosk(tiles: Self.tiles(files, section) + failing, files: files) {
      $0.offered[.extIdleNotifierV1] = ProtocolInterface.extIdleNotifierV1.maximumVersion
    }
    try kiosk.awaitRest()
    kiosk.drag(by: (-340, 0))
    try kiosk.awaitCentered(.blue)
    kiosk.tap()
    let export = files.path("counts/rotunda.prom")
    try Self.awaitLine("rotunda_tile_failures_total{tile=\"bad\"} 1", in: export)
    kiosk.compositor.becomeIdle()
    try Self.awaitLine("rotunda_visit_duration_seconds_count 1", in: export)
    let text = try String(contentsOfFile: export, encoding: .utf8)
    #expect(text.hasSuffix("\n# EOF\n") && text.contains("rotunda_tile_opens_total{tile=\"bad\"} 1\n"))
  }

  @Test func brokenCountsStartAgainWithAReport() throws {
    let files = try KioskFiles()
    try FileManager.default.createDirectory(
      atPath: files.path("state/rotunda"), withIntermediateDirectories: true)
    try files.write("rotunda-usage 1\nvisits 0 9", to: "state/rotunda/usage-counts")
    let kiosk = try Kiosk(tiles: Self.tiles(files), files: files)
    try kiosk.launcher.waitForOutput("contains no counts")
    try open(.red, on: kiosk)
    try Self.awaitLine("rotunda_tile_opens_total{tile=\"red\"} 1", in: Self.export(files))
  }

  @Test func theConfigurationSwitchesCountingOnWhileItRuns() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(tiles: Self.tiles(files, ""), files: files)
    let path = files.path("rotunda.toml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try files.write(
      text.replacing("[[tile]]\nname = \"red\"", with: "[metrics]\nenabled = true\n[[tile]]\nname = \"red\""),
      to: "rotunda.toml")
    try Self.awaitLine("# EOF", in: Self.export(files))
    try open(.red, on: kiosk)
    try Self.awaitLine("rotunda_tile_opens_total{tile=\"red\"} 1", in: Self.export(files))
  }
}
