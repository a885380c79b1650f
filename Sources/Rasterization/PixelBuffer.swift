/// Pixels to draw into: 32 bits each, blue in the lowest byte, row by row from the top without gaps. The highest byte becomes
/// full wherever something is drawn.
///
/// Whoever makes one keeps the memory until everything is drawn.
public struct PixelBuffer: @unchecked Sendable {
  let pixels: UnsafeMutablePointer<UInt32>
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int

  /// Nil when `bytes` do not hold that many pixels, or do not begin at a whole one.
  public init?(_ bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int) {
    guard let start = bytes.baseAddress, width > 0, height > 0, width <= Self.largest, height <= Self.largest,
      bytes.count >= width * height * 4, UInt(bitPattern: start) % 4 == 0
    else { return nil }
    pixels = start.assumingMemoryBound(to: UInt32.self)
    self.width = width
    self.height = height
  }

  /// Pixels across or down that are not exceeded, so that their numbers are exact in single precision and to spare.
  private static let largest = 1 << 16

  func row(_ row: Int) -> UnsafeMutablePointer<UInt32> { pixels + row * width }
}

/// A part of a pixel buffer: columns and rows from its upper left corner.
public struct PixelArea: Sendable {
  /// From the left.
  public var columns: Range<Int>
  /// From the top.
  public var rows: Range<Int>

  /// An area from its parts.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// What both share, possibly empty.
  func intersection(_ other: PixelArea) -> PixelArea {
    PixelArea(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}
