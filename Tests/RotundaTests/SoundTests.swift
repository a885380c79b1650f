import Foundation
import Sound
import TestCompositor
import Testing

/// Sounds through the real libasound, whose default device writes the samples to a file.
@Suite(.serialized) struct SoundTests {
  /// An ALSA configuration whose device writes to a file and plays nothing.
  private static func configuration(_ files: KioskFiles) throws -> String {
    try files.write(
      """
      pcm.!default {
        type file
        file "\(files.path("heard"))"
        format raw
        slave.pcm { type null }
      }
      """, to: "asound.conf")
  }

  private static func kiosk(_ files: KioskFiles, _ section: String, alsa: String) throws -> Kiosk {
    try Kiosk(carousel: section, files: files, environment: ["ALSA_CONFIG_PATH": alsa])
  }

  private static func bytes(_ tone: Tone) -> Data {
    tone.samples.withUnsafeBytes { Data($0) }
  }

  /// Each sound opens the device and therefore replaces the file.
  private static func hear(_ tone: Tone, _ name: String, _ files: KioskFiles) throws {
    try waitUntil("the sound \(name)") {
      (try? Data(contentsOf: URL(filePath: files.path("heard")))) == bytes(tone)
    }
  }

  @Test func touchesPlaySounds() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files, "[access]\nsounds = true", alsa: try Self.configuration(files))
    try kiosk.turn()
    try Self.hear(.settle, "settle", files)
    try kiosk.awaitCentered(.green)
    // A sound that still plays delays the next one, and the launcher drops late sounds.
    try kiosk.awaitRest()
    kiosk.tap()
    try Self.hear(.tap, "tap", files)
    _ = try files.report(.green)
    try files.order("signal 11", to: .green)
    try Self.hear(.error, "error", files)
    #expect(kiosk.launcher.exit == nil)
  }

  @Test func soundsAreOffByDefault() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files, "", alsa: try Self.configuration(files))
    kiosk.tap()
    _ = try files.report(.red)
    #expect(!FileManager.default.fileExists(atPath: files.path("heard")))
    #expect(
      try !String(contentsOfFile: "/proc/\(kiosk.launcher.processID)/maps", encoding: .utf8).contains(
        "asound"))
  }

  @Test func machineWithoutSoundReportsItOnce() throws {
    let files = try KioskFiles()
    let nothing = try files.write("pcm.!default { type hw card 97 }\n", to: "asound.conf")
    let kiosk = try Self.kiosk(files, "[access]\nsounds = true", alsa: nothing)
    for paint in [KioskFiles.Paint.green, .blue] {
      try kiosk.turn()
      try kiosk.awaitCentered(paint)
    }
    try kiosk.launcher.waitForOutput("no sounds: there is no device for them")
    try kiosk.awaitRest()
    #expect(kiosk.launcher.output.components(separatedBy: "no sounds").count == 2)
    #expect(!kiosk.launcher.output.contains("ALSA lib"))
  }

  @Test func closedSoundDeviceWakesNothing() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files, "[access]\nsounds = true", alsa: try Self.configuration(files))
    try kiosk.turn()
    try Self.hear(.settle, "settle", files)
    try kiosk.awaitSleep()
    let process = kiosk.launcher.processID
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
    }
    #expect(!open.contains { $0.hasPrefix("/dev/snd") || $0.hasSuffix("/heard") })
    #expect(try wakeUps(of: process, in: 5) == [:])
  }
}
