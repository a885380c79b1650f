import Foundation

/// The pixels of a compositor's screen.
public struct Screenshot: Equatable {
  /// The size in pixels.
  public let width, height: Int
  /// Red, green and blue of each pixel, row by row from the top left.
  public let bytes: [UInt8]

  /// A pixel's red, green and blue, 0 to 255.
  public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let offset = (y * width + x) * 3
    return (bytes[offset], bytes[offset + 1], bytes[offset + 2])
  }

  /// Counts the different colors, up to `limit`.
  public func colors(limit: Int = 256) -> Int {
    var seen: Set<UInt32> = []
    for offset in stride(from: 0, to: bytes.count, by: 3) where seen.count < limit {
      seen.insert(UInt32(bytes[offset]) << 16 | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]))
    }
    return seen.count
  }

  init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Parses a binary PPM with one byte per component, as grim and ImageMagick write it.
  ///
  /// - Throws: `CompositorFailure` if the data has another format.
  public init(ppm data: Data) throws {
    // "P6", width, height and 255, each followed by one white-space byte.
    var fields: [Int] = []
    var rest = data[...]
    guard rest.starts(with: Array("P6".utf8)) else { throw CompositorFailure("not a PPM picture") }
    rest = rest.dropFirst(3)
    while fields.count < 3, let end = rest.firstIndex(where: { $0 == 0x20 || $0 == 0x0a }) {
      guard let number = Int(String(decoding: rest[..<end], as: UTF8.self)) else { break }
      fields.append(number)
      rest = rest[(end + 1)...]
    }
    guard fields.count == 3, fields[2] == 255, rest.count == fields[0] * fields[1] * 3 else {
      throw CompositorFailure("a PPM picture with the header \(fields) and \(rest.count) bytes")
    }
    (width, height, bytes) = (fields[0], fields[1], Array(rest))
  }
}
