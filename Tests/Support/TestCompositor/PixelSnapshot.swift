/// The content of a surface after a commit.
public struct PixelSnapshot: Hashable, Sendable, CustomStringConvertible {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The rows from the top, four bytes per pixel: blue, green, red, alpha, premultiplied.
  public let bytes: [UInt8]

  /// Creates a picture of `width * height * 4` bytes.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(
      bytes.count == width * height * 4, "\(bytes.count) bytes are not \(width) × \(height) pixels")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// The size alone: a failed test prints what it compares, and the pixels would fill its log.
  public var description: String { "\(width) × \(height) pixels" }

  /// A color with premultiplied components from 0 to 255.
  public struct Color: Hashable, Sendable, CustomStringConvertible {
    /// The red component.
    public var red: UInt8
    /// The green component.
    public var green: UInt8
    /// The blue component.
    public var blue: UInt8
    /// The opacity.
    public var alpha: UInt8

    /// Creates a color, opaque by default.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// `rgba(255, 0, 0, 255)`
    public var description: String { "rgba(\(red), \(green), \(blue), \(alpha))" }
  }

  /// Returns the color of a pixel, counted from the top left.
  public func color(x: Int, y: Int) -> Color {
    precondition(
      x >= 0 && x < width && y >= 0 && y < height, "(\(x), \(y)) is outside of \(width) × \(height)")
    let place = (y * width + x) * 4
    return Color(
      red: bytes[place + 2], green: bytes[place + 1], blue: bytes[place], alpha: bytes[place + 3])
  }

  /// Returns the number of pixels that differ from another snapshot; all of them if the sizes differ.
  ///
  /// - Parameter tolerance: the largest difference of a component that still counts as equal, 0 to 255.
  public func differingPixels(from other: PixelSnapshot, beyond tolerance: Int = 0) -> Int {
    guard width == other.width, height == other.height else { return max(width * height, 1) }
    return withPixels { own in
      other.withPixels { others in
        var (count, place) = (0, 0)
        while place < width * height {
          if own[place] != others[place], Self.distance(own[place], others[place]) > tolerance { count &+= 1 }
          place &+= 1
        }
        return count
      }
    }
  }

  /// Returns the largest difference of a component between two pixels.
  private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    stride(from: 0, to: 32, by: 8).map { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) }.max() ?? 0
  }

  /// Calls `body` with all pixels, row by row from the top, each as a number 0xAARRGGBB. For fast access to
  /// many pixels.
  public func withPixels<R>(_ body: (UnsafePointer<UInt32>) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes {
      try body($0.assumingMemoryBound(to: UInt32.self).baseAddress.unsafelyUnwrapped)
    }
  }
}
