import Scene

/// The extent of the picture in a file.
package struct PictureExtent: Hashable, Sendable {
  /// The displayed size in pixels.
  package var extent: PixelSize
  /// The most pixels that the decoder of its format accepts.
  package var mostPixels: Int

  package init(_ extent: PixelSize, mostPixels: Int) { (self.extent, self.mostPixels) = (extent, mostPixels) }

  /// Whether the picture has too many pixels for its decoder.
  package var isTooLarge: Bool { !extent.isUsable(upTo: mostPixels) }

  /// Reads the header of a picture file. Returns nil for vector drawings, which have no size in pixels, and
  /// for files without a known picture format.
  package static func read(_ path: String) -> PictureExtent? {
    do throws(IconProblem) {
      let file = try PictureFile(path)
      guard let mostPixels = file.format.mostPixels, let extent = try extent(in: file) else { return nil }
      return PictureExtent(extent, mostPixels: mostPixels)
    } catch {
      return nil
    }
  }

  private static func extent(in file: borrowing PictureFile) throws(IconProblem) -> PixelSize? {
    guard file.format == .jpeg else { return file.header.extent }
    var bytes: [UInt8] = []
    var header: JPEGHeader?
    try file.forEachPiece { piece in
      bytes += piece
      header = JPEGHeader(bytes)
      return header == nil && bytes.count < JPEGHeader.mostBytes
    }
    return header?.extent
  }
}

/// The header of a JPEG file, which is read before decoding.
struct JPEGHeader: Hashable {
  /// The longest beginning to read. Profiles and previews before the picture take a few hundred kilobytes at
  /// most.
  static let mostBytes = 1 << 20

  /// Markers of ISO/IEC 10918-1, table B.1, and the marker of Exif.
  private static let (lead, endOfImage, startOfScan, exif) = (
    UInt8(0xff), UInt8(0xd9), UInt8(0xda), UInt8(0xe1)
  )
  /// The frame markers: SOF0 to SOF15, without DHT, JPG and DAC, which are among them.
  private static let frames = Set<UInt8>(0xc0...0xcf).subtracting([0xc4, 0xc8, 0xcc])
  /// Markers without a length: TEM, and RST0 to SOI.
  private static let bare = Set<UInt8>(0xd0...0xd8).union([0x01])

  /// The displayed size, with the camera's orientation applied.
  let extent: PixelSize

  /// Parses the beginning of a file; nil if it does not contain the size.
  init?(_ bytes: [UInt8]) {
    var place = 2
    var isTurned = false
    while place + 4 <= bytes.count {
      guard bytes[place] == Self.lead else { return nil }
      let marker = bytes[place + 1]
      guard marker != Self.lead else {
        place += 1
        continue
      }
      guard !Self.bare.contains(marker) else {
        place += 2
        continue
      }
      guard marker != Self.endOfImage, marker != Self.startOfScan else { return nil }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let segment = bytes[(place + 4)..<max(place + 4, end)]
      if marker == Self.exif { isTurned = ExifOrientation(Array(segment))?.isSideways ?? isTurned }
      if Self.frames.contains(marker) {
        let data = Array(segment.prefix(5))
        guard data.count == 5 else { return nil }
        let (height, width) = (Int(data[1]) << 8 | Int(data[2]), Int(data[3]) << 8 | Int(data[4]))
        guard width > 0, height > 0 else { return nil }
        extent = isTurned ? PixelSize(height, width) : PixelSize(width, height)
        return
      }
      place = end
    }
    return nil
  }
}

/// The camera's orientation: tag 0x0112 of Exif 2.32, in the first directory of TIFF 6.0.
private struct ExifOrientation {
  /// Whether width and height are exchanged.
  let isSideways: Bool

  init?(_ segment: [UInt8]) {
    let mark = Array("Exif\0\0".utf8)
    guard segment.starts(with: mark) else { return nil }
    let bytes = Array(segment.dropFirst(mark.count))
    guard bytes.count >= 8 else { return nil }
    let isLittle = bytes[0] == UInt8(ascii: "I")
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      let part = bytes[place..<place + count]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let entries = number(directory, 2) else { return nil }
    for entry in 0..<entries {
      let place = directory + 2 + entry * 12
      guard let tag = number(place, 2) else { return nil }
      if tag == 0x0112 {
        guard let value = number(place + 8, 2) else { return nil }
        isSideways = (5...8).contains(value)
        return
      }
    }
    return nil
  }
}
