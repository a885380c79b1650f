import TestCompositor

/// The pixels of a picture that match a condition: their number, middle and bounds.
///
/// Tests inspect every frame as it arrives, in unoptimized builds. Loops over ranges and color values would
/// take longer than a frame lasts.
struct Patch {
  private(set) var count = 0
  private(set) var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
  private var (sumX, sumY) = (0, 0)

  /// The middle of the pixels, in pixels.
  var middle: (x: Double, y: Double) { (Double(sumX) / Double(count), Double(sumY) / Double(count)) }

  /// Returns nil if no pixel matches.
  ///
  /// - Parameter isMeant: Whether a pixel, as 0xAARRGGBB, matches.
  init?(_ picture: PixelSnapshot, _ isMeant: (UInt32) -> Bool) {
    picture.withPixels { pixels in
      var (x, y, place) = (0, 0, 0)
      while y < picture.height {
        x = 0
        while x < picture.width {
          if isMeant(pixels[place]) { add(x, y) }
          x &+= 1
          place &+= 1
        }
        y &+= 1
      }
    }
    if count == 0 { return nil }
  }

  /// Finds all pixels of one color.
  init?(_ picture: PixelSnapshot, _ color: PixelSnapshot.Color) {
    let number = color.number
    self.init(picture) { $0 == number }
  }

  private mutating func add(_ x: Int, _ y: Int) {
    count &+= 1
    (sumX, sumY) = (sumX &+ x, sumY &+ y)
    (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
  }
}

extension PixelSnapshot.Color {
  /// Creates a color from 0xAARRGGBB.
  init(_ number: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number), alpha: UInt8(truncatingIfNeeded: number >> 24))
  }

  /// The color as 0xAARRGGBB.
  var number: UInt32 { UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
