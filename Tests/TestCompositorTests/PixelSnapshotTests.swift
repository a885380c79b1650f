import Foundation
import TestCompositor
import Testing

struct PixelSnapshotTests {
  private let picture = PixelSnapshot(width: 2, height: 1, bytes: [1, 2, 3, 4, 5, 6, 7, 8])

  @Test func colorsAreRead() {
    #expect(picture.color(x: 1, y: 0) == .init(red: 7, green: 6, blue: 5, alpha: 8))
  }

  @Test func differencesAreCounted() {
    let other = PixelSnapshot(width: 2, height: 1, bytes: [1, 2, 3, 4, 5, 6, 7, 9])
    #expect(picture.differingPixels(from: picture) == 0)
    #expect(picture.differingPixels(from: other) == 1)
    #expect(picture.differingPixels(from: PixelSnapshot(width: 1, height: 1, bytes: [0, 0, 0, 0])) == 2)
  }

  /// Compares the file with the output of another implementation of the format.
  @Test func aFileIsWritten() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try PixelSnapshot(width: 1, height: 1, bytes: [0, 0, 255, 255]).writePNG(to: path)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    #expect(Array(bytes[0..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(bytes.count == 73)
    // The checksum of the empty last chunk is the same in every file.
    #expect(Array(bytes.suffix(8)) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }
}
