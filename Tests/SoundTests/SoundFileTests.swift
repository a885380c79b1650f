import Foundation
import SeededRandom
import Sound
import Testing

/// Sound files from unknown sources.
struct SoundFileTests {
  /// A file with 0.1 seconds of one channel, 22,050 samples per second.
  private static func file(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Sounds")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// Returns a WAV file with silence.
  private static func wav(
    channels: UInt16 = 1, rate: UInt32 = 8000, frames: Int, bits: UInt16 = 16
  ) -> [UInt8] {
    func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xff), UInt8(value >> 8)] }
    let block = channels * bits / 8
    let size = UInt32(frames * Int(block))
    let format = bytes(UInt16(1)) + bytes(channels) + bytes(rate) + bytes(rate * UInt32(block)) + bytes(block)
    return Array("RIFF".utf8) + bytes(36 + size) + Array("WAVEfmt ".utf8) + bytes(UInt32(16)) + format
      + bytes(bits) + Array("data".utf8) + bytes(size) + [UInt8](repeating: 0, count: Int(size))
  }

  private func fault(_ bytes: [UInt8]) -> SoundFile.Fault? {
    do throws(SoundFile.Fault) {
      _ = try SoundFile.decode(bytes)
      return nil
    } catch { return error }
  }

  @Test(arguments: ["click.ogg", "click.wav"]) func aSoundIsDecoded(name: String) throws {
    let samples = try SoundFile.decode(try Self.file(name))
    #expect(samples.rate == 22_050 && samples.values.count == 2205)
    let loudest = samples.values.map { abs(Int($0)) }.max() ?? 0
    #expect(loudest > 8000 && loudest < 14_000)
  }

  @Test func twoChannelsBecomeOne() throws {
    #expect(try SoundFile.decode(Self.wav(channels: 2, frames: 800)).values.count == 800)
  }

  @Test(
    arguments: [
      ([], SoundFile.Fault.damaged), (Array("RIFF".utf8), .damaged),
      (Array("no sound at all".utf8), .damaged),
      (Array("OggS and then nothing of it".utf8), .damaged), (wav(frames: 8000), nil),
      (wav(frames: 8001), .tooLong), (wav(channels: 3, frames: 10), .unusual),
      (wav(rate: 4000, frames: 10), .unusual), (wav(rate: 192_000, frames: 10), .unusual),
      (wav(frames: 0), .empty), ([UInt8](repeating: 0, count: SoundFile.sizeLimit + 1), .tooLarge),
      // Another format that the library supports.
      (Array(".snd".utf8) + [UInt8](repeating: 0, count: 60), .damaged),
    ] as [([UInt8], SoundFile.Fault?)])
  func invalidThemeSoundIsRefused(bytes: [UInt8], expected: SoundFile.Fault?) {
    #expect(fault(bytes) == expected)
  }

  /// A file with damage at any place is refused, or its sound stays within the limits.
  @Test(arguments: ["click.ogg", "click.wav"]) func damagedFileIsRefusedOrLimited(name: String) throws {
    let whole = try Self.file(name)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<random.integer(1...6) {
        bytes[random.integer(0...(bytes.count - 1))] = UInt8(random.integer(0...255))
      }
      if random.chance(0.3) { bytes.removeLast(random.integer(1...(bytes.count - 1))) }
      if let samples = try? SoundFile.decode(bytes) {
        #expect(!samples.values.isEmpty && samples.values.count <= Int(samples.rate))
        #expect((8000...96_000).contains(samples.rate))
      }
    }
  }

  @Test func onlyRegularFilesAreRead() {
    for path in ["/nowhere/open.ogg", "/dev/zero", "/tmp"] {
      #expect(throws: SoundFile.Fault.unreadable) { try SoundFile(path: path, revision: 0).decoded() }
    }
  }
}
