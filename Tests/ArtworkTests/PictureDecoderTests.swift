import Foundation
import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Artwork

/// Photographs and WebP from other programs: 16 × 8 pixels, the left half red, the right half blue.
struct PictureDecoderTests {
  static let jpeg = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNS\
    Mj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P\
    T0//wAARCAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABQb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAA\
    AAAAAAAAAAAABwX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCfRiSCMQqf/9k=
    """
  static let webp = "UklGRiYAAABXRUJQVlA4TBkAAAAvD8ABAA8Q87//8x8OxILJ/KU7U4jof+QAAA=="

  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func bytes(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }

  private func load(_ bytes: [UInt8], within room: PixelSize = PixelSize(64, 64)) throws -> Bitmap {
    let path = try folder.write(bytes, as: "picture")
    return try IconLoader { _, _, _ in nil }.load(.path(path), within: room, scale: 1)
  }

  private func isRed(_ pixel: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)?) -> Bool {
    pixel.map { $0.red > 200 && $0.blue < 60 && $0.alpha == 255 } ?? false
  }

  private func isBlue(_ pixel: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)?) -> Bool {
    pixel.map { $0.blue > 200 && $0.red < 60 && $0.alpha == 255 } ?? false
  }

  /// Returns a photograph with the camera's orientation: Exif tag 0x112 in its smallest form.
  private func turned(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
    let tags: [UInt8] =
      [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0, 0, 0, 0]
    let segment = Array("Exif".utf8) + [0, 0] + tags
    return jpeg.prefix(2) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + jpeg.dropFirst(2)
  }

  @Test func aPhotographIsOpaqueAndInItsColors() throws {
    let bitmap = try load(try bytes(Self.jpeg))
    #expect(bitmap.size == PixelSize(16, 8))
    #expect(bitmap.isOpaque)
    #expect(isRed(bitmap.pixel(2, 4)) && isBlue(bitmap.pixel(13, 4)))
  }

  @Test func aPhotographIsShrunkWhileItIsRead() throws {
    #expect(try load(try bytes(Self.jpeg), within: PixelSize(8, 8)).size == PixelSize(8, 4))
  }

  @Test func rotatedPhotographIsTurnedUpright() throws {
    let bitmap = try load(turned(try bytes(Self.jpeg), orientation: 6))
    #expect(bitmap.size == PixelSize(8, 16))
    #expect(isRed(bitmap.pixel(4, 2)) && isBlue(bitmap.pixel(4, 13)))
    let small = try load(turned(try bytes(Self.jpeg), orientation: 6), within: PixelSize(12, 8))
    #expect(small.size == PixelSize(4, 8))
  }

  @Test func aPhotographThatEndsTooEarlyIsDamaged() throws {
    let whole = try bytes(Self.jpeg)
    for count in [3, 20, 150, 250] {
      #expect(throws: IconProblem.self, "\(count) bytes") { try load(Array(whole.prefix(count))) }
    }
  }

  @Test func webpIsShownWhereItsLoaderIsInstalled() throws {
    do {
      let bitmap = try load(try bytes(Self.webp))
      #expect(bitmap.size == PixelSize(16, 8))
      #expect(isRed(bitmap.pixel(2, 4)) && isBlue(bitmap.pixel(13, 4)))
    } catch let problem as IconProblem {
      guard case .noDecoder = problem else { throw problem }
    }
  }

  @Test func webpThatEndsTooEarlyIsDamaged() throws {
    let whole = try bytes(Self.webp)
    for count in [16, 30, whole.count - 1] {
      #expect(throws: IconProblem.self, "\(count) bytes") { try load(Array(whole.prefix(count))) }
    }
  }

  @Test func hugeWebPIsRefusedByItsHeader() throws {
    var huge = try bytes(Self.webp)
    huge.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, 0x0F])
    #expect {
      try load(huge)
    } throws: { error in
      if case .unusableExtent(_, PixelSize(16384, 16384), _) = error as? IconProblem { true } else { false }
    }
  }

  @Test func flippedBytesNeverCrashADecoder() throws {
    let seed: UInt64 = 20_261_120
    var random = SeededGenerator(seed: seed)
    for whole in [try bytes(Self.jpeg), try bytes(Self.webp)] {
      for _ in 0..<150 {
        var bytes = whole
        for _ in 0..<2 {
          bytes[4 + random.integer(0...(bytes.count - 4 - 1))] = UInt8(random.integer(0...255))
        }
        let bitmap = try? load(bytes)
        #expect(bitmap.map { $0.size.width <= 64 && $0.size.height <= 64 } ?? true, "seed \(seed)")
      }
    }
  }
}
