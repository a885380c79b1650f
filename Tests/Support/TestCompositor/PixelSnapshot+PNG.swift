import Foundation

extension PixelSnapshot {
  /// Writes the picture to a PNG file, for manual inspection.
  public func writePNG(to path: String) throws {
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // 8 bits, color with alpha, no interlacing.
    append("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, 6, 0, 0, 0], to: &file)
    append("IDAT", Self.stored(rows()), to: &file)
    append("IEND", [], to: &file)
    try file.write(to: URL(filePath: path))
  }

  /// Returns the rows as RGBA bytes, each after its filter type (none).
  private func rows() -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 4 + 1))
    for y in 0..<height {
      rows.append(0)
      for place in stride(from: y * width * 4, to: (y + 1) * width * 4, by: 4) {
        rows += [bytes[place + 2], bytes[place + 1], bytes[place], bytes[place + 3]]
      }
    }
    return rows
  }

  /// Returns a zlib stream with uncompressed blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(65_535, bytes.count - start)
      let isLast: UInt8 = start + count == bytes.count ? 1 : 0
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      stream += [isLast, low, high, ~low, ~high] + bytes[start..<start + count]
      start += count
    } while start < bytes.count
    return stream + bigEndian(Int(adler32(bytes)))
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }

  private func append(_ type: String, _ content: [UInt8], to file: inout Data) {
    let body = Array(type.utf8) + content
    file += Self.bigEndian(content.count) + body + Self.bigEndian(Int(Self.crc32(body)))
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
