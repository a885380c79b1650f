import Foundation
import TestCompositor
import Testing

/// A code reader at the real launcher: a keyboard that sends a key every 5 ms.
@Suite(.serialized) struct CodeReaderTests {
  /// The key codes from linux/input-event-codes.h.
  private static let enter = UInt32(28)
  private static let letters: [Character: UInt32] = {
    let rows: [(UInt32, String)] = [
      (2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'"), (44, "zxcvbnm,./"),
    ]
    return Dictionary(
      uniqueKeysWithValues: rows.flatMap { first, keys in
        keys.enumerated().map { ($1, first + UInt32($0)) }
      })
  }()

  /// Types text and Enter. The stamps of the keys are a number of milliseconds apart.
  private static func write(
    _ text: String, every milliseconds: UInt32, at start: UInt32, on kiosk: Kiosk
  ) throws {
    let keys = try text.map { try #require(letters[$0], "\($0)") } + [enter]
    kiosk.compositor.atOnce {
      for (number, key) in keys.enumerated() {
        let stamp = start + UInt32(number) * milliseconds
        kiosk.compositor.key(key, isPressed: true, milliseconds: stamp)
        kiosk.compositor.key(key, isPressed: false, milliseconds: stamp + milliseconds / 2)
      }
    }
  }

  private static func tile(_ paint: KioskFiles.Paint, _ files: KioskFiles, _ further: String = "") -> String {
    mkfifo(files.reportPath(paint) + ".go", 0o600)
    return """
      [[tile]]
      id = "\(paint.rawValue)"
      name = "\(paint.rawValue)"
      icon = "\(paint.rawValue).png"
      environment = { PROBE_REPORT = '\(files.reportPath(paint))' }
      \(further)

      """
  }

  private static func kiosk(_ files: KioskFiles, section: String = "") throws -> Kiosk {
    let kiosk = try Kiosk(
      tiles: """
        [[scan]]
        match = "4711*"
        open = "green"
        [[scan]]
        match = "safe-*"
        open = "blue"
        \(section)

        """ + tile(.red, files, "run = ['\(Kiosk.probe)', 'wait']")
          + tile(.green, files, "run = ['\(Kiosk.probe)', 'wait', '--', 'x={code}']")
          + tile(.blue, files, "pin = true\nrun = ['\(Kiosk.probe)', 'wait', '{code}']"),
      files: files
    ) { $0.capabilities = [.touch, .keyboard] }
    try kiosk.compositor.waitForDevice(.wlKeyboard)
    return kiosk
  }

  @Test func aScannedCodeIsOneArgument() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files)
    try Self.write("4711;rm-rf/", every: 5, at: 1000, on: kiosk)
    #expect(try files.report(.green).arguments == ["wait", "--", "x=4711;rm-rf/"])
    // Enter opened no other tile.
    #expect(!FileManager.default.fileExists(atPath: files.reportPath(.red)))
  }

  @Test func unknownCodesOpenNothing() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files)
    let earlier = kiosk.frames
    try Self.write("999999", every: 5, at: 1000, on: kiosk)
    try waitUntil("the notification") { kiosk.frames > earlier }
    try kiosk.awaitRest()
    try kiosk.keep("unknown-code")
    #expect(!FileManager.default.fileExists(atPath: files.reportPath(.red)))
    // Typing still works.
    try Self.write("", every: 5, at: 9000, on: kiosk)
    #expect(try files.report(.red).arguments == ["wait"])
  }

  @Test func readersCannotEnterPINs() throws {
    let files = try KioskFiles()
    let pin = try files.write(try Self.hash("482915"), to: "pin")
    chmod(pin, 0o600)
    try FileManager.default.createDirectory(
      atPath: files.path("state/rotunda"), withIntermediateDirectories: true)
    try files.write("failures 0\nlocked 0\n", to: "state/rotunda/access")
    let kiosk = try Self.kiosk(files, section: "[admin]\npin-file = \"pin\"")
    // The PIN pad appears, and the reader sends the right PIN.
    try Self.write("safe-1", every: 5, at: 1000, on: kiosk)
    try kiosk.awaitRest()
    try Self.write("482915", every: 5, at: 5000, on: kiosk)
    try kiosk.awaitRest()
    #expect(!FileManager.default.fileExists(atPath: files.reportPath(.blue)))
    // A person types the PIN, and the tile gets the earlier code.
    try Self.write("482915", every: 200, at: 20_000, on: kiosk)
    #expect(try files.report(.blue).arguments == ["wait", "safe-1"])
  }

  private static func hash(_ digits: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = ["hash-pin"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("\(digits)\n".utf8))
    try input.fileHandleForWriting.close()
    return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}
