import Foundation
import LongCheck
import TestCompositor
import Testing

/// Pictures that exceed the decoder's time, memory or rights.
@Suite(.serialized) struct DecoderTests {
  /// A picture that takes minutes to decode.
  private static let endless =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"16\">"
    + (0..<200).map {
      "<filter id=\"f\($0)\"><feTurbulence baseFrequency=\"0.9\" numOctaves=\"200\" seed=\"\($0)\"/></filter>"
        + "<rect width=\"16\" height=\"16\" filter=\"url(#f\($0))\"/>"
    }.joined() + "</svg>"

  /// A progressive JPEG of a single color. Its decoder keeps all coefficients, six bytes per pixel.
  private static func progressive(width: Int, height: Int) -> Data {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }
    let quantization = segment(0xDB, [0] + Array(repeating: 1, count: 64))
    let components: [UInt8] = [3] + (1...3).flatMap { [UInt8($0), 0x11, 0] }
    let frame = segment(
      0xC2,
      [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)] + components)
    // A single one-bit code: no difference from the previous block.
    let table = segment(0xC4, [0, 1] + Array(repeating: 0, count: 15) + [0])
    let scan = segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 0, 0])
    let blocks = ((width + 7) / 8) * ((height + 7) / 8) * 3
    let data = Array(repeating: UInt8(0), count: (blocks + 7) / 8)
    return Data([0xFF, 0xD8] + quantization + frame + table + scan + data + [0xFF, 0xD9])
  }

  private static func tile(_ name: String, icon: String) -> String {
    "[[tile]]\nname = \"\(name)\"\nicon = \"\(icon)\"\nrun = [\"true\"]\n"
  }

  /// Reads a value in KiB from `/proc/PID/status`.
  private func kibibytes(_ name: String, of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }

  @Test func largePicturesUseNoLauncherMemory() throws {
    let files = try KioskFiles()
    let large = Self.progressive(width: 8192, height: 6400)
    for name in ["one.jpg", "two.jpg"] { try large.write(to: URL(filePath: files.path(name))) }
    let kiosk = try Kiosk(
      tiles: Self.tile("red", icon: "red.png") + Self.tile("One", icon: "one.jpg")
        + Self.tile("Two", icon: "two.jpg"), files: files)
    let before = try kibibytes("VmHWM", of: kiosk.launcher.processID)
    try kiosk.awaitSleep()
    let after = try kibibytes("VmHWM", of: kiosk.launcher.processID)
    #expect(after - before < 40 << 10, "\(before) KiB before, \(after) after")
    #expect(!kiosk.launcher.output.contains("cannot be decoded"))
    #expect(!kiosk.launcher.output.contains("damaged"))
  }

  @Test func killedDecoderLosesOnlyItsPicture() throws {
    let files = try KioskFiles()
    try Data(Self.endless.utf8).write(to: URL(filePath: files.path("endless.svg")))
    let kiosk = try Kiosk(
      tiles: Self.tile("Endless", icon: "endless.svg") + Self.tile("red", icon: "red.png"), files: files,
      waits: false)
    let launcher = kiosk.launcher.processID
    // The decoder works on the endless picture when the other one appears.
    try kiosk.awaitTile(.red)
    // The first decoder may be idle.
    let complaint = "endless.svg\" cannot be decoded: its decoder was ended by signal 9"
    try waitUntil(complaint) {
      for decoder in decoders(of: launcher) { kill(decoder, SIGKILL) }
      return kiosk.launcher.output.contains(complaint)
    }
    try kiosk.awaitSleep()
    #expect(kiosk.launcher.exit == nil)
    #expect(kiosk.place(of: .red) != nil)
  }

  @Test func slowPicturesDoNotDelayText() throws {
    let files = try KioskFiles()
    for name in ["one.svg", "two.svg"] {
      try Data(Self.endless.utf8).write(to: URL(filePath: files.path(name)))
    }
    let kiosk = try Kiosk(
      tiles: Self.tile("One", icon: "one.svg") + Self.tile("Two", icon: "two.svg")
        + "[[tile]]\nname = \"Third\"\nrun = [\"true\"]\n", files: files, waits: false)
    try kiosk.compositor.waitForWindow("white letters") { window in
      window.pixels.map { Self.whiteCount(in: $0) > 30 } ?? false
    }
    try waitUntil("two decoders at work") { decoders(of: kiosk.launcher.processID).count == 2 }
    #expect(!kiosk.launcher.output.contains("cannot be decoded"))
    guard LongCheck.isOn else { return }
    try kiosk.launcher.waitForOutput("one.svg\" cannot be decoded: decoding takes longer than 10 seconds")
    try kiosk.launcher.waitForOutput("two.svg\" cannot be decoded: decoding takes longer than 10 seconds")
  }

  private static func whiteCount(in pixels: PixelSnapshot) -> Int {
    let white = PixelSnapshot.Color(red: 255, green: 255, blue: 255)
    return (0..<pixels.height).reduce(0) { count, y in
      count + (0..<pixels.width).count { pixels.color(x: $0, y: y) == white }
    }
  }

  @Test func decodersEndWithTheLauncher() throws {
    let files = try KioskFiles()
    try Data(Self.endless.utf8).write(to: URL(filePath: files.path("endless.svg")))
    let kiosk = try Kiosk(tiles: Self.tile("Endless", icon: "endless.svg"), files: files, waits: false)
    try waitUntil("a decoder at work") { !decoders(of: kiosk.launcher.processID).isEmpty }
    let started = decoders(of: kiosk.launcher.processID)
    kiosk.launcher.kill()
    try waitUntil("the decoders to end") { started.allSatisfy { kill($0, 0) < 0 || isZombie($0) } }
  }

  private func isZombie(_ process: pid_t) -> Bool {
    let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return line?.split(separator: ")").last?.hasPrefix(" Z") ?? true
  }

  @Test func picturesOfFormerScreensAreForgotten() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(files: files)
    try kiosk.awaitSleep()
    let before = try writtenMemory(of: kiosk.launcher.processID)
    let steps: [Int32] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    for step in steps {
      let (width, height) = (Kiosk.width + step * 100, Kiosk.height + step * 70)
      kiosk.compositor.resize(width: width, height: height)
      try kiosk.compositor.waitForWindow("\(width) × \(height)") { window in
        guard let pixels = window.pixels, pixels.width == Int(width), pixels.height == Int(height) else {
          return false
        }
        return Kiosk.place(of: .red, in: pixels) != nil
      }
    }
    try kiosk.awaitSleep()
    let after = try writtenMemory(of: kiosk.launcher.processID)
    #expect(after - before < 8 << 10, "\(before) KiB before, \(after) after")
  }

  /// The memory in KiB that a process alone has written.
  /// Pages that it only reads, of its own file and of libraries, count as private as soon as no other process
  /// maps them.
  private func writtenMemory(of process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") })
    return try #require(Int(line.split(separator: " ")[1]))
  }
}
