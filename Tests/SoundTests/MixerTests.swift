import EventLoop
import Foundation
import Testing

@testable import Sound

/// Volume and headsets through the real libasound, with a sound card from an ALSA plugin.
@MainActor
struct MixerTests {
  /// The compiler for the plugin. Without it these tests do not run.
  nonisolated private static let compiler = ["/usr/bin/cc", "/usr/bin/clang"].first {
    FileManager.default.isExecutableFile(atPath: $0)
      && FileManager.default.fileExists(atPath: "/usr/include/alsa/control_external.h")
  }

  /// A card with a volume of 0 to 200, and a headset socket.
  private struct Card {
    let folder: URL
    var state: URL { folder.appending(path: "state") }
    /// The directory that replaces the kernel's sound devices.
    var devices: String { folder.appending(path: "snd").path }

    init(_ content: String) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "rotunda-card-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Sounds/control.c")
      let library = folder.appending(path: "libasound_module_ctl_rotundatest.so").path
      let process = Process()
      process.executableURL = URL(filePath: MixerTests.compiler ?? "")
      process.arguments = [
        "-shared", "-fPIC", "-DPIC", "-D_GNU_SOURCE", "-o", library, source.path, "-lasound",
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      let text = """
        ctl_type.rotundatest { lib "\(library)" }
        ctl.default { type rotundatest file "\(folder.appending(path: "state").path)" }
        """
      try text.write(to: folder.appending(path: "asound.conf"), atomically: true, encoding: .utf8)
      try FileManager.default.createDirectory(atPath: devices, withIntermediateDirectories: true)
      try add(0)
      try set(content)
    }

    /// Adds a card to the kernel's devices.
    func add(_ number: Int) throws {
      try Data().write(to: URL(filePath: "\(devices)/controlC\(number)"))
    }

    /// Writes to the same file, which watchers notice.
    func set(_ content: String) throws {
      if !FileManager.default.fileExists(atPath: state.path) {
        try Data().write(to: state)
      }
      let handle = try FileHandle(forWritingTo: state)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(content.utf8))
      try handle.close()
    }

    /// An ALSA configuration in which this card is the default.
    var configuration: String { folder.appending(path: "asound.conf").path }
  }

  @Test(.enabled(if: compiler != nil), arguments: [(0, "0 0"), (37, "74 0"), (100, "200 0"), (900, "200 0")])
  func volumeIsSet(percent: Int, state: String) throws {
    let card = try Card("10 0")
    defer { try? FileManager.default.removeItem(at: card.folder) }
    setenv("ALSA_CONFIG_PATH", card.configuration, 1)
    defer { unsetenv("ALSA_CONFIG_PATH") }
    #expect(Mixer.set(percent: percent))
    let now = try String(contentsOf: card.state, encoding: .utf8)
    #expect(now.trimmingCharacters(in: .whitespacesAndNewlines) == state)
  }

  @Test func withoutACardNothingIsSet() throws {
    setenv("ALSA_CONFIG_PATH", "/nowhere/asound.conf", 1)
    defer { unsetenv("ALSA_CONFIG_PATH") }
    #expect(!Mixer.set(percent: 50))
  }

  @Test(.enabled(if: compiler != nil)) func headsetsOfLaterCardsAreNoticed() throws {
    let card = try Card("10 1")
    defer { try? FileManager.default.removeItem(at: card.folder) }
    try FileManager.default.removeItem(atPath: card.devices)
    setenv("ALSA_CONFIG_PATH", card.configuration, 1)
    defer { unsetenv("ALSA_CONFIG_PATH") }
    let loop = try EventLoop()
    let watch = HeadsetWatch(loop: loop, cards: card.devices)
    var reports: [String] = []
    watch.onChange = { reports.append("\($0) \($1)") }
    watch.isOn = true
    func step(until isDone: () -> Bool) throws {
      let end = EventLoop.now + 10
      while !isDone(), EventLoop.now < end { try loop.step(timeout: 0.05) }
    }
    for _ in 0..<5 { try loop.step(timeout: 0.02) }
    #expect(reports.isEmpty)
    try FileManager.default.createDirectory(atPath: card.devices, withIntermediateDirectories: true)
    try card.add(0)
    try step { reports.count == 1 }
    #expect(reports == ["true true"])
    // The card disappears with its headset, and returns with it.
    try FileManager.default.removeItem(atPath: "\(card.devices)/controlC0")
    try step { reports.count == 2 }
    #expect(reports.last == "false false")
    try card.add(0)
    try step { reports.count == 3 }
    #expect(reports == ["true true", "false false", "true false"])
  }

  /// Programs write to the devices beside the cards' directory all the time.
  @Test func writesBesideTheCardsDoNotWake() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rotunda-cards-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let device = folder.appending(path: "null")
    try Data().write(to: device)
    let loop = try EventLoop()
    let watch = HeadsetWatch(loop: loop, cards: folder.appending(path: "snd").path)
    watch.isOn = true
    func rests() throws -> Bool {
      let start = EventLoop.now
      try loop.step(timeout: 0.2)
      return EventLoop.now - start >= 0.19
    }
    var rounds = 0
    while try !rests(), rounds < 20 { rounds += 1 }
    let handle = try FileHandle(forWritingTo: device)
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    let isAtRest = try rests()
    #expect(isAtRest)
    watch.isOn = false
  }

  @Test(.enabled(if: compiler != nil)) func headsetsAreNoticed() throws {
    let card = try Card("10 0")
    defer { try? FileManager.default.removeItem(at: card.folder) }
    let loop = try EventLoop()
    let watch = HeadsetWatch(loop: loop, cards: card.devices)
    var told: [String] = []
    watch.onChange = { told.append("\($0) \($1)") }
    setenv("ALSA_CONFIG_PATH", card.configuration, 1)
    defer { unsetenv("ALSA_CONFIG_PATH") }
    watch.isOn = true
    func wait(_ isDone: () -> Bool) throws {
      let end = EventLoop.now + 10
      while !isDone(), EventLoop.now < end { try loop.step(timeout: 0.05) }
    }
    func pass() throws { for _ in 0..<5 { try loop.step(timeout: 0.02) } }
    try wait { told.count == 1 }
    #expect(told == ["false true"])
    try card.set("10 1")
    try wait { told.count == 2 }
    #expect(told.last == "true false")
    // A change of the volume does not report a headset.
    try card.set("60 1")
    try pass()
    try card.set("60 0")
    try wait { told.count == 3 }
    #expect(told == ["false true", "true false", "false false"])
    watch.isOn = false
    try card.set("60 1")
    try pass()
    #expect(told.count == 3)
    // The watch starts again, and reports the headset that it finds.
    watch.isOn = true
    try wait { told.count == 4 }
    #expect(told.last == "true true")
  }
}
