import Foundation
import MessageBus
import TestCompositor
import Testing
import WaylandServer

/// `rotunda doctor` on a healthy machine, and on machines with one fault each.
@Suite(.serialized) struct DoctorTests {
  /// Runs the program with a compositor's options and a test's changes to the machine.
  private final class Examination {
    let files: KioskFiles
    var options = CompositorOptions()
    var environment: [String: String] = [:]
    var configuration: String
    var seesCompositor = true

    init() throws {
      files = try KioskFiles()
      options.offered = CompositorOptions.everything
      configuration = try files.write("[[tile]]\nname = \"One\"\nrun = [\"true\"]\n", to: "rotunda.toml")
      chmod(configuration, 0o644)
    }

    /// Runs the program and returns its exit status, standard output and standard error.
    func run(_ arguments: [String] = []) throws -> (status: ClientProcess.Exit, output: String) {
      let compositor = try TestCompositor(options)
      defer { compositor.stop() }
      let hidden =
        seesCompositor ? [] : ["--unset=WAYLAND_SOCKET", "WAYLAND_DISPLAY=\(files.path("nobody"))"]
      let doctor = try compositor.launch(
        "/usr/bin/env", hidden + [Kiosk.binary, "doctor", "--config", configuration] + arguments,
        environment: ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 })
      let status = try doctor.waitForExit()
      return (status, doctor.output)
    }

    /// Returns the names of the checks that report a problem.
    func missing() throws -> (status: ClientProcess.Exit, names: Set<String>, output: String) {
      let (status, output) = try run()
      let lines = output.split(separator: "\n").filter { $0.hasPrefix("missing ") }
      let names = lines.compactMap { line in line.dropFirst(8).components(separatedBy: "  ").first }
      return (status, Set(names.map { $0.trimmingCharacters(in: .whitespaces) }), output)
    }
  }

  @Test func healthyMachineHasNoProblem() throws {
    let (status, output) = try Examination().run()
    #expect(status == .status(0), "\(output)")
    // Font checks may carry a note: a machine need not have fonts for every script.
    for line in [
      "compositor", "screen", "layer-shell", "idle-notify", "output-power", "way home", "icons",
    ] {
      #expect(output.contains("good    \(line) "), "\(line) in \(output)")
    }
    #expect(!output.contains("missing"))
    #expect(output.contains("tiles' programs run as the user of the launcher"))
  }

  /// While a program is open, the launcher itself is the input method of the compositor.
  @Test(.enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
  func launcherIsNoOtherInputMethod() throws {
    let files = try KioskFiles()
    let bus = try MessageBus(files, type: "system")
    let address = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
    let kiosk = try Kiosk(
      carousel: "[kiosk]\nkeyboard = true\n[control]\nbus = \"system\"",
      tiles: Kiosk.tile(.red, files, run: ["wait"]), files: files, environment: address, like: .sway17)
    try kiosk.launcher.waitForOutput("can be called as org.rotunda.Launcher1")
    kiosk.tap()
    _ = try files.report(.red)
    try waitUntil("the input method") { kiosk.compositor.hasInputMethod }
    func keyboard(_ environment: [String: String]) throws -> String? {
      let doctor = try kiosk.compositor.launch(
        "/usr/bin/env", [Kiosk.binary, "doctor", "--config", files.path("rotunda.toml")],
        environment: environment)
      _ = try doctor.waitForExit()
      return doctor.output.split(separator: "\n").first { $0.contains(" keyboard ") }.map(String.init)
    }
    #expect(try keyboard(address)?.hasPrefix("good ") == true)
    let silent = ["DBUS_SYSTEM_BUS_ADDRESS": ControlledKiosk.nowhere(files)]
    #expect(try keyboard(silent)?.contains("another input method") == true)
  }

  @Test func programsReadTheSameAsJSON() throws {
    let (status, output) = try Examination().run(["--json"])
    #expect(status == .status(0))
    let object = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(object["good"] as? Bool == true)
    let findings = try #require(object["findings"] as? [[String: String]])
    #expect(findings.contains { $0["name"] == "touch" && $0["verdict"] == "good" })
  }

  @Test func reportNamesPartsAndNoFiles() throws {
    let examination = try Examination()
    let (status, output) = try examination.run(["--report"])
    #expect(status == .status(0), "\(output)")
    var system = utsname()
    try #require(uname(&system) == 0)
    let kernel = withUnsafeBytes(of: system.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let memory = ProcessInfo.processInfo.physicalMemory >> 20
    for part in ["kernel \(kernel)", "\(memory) MiB", "compositor: ", "protocols: ", "good    touch"] {
      #expect(output.contains(part), "\(part) in \(output)")
    }
    #expect(!output.contains(examination.files.directory.path) && !output.contains("rotunda.toml"))
  }

  private struct Break: Sendable {
    let what: String
    let name: String
    let change: @Sendable (Examination) throws -> Void

    init(_ what: String, _ name: String, _ change: @escaping @Sendable (Examination) throws -> Void) {
      (self.what, self.name, self.change) = (what, name, change)
    }
  }

  /// A kiosk with a tile that turns speech on, and with sounds from the start.
  private static let heard = """
    [access]
    sounds = true
    [[tile]]
    action = "speech"

    """

  private static let breaks = [
    Break("no compositor", "compositor") { $0.seesCompositor = false },
    Break("no screen", "screen") { $0.options.outputs = [] },
    Break("no shared memory", "protocols") { $0.options.offered[.wlShm] = nil },
    Break("an old compositor", "protocols") { $0.options.offered[.wlCompositor] = 3 },
    Break("no strip", "way home") { $0.options.offered[.zwlrLayerShellV1] = nil },
    Break("a strip that is not wanted", "way home") {
      try $0.files.write(
        "[home-strip]\nenabled = false\n[[tile]]\nname = \"One\"\nrun = [\"true\"]\n", to: "rotunda.toml")
    },
    Break("no touch", "touch") { $0.options.capabilities = [.pointer] },
    Break("no configuration", "configuration") { $0.configuration = $0.files.path("nothing.toml") },
    Break("an error in it", "configuration") { try $0.files.write("tile = 3\n", to: "rotunda.toml") },
    Break("everyone can write it", "owner") { chmod($0.configuration, 0o666) },
    Break("everybody may put another in its place", "owner") { chmod($0.files.directory.path, 0o777) },
    Break("a browser without policies", "browser") {
      try $0.files.write("[[tile]]\nname = \"Web\"\nurl = \"https://example.org\"\n", to: "rotunda.toml")
      try FileManager.default.createDirectory(atPath: $0.files.path("bin"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: $0.files.path("bin/chromium"), withDestinationPath: "/bin/true")
      $0.environment["PATH"] = $0.files.path("bin")
    },
    Break("no fonts", "fonts") {
      $0.environment["FONTCONFIG_FILE"] = try $0.files.write("<fontconfig></fontconfig>", to: "fonts.conf")
    },
    Break("no letters of a language that a tile switches to", "fonts") {
      try $0.files.write("[[tile]]\naction = \"language:ja\"\n", to: "rotunda.toml")
      // DejaVu covers many scripts, but not Japanese.
      $0.environment["FONTCONFIG_FILE"] = try $0.files.write(
        "<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>", to: "fonts.conf")
    },
    Break("no icons", "icons") {
      $0.environment["XDG_DATA_DIRS"] = $0.files.path("nothing")
      $0.environment["XDG_DATA_HOME"] = $0.files.path("nothing")
      $0.environment["HOME"] = $0.files.path("nothing")
    },
    Break("no speech server", "speech") {
      try $0.files.write(Self.heard, to: "rotunda.toml")
      $0.environment["PATH"] = $0.files.path("nothing")
    },
    Break("no loudspeaker", "sound") {
      try $0.files.write(Self.heard, to: "rotunda.toml")
      let nothing = "pcm.!default { type hw card 97 }\n"
      $0.environment["ALSA_CONFIG_PATH"] = try $0.files.write(nothing, to: "asound.conf")
    },
  ]

  /// The launcher then renders in software.
  @Test func missingGraphicsDriverIsNoProblem() throws {
    let examination = try Examination()
    examination.environment["__EGL_VENDOR_LIBRARY_DIRS"] = examination.files.path("nothing")
    let (status, output) = try examination.run()
    #expect(status == .status(0), "\(output)")
    let line = try #require(output.split(separator: "\n").first { $0.contains(" graphics ") })
    #expect(line.hasPrefix("note ") && line.contains("; the processor draws"), "\(line)")
  }

  @Test func connectedLoudspeakerIsFound() throws {
    let examination = try Examination()
    try examination.files.write(Self.heard, to: "rotunda.toml")
    examination.environment["ALSA_CONFIG_PATH"] = try examination.files.write(
      "pcm.!default { type null }\n", to: "asound.conf")
    #expect(try examination.run().output.contains("good    sound "))
  }

  @Test func eachFaultIsReported() throws {
    for broken in Self.breaks {
      let examination = try Examination()
      try broken.change(examination)
      let (status, names, output) = try examination.missing()
      #expect(status == .status(1), "\(broken.what): \(output)")
      #expect(names.contains(broken.name), "\(broken.what): \(output)")
    }
  }

  /// Only root can change the owner of a file.
  @Test(.enabled(if: geteuid() == 0, "only root changes owners")) func aStrangersConfigurationIsNotTrusted()
    throws
  {
    let examination = try Examination()
    try #require(chown(examination.configuration, 65534, 65534) == 0)
    let (status, names, output) = try examination.missing()
    #expect(status == .status(1))
    #expect(names == ["owner"], "\(output)")
  }
}
