import Bus
import EventLoop
import Foundation
import MessageBus
import TestCompositor
import Testing

/// `rotunda ctl brightness`: the launcher's real call to the test's logind on a private bus, with a directory
/// in place of the kernel's.
@MainActor
@Suite(.serialized, .enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
struct BrightnessTests {
  /// The part of org.freedesktop.login1(5) that the launcher uses.
  private static let session = BusInterface(
    "org.freedesktop.login1.Session", "A session.",
    methods: [
      BusInterface.Method(
        "SetBrightness", inputs: [.init("subsystem", "s"), .init("name", "s"), .init("brightness", "u")],
        "Does it.")
    ], signals: [], properties: [])

  /// A launcher with a logind and backlights.
  @MainActor private struct Stage {
    let daemon: MessageBus
    let logind: StandInLogind
    let kiosk: ControlledKiosk

    /// - Parameter backlights: the types and the largest values by name.
    init(_ backlights: [String: (type: String, maximum: String)], configuration: String = "") throws {
      let files = try KioskFiles()
      let directory = files.path("backlight")
      for (name, light) in backlights {
        try FileManager.default.createDirectory(
          atPath: "\(directory)/\(name)", withIntermediateDirectories: true)
        try files.write("\(light.type)\n", to: "backlight/\(name)/type")
        try files.write("\(light.maximum)\n", to: "backlight/\(name)/max_brightness")
        try files.write("\(light.maximum)\n", to: "backlight/\(name)/brightness")
      }
      daemon = try MessageBus(files, type: "system")
      logind = try StandInLogind(daemon.address, BrightnessTests.session, at: "/session/auto") { request in
        // It writes the value as the kernel would.
        let words = request.arguments.map { $0.text ?? $0.integer.map { "\($0)" } ?? "" }
        try? Data("\(words[2])\n".utf8).write(to: URL(filePath: "\(directory)/\(words[1])/brightness"))
      }
      kiosk = try ControlledKiosk(
        configuration: configuration, files: files,
        environment: [
          "DBUS_SYSTEM_BUS_ADDRESS": daemon.address, "ROTUNDA_SESSION_BACKLIGHTS": directory,
        ])
    }

    /// Runs `rotunda ctl` with these words while logind answers. Returns its exit status and its output.
    func ctl(_ words: String...) throws -> (status: Int32, text: String) {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: Kiosk.binary)
      process.arguments = ["ctl"] + words
      process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        .merging(kiosk.environment) { $1 }
      (process.standardOutput, process.standardError) = (output, output)
      try process.run()
      try logind.wait("the end of ctl") { !process.isRunning }
      if process.isRunning { process.terminate() }
      process.waitUntilExit()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    /// Waits until the status has this brightness. It needs no logind.
    func awaitBrightness(_ percent: Int) throws {
      try waitUntil("\(percent) percent") { try kiosk.status("brightness") as? Int == percent }
    }
  }

  /// The call that sets a backlight.
  private static func setting(_ name: String, _ value: UInt32) -> String {
    StandInLogind.call("SetBrightness", [.string("backlight"), .string(name), .uint32(value)])
  }

  @Test func brightnessReachesLogindAndTheStatus() throws {
    let stage = try Stage(["panel": ("raw", "255")])
    try stage.awaitBrightness(100)
    let outcome = try stage.ctl("brightness", "40")
    #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.text)")
    #expect(stage.logind.calls == [Self.setting("panel", 109)])
    // The answer came after the reading.
    #expect(try stage.kiosk.status("brightness") as? Int == 40)
    #expect(try stage.kiosk.ctl("status").text.contains("brightness: 40\n"))
    #expect(try stage.ctl("brightness", "0", "--json").text == "{\"ok\":true}\n")
    #expect(stage.logind.calls.last == Self.setting("panel", 12))
    #expect(try stage.kiosk.status("brightness") as? Int == 0)
  }

  @Test func firmwareBacklightIsSet() throws {
    let stage = try Stage(["a": ("raw", "255"), "b": ("firmware", "7"), "c": ("platform", "100")])
    #expect(try stage.ctl("brightness", "100").status == 0)
    #expect(stage.logind.calls == [Self.setting("b", 7)])
  }

  @Test func screenWithoutBacklightRefuses() throws {
    let stage = try Stage([:])
    let outcome = try stage.ctl("brightness", "40")
    #expect(outcome.status == 1 && outcome.text == "rotunda ctl: this screen has no brightness control\n")
    #expect(
      try stage.ctl("brightness", "40", "--json").text.contains("org.rotunda.Launcher1.Error.NotAvailable"))
    #expect(stage.logind.calls.isEmpty)
    let status = try #require(try stage.kiosk.ctl("status", "--json").object)
    #expect(status["brightness"] == nil && status["screen"] != nil)
  }

  @Test func refusalOfLogindIsReported() throws {
    let stage = try Stage(["panel": ("raw", "255")])
    stage.logind.refusal = BusError(
      name: "org.freedesktop.DBus.Error.AccessDenied", message: "the session is not in the foreground")
    let outcome = try stage.ctl("brightness", "40", "--json")
    #expect(outcome.status == 1 && outcome.text.contains("org.freedesktop.DBus.Error.Failed"))
    #expect(outcome.text.contains("logind refuses: the session is not in the foreground"))
    // The next one is not affected.
    stage.logind.refusal = nil
    #expect(try stage.ctl("brightness", "40").status == 0)
    #expect(try stage.kiosk.status("brightness") as? Int == 40)
  }

  @Test func forbiddenBrightnessDoesNotReachLogind() throws {
    let stage = try Stage(["panel": ("raw", "255")], configuration: "[control]\nallow = [\"blank\"]")
    let outcome = try stage.ctl("brightness", "40", "--json")
    #expect(outcome.status == 1 && outcome.text.contains("org.rotunda.Launcher1.Error.NotAllowed"))
    #expect(stage.logind.calls.isEmpty)
    #expect(try stage.kiosk.call("SetBrightness", "u", "101").status != 0)
    try stage.awaitBrightness(100)
  }

  @Test func launcherSleepsAfterAChange() throws {
    let stage = try Stage(["panel": ("raw", "255")])
    #expect(try stage.ctl("brightness", "40").status == 0)
    try stage.kiosk.kiosk.awaitSleep()
    #expect(try wakeUps(of: stage.kiosk.kiosk.launcher.processID, in: 5) == [:])
  }
}
