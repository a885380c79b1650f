import BundleFiles
import Foundation
import Glibc
import MessageBus
import TestCompositor
import Testing

/// A bundle on the real launcher: it stays if the launcher works with it, and otherwise the one before
/// returns.
@Suite(.serialized, .enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
struct BundleTrialTests {
  private let stage: ControlledKiosk
  private let files: KioskFiles

  init() throws {
    files = try KioskFiles()
    let bundles = files.path("bundles")
    stage = try ControlledKiosk(files: files, environment: ["ROTUNDA_BUNDLES": bundles])
    try FileManager.default.createDirectory(
      at: files.directory.appending(path: "keys"), withIntermediateDirectories: true)
    for words in [["keygen", files.path("keys/fleet")]] { #expect(try bundle(words).status == 0) }
  }

  private func bundle(_ words: [String]) throws -> Outcome {
    try Outcome(Kiosk.binary, ["bundle"] + words, environment: Self.environment(stage))
  }

  private static func environment(_ stage: ControlledKiosk) -> [String: String] {
    stage.environment.merging([
      "ROTUNDA_BUNDLES": stage.files.path("bundles"), "CONFIGURATION_DIRECTORY": stage.files.directory.path,
      "HOME": stage.files.directory.path, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
  }

  /// An installation that goes on while the test acts.
  private struct Trial {
    private let process = Process()
    private let errors = Pipe()

    init(_ file: String, _ stage: ControlledKiosk) throws {
      process.executableURL = URL(filePath: Kiosk.binary)
      process.arguments = ["bundle", "install", file]
      process.environment = BundleTrialTests.environment(stage)
      process.standardError = errors
      try process.run()
    }

    func end() throws -> (status: Int32, errors: String) {
      let text = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    func kill() {
      Glibc.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Makes a signed bundle with a background, which shows which one the launcher uses.
  private func make(_ number: Int, color: String, _ more: String = "") throws -> String {
    let folder = files.directory.appending(path: "folder-\(number)/all")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try files.write("number = \(number)\n", to: "folder-\(number)/bundle.toml")
    try files.write("[background]\ncolor = \"\(color)\"\n\(more)\n", to: "folder-\(number)/all/a.toml")
    let made = try bundle(["make", files.path("folder-\(number)")])
    #expect(made.status == 0, "\(made)")
    let signed = try bundle([
      "sign", "--key", files.path("keys/fleet.key"), files.path("folder-\(number).zip"),
    ])
    #expect(signed.status == 0, "\(signed)")
    return files.path("folder-\(number).rotunda-bundle")
  }

  private func install(_ file: String, seconds: Int = 2) throws -> Outcome {
    try bundle(["install", "--seconds", "\(seconds)", file])
  }

  private var current: Int? { BundleStore(files.path("bundles")).current }

  private func awaitBackground(red: Bool) throws {
    try stage.kiosk.compositor.waitForWindow("the background of the bundle") { window in
      guard let pixel = window.pixels?.color(x: 3, y: 3) else { return false }
      return red ? pixel.red > 100 && pixel.blue < 60 : pixel.blue > 100 && pixel.red < 60
    }
  }

  @Test func workingBundlesStayOneAfterTheOther() throws {
    let first = try install(make(1, color: "#c00000"))
    #expect(first.status == 0 && current == 1, "\(first)")
    try awaitBackground(red: true)
    let second = try install(make(2, color: "#0000c0"))
    #expect(second.status == 0 && current == 2, "\(second)")
    try awaitBackground(red: false)
    #expect(!FileManager.default.fileExists(atPath: files.path("bundles/1")))
  }

  @Test func bundleWithoutAVisibleChangeStays() throws {
    #expect(try install(make(1, color: "#c00000")).status == 0)
    let second = try install(make(2, color: "#c00000"))
    #expect(second.status == 0 && current == 2, "\(second)")
  }

  @Test func errorDuringTheTrialRestoresTheFormerBundle() throws {
    #expect(try install(make(1, color: "#c00000")).status == 0)
    let broken = try make(
      2, color: "#0000c0", "[[tile]]\nid = \"broken\"\nname = \"Broken\"\nrun = [\"false\"]\n")
    let trial = try Trial(broken, stage)
    try awaitBackground(red: false)
    // A visitor opens the tile whose program ends with an error.
    #expect(try stage.ctl("open", "broken").status == 0)
    let said = try trial.end()
    #expect(said.status == 1 && said.errors.contains("bundle 2 does not work"), "\(said)")
    #expect(current == 1)
    try awaitBackground(red: true)
    let again = try install(broken)
    #expect(again.status == 65 && again.errors.contains("which did not work here"), "\(again)")
  }

  @Test func launcherExitRestoresTheFormerBundle() throws {
    #expect(try install(make(1, color: "#c00000")).status == 0)
    let second = try make(2, color: "#0000c0")
    let trial = try Trial(second, stage)
    try awaitBackground(red: false)
    try stage.kiosk.crash()
    let said = try trial.end()
    #expect(said.status == 75 && said.errors.contains("the launcher ended"), "\(said)")
    #expect(current == 1)
  }

  @Test func killedTrialIsTakenBackByTheRecovery() throws {
    #expect(try install(make(1, color: "#c00000")).status == 0)
    let second = try make(2, color: "#0000c0")
    let trial = try Trial(second, stage)
    try awaitBackground(red: false)
    #expect(current == 2)
    trial.kill()
    #expect(try bundle(["recover"]).status == 0 && current == 1)
    // The launcher notices the link by itself.
    try awaitBackground(red: true)
    // A power cut is not the fault of the bundle.
    #expect(try install(second).status == 0 && current == 2)
  }

  @Test func bundleIsNotTriedOnADarkScreen() throws {
    #expect(try stage.ctl("blank").status == 0)
    try stage.awaitScreen("dark")
    let said = try install(make(1, color: "#c00000"))
    #expect(said.status == 75 && said.errors.contains("the screen is dark") && current == nil, "\(said)")
    #expect(try stage.ctl("unblank").status == 0)
    try stage.awaitScreen("carousel")
    #expect(try install(make(1, color: "#c00000")).status == 0)
  }
}
