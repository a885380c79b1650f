import Foundation
import TestCompositor
import Testing
import Wayland

/// The PIN: the command that hashes it, and the page that it protects.
@Suite(.serialized) struct AccessTests {
  private static let pin = "482915"
  /// Codes of linux/input-event-codes.h.
  private static let (enter, tab, escape) = (UInt32(28), UInt32(15), UInt32(1))

  /// Runs a command with the given input and returns its output and exit status.
  private static func run(_ words: [String], input: String) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    let (output, source) = (Pipe(), Pipe())
    (process.standardOutput, process.standardInput, process.standardError) = (output, source, Pipe())
    try process.run()
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), process.terminationStatus)
  }

  private static func hash() throws -> String {
    try run([Kiosk.binary, "hash-pin"], input: pin + "\n").output
  }

  @Test func thePINIsReadFromAPipe() throws {
    let (output, status) = try Self.run([Kiosk.binary, "hash-pin"], input: "\(Self.pin)\n")
    #expect(status == 0 && output.hasPrefix("$y$") && output.hasSuffix("\n") && !output.contains(Self.pin))
  }

  @Test(arguments: ["", "\n", "12\n", "12345x\n", "1234567890123\n"]) func invalidPINIsRefused(input: String)
    throws
  {
    let (output, status) = try Self.run([Kiosk.binary, "hash-pin"], input: input)
    #expect(status == 65 && output.isEmpty)
  }

  @Test func aPINOnTheCommandLineIsRefused() throws {
    #expect(try Self.run([Kiosk.binary, "hash-pin", Self.pin], input: "").status == 64)
  }

  @Test(arguments: [("482915", "482915", true), ("482915", "482916", false)])
  func terminalAsksTwiceWithoutEcho(first: String, second: String, isTaken: Bool) throws {
    let process = Process()
    // script(1) gives it a terminal.
    process.executableURL = URL(filePath: "/usr/bin/script")
    process.arguments = ["-qefc", "\(Kiosk.binary) hash-pin", "/dev/null"]
    let (output, input) = (Pipe(), Pipe())
    (process.standardOutput, process.standardInput) = (output, input)
    try process.run()
    var text = ""
    for (prompt, answer) in [("PIN: ", first), ("Once more: ", second)] {
      while !text.hasSuffix(prompt) {
        let bytes = output.fileHandleForReading.availableData
        guard !bytes.isEmpty else { break }
        text += String(decoding: bytes, as: UTF8.self)
      }
      try input.fileHandleForWriting.write(contentsOf: Data("\(answer)\n".utf8))
    }
    text += String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == (isTaken ? 0 : 65))
    #expect(text.contains("$y$") == isTaken && !text.contains("482915"), "\(text)")
  }

  private static func kiosk(
    _ files: KioskFiles, section: String = "", tiles: String? = nil,
    record: String? = "failures 0\nlocked 0\n",
    waits: Bool = true
  ) throws -> Kiosk {
    let pin = try files.write(try hash(), to: "pin")
    chmod(pin, 0o600)
    if let record {
      try FileManager.default.createDirectory(
        atPath: files.path("state/rotunda"), withIntermediateDirectories: true)
      try files.write(record, to: "state/rotunda/access")
    }
    let probes = tiles ?? Kiosk.tile(.red, files, run: ["wait"])
    let kiosk = try Kiosk(
      tiles: "[admin]\npin-file = \"pin\"\n\(section)\n\(probes)", files: files, waits: waits
    ) {
      $0.capabilities = [.touch, .keyboard]
    }
    try kiosk.compositor.waitForDevice(.wlKeyboard)
    return kiosk
  }

  private static func type(_ keys: [UInt32], on kiosk: Kiosk) {
    for key in keys {
      kiosk.compositor.press(key)
    }
  }

  /// Key codes for the digits and Enter: `1` has code 2 and `0` has code 11.
  private static func keys(_ digits: String) -> [UInt32] {
    digits.compactMap { $0.wholeNumberValue.map { UInt32($0 == 0 ? 11 : $0 + 1) } } + [enter]
  }

  private static func awaitRecord(_ text: String, _ files: KioskFiles) throws {
    try waitUntil("the record '\(text)'") {
      (try? String(contentsOfFile: files.path("state/rotunda/access"), encoding: .utf8)) == text
    }
  }

  private static func pressCorner(of kiosk: Kiosk) {
    kiosk.compositor.atOnce { for _ in 0..<5 { kiosk.tap(x: 6, y: 6) } }
  }

  @Test func launcherRestartsFromTheSystemPage() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files)
    kiosk.compositor.keyboardEnter()
    Self.pressCorner(of: kiosk)
    Self.type(Self.keys("000000"), on: kiosk)
    try kiosk.launcher.waitForOutput("A wrong PIN was entered")
    try Self.awaitRecord("failures 1\nlocked 0\n", files)
    Self.type(Self.keys(Self.pin), on: kiosk)
    try Self.awaitRecord("failures 0\nlocked 0\n", files)
    // The first control.
    Self.type([Self.tab, Self.enter], on: kiosk)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
    #expect(!kiosk.launcher.output.contains(Self.pin))
  }

  /// The real service checks a hash that the launcher may not read. Root without capabilities stands in for
  /// an ordinary user.
  @Test(.enabled(if: geteuid() == 0, "the service needs more rights than the launcher"))
  func pinServiceChecksWhatTheLauncherCannotRead() throws {
    let files = try KioskFiles()
    let hash = try files.write(try Self.hash(), to: "pin")
    chmod(hash, 0)
    let socket = files.path("pin-socket")
    try FileManager.default.createDirectory(
      atPath: files.path("service"), withIntermediateDirectories: true)
    try files.write("failures 0\n", to: "service/failures")
    chmod(files.path("service/failures"), 0o600)
    let service = Process()
    service.executableURL = URL(filePath: "/usr/bin/systemd-socket-activate")
    service.arguments = [
      "--seqpacket", "--listen=\(socket)", "--fdname=rotunda-pin", "env",
      "STATE_DIRECTORY=\(files.path("service"))", Kiosk.binary, "pin-service", hash,
    ]
    service.standardError = FileHandle.nullDevice
    try service.run()
    defer {
      // The service inherits a signal mask from the tests.
      kill(service.processIdentifier, SIGKILL)
      service.waitUntilExit()
    }
    try waitUntil("the service's socket") { FileManager.default.fileExists(atPath: socket) }
    let kiosk = try Kiosk(
      tiles: "[admin]\npin-file = \"pin\"\n" + Kiosk.tile(.red, files, run: ["wait"]) + "\npin = true",
      files: files,
      environment: ["ROTUNDA_SESSION_PIN_SOCKET": socket, "ROTUNDA_SESSION_PIN_FILE": hash],
      preparation: "exec setpriv --bounding-set=-all --inh-caps=-all \"$0\" \"$@\""
    ) {
      $0.capabilities = [.touch, .keyboard]
    }
    try kiosk.compositor.waitForDevice(.wlKeyboard)
    kiosk.compositor.keyboardEnter()
    func record() -> String? { try? String(contentsOfFile: files.path("service/failures"), encoding: .utf8) }
    kiosk.tap()
    Self.type(Self.keys("000000"), on: kiosk)
    try kiosk.launcher.waitForOutput("A wrong PIN was entered")
    #expect(record() == "failures 1\n")
    Self.type(Self.keys(Self.pin), on: kiosk)
    _ = try files.report(.red)
    #expect(record() == "failures 0\n")
    // The launcher itself keeps no record of PIN attempts here.
    #expect(!FileManager.default.fileExists(atPath: files.path("state/rotunda/access")))
  }

  /// A PIN file that the launcher may not read is valid only if the PIN service reads that same file.
  @Test(
    .enabled(if: geteuid() == 0, "only root can drop its capabilities"),
    arguments: [
      (isServed: true, hasSocket: true, message: ""),
      (false, true, "cannot be read: the PIN service reads '/etc/rotunda/pin' and no other"),
      (true, false, "cannot be read: Permission denied"),
    ])
  func unreadablePINFileNeedsItsService(isServed: Bool, hasSocket: Bool, message: String) throws {
    let files = try KioskFiles()
    let hash = try files.write(try Self.hash(), to: "pin")
    chmod(hash, 0)
    let configuration = try files.write(
      "[admin]\npin-file = \"pin\"\n[[tile]]\nrun = [\"true\"]\n", to: "rotunda.toml")
    if hasSocket { try files.write("", to: "socket") }
    let served = isServed ? ["ROTUNDA_SESSION_PIN_FILE=\(hash)"] : []
    let (_, status) = try Self.run(
      ["/usr/bin/env", "ROTUNDA_SESSION_PIN_SOCKET=\(files.path("socket"))"] + served
        + [
          "setpriv", "--bounding-set=-all", "--inh-caps=-all", Kiosk.binary, "config", "keep", "--config",
          configuration,
        ]
        + [files.path("kept")], input: "")
    #expect(status == (message.isEmpty ? 0 : 1))
    let (said, _) = try Self.run(
      ["/usr/bin/env", "ROTUNDA_SESSION_PIN_SOCKET=\(files.path("socket"))"] + served
        + ["setpriv", "--bounding-set=-all", "--inh-caps=-all", Kiosk.binary, "check", configuration],
      input: "")
    #expect(message.isEmpty ? said.isEmpty : said.contains("admin.pin-file: '\(hash)' \(message)"), "\(said)")
  }

  @Test func theWaitSurvivesTheLauncher() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files, record: "failures 11\nlocked 0\n")
    kiosk.compositor.keyboardEnter()
    Self.pressCorner(of: kiosk)
    Self.type(Self.keys(Self.pin) + [Self.tab, Self.enter], on: kiosk)
    try kiosk.awaitRest()
    #expect(kiosk.launcher.exit == nil)
    #expect(
      try String(contentsOfFile: files.path("state/rotunda/access"), encoding: .utf8)
        == "failures 11\nlocked 0\n")
  }

  @Test func lockedLauncherStartsLocked() throws {
    let files = try KioskFiles()
    let tiles = "[gestures]\nthree-finger-tap = \"lock\"\n" + Kiosk.tile(.red, files, run: ["wait"])
    let kiosk = try Self.kiosk(files, tiles: tiles)
    kiosk.compositor.atOnce {
      for finger in 0..<3 as Range<Int32> {
        kiosk.compositor.touchDown(id: finger, x: 200 + 100 * Double(finger), y: 300)
      }
      for finger in 0..<3 as Range<Int32> { kiosk.compositor.touchUp(id: finger) }
    }
    try Self.awaitRecord("failures 0\nlocked 1\n", files)
    kiosk.launcher.kill()
    _ = try kiosk.launcher.waitForExit()

    let again = try Self.kiosk(files, tiles: tiles, record: nil, waits: false)
    again.compositor.keyboardEnter()
    try again.awaitRest()
    #expect(again.place(of: .red) == nil)
    Self.type([Self.escape, Self.enter], on: again)
    again.tap()
    try again.awaitRest()
    #expect(again.place(of: .red) == nil && !FileManager.default.fileExists(atPath: files.reportPath(.red)))
    Self.type(Self.keys(Self.pin), on: again)
    try again.awaitTile(.red)
    try Self.awaitRecord("failures 0\nlocked 0\n", files)
  }

  @Test func lockedTileStartsNothingBeforeThePIN() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files, tiles: Kiosk.tile(.red, files, run: ["wait"]) + "\npin = true")
    kiosk.compositor.keyboardEnter()
    kiosk.tap()
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .red) == nil && !FileManager.default.fileExists(atPath: files.reportPath(.red)))
    Self.type(Self.keys(Self.pin), on: kiosk)
    _ = try files.report(.red)
  }

  @Test func leavingToTheConsoleSetsTheStatus() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files, section: "console = true")
    kiosk.compositor.keyboardEnter()
    Self.pressCorner(of: kiosk)
    Self.type(Self.keys(Self.pin), on: kiosk)
    try Self.awaitRecord("failures 0\nlocked 0\n", files)
    try kiosk.awaitRest()
    // One step back from the first control passes the end and reaches the last.
    Self.type(Array(repeating: Self.tab, count: 8) + [Self.enter], on: kiosk)
    #expect(try kiosk.launcher.waitForExit() == .status(3))
  }
}
