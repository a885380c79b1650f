import Scene

/// What a screen showed.
struct Photograph {
  let size: PixelSize
  /// Red, green, blue and alpha, a byte each, row by row from the top.
  private(set) var pixels: [UInt8]

  init(size: PixelSize, pixels: [UInt8]) {
    self.size = size
    self.pixels = pixels
  }

  /// Lays a picture over this one, its upper left corner at `column` and `row`; what lies outside is left out.
  mutating func put(_ picture: Photograph, column: Int, row: Int) {
    let first = max(0, -column)
    let last = min(picture.size.width, size.width - column)
    guard first < last else { return }
    for line in 0..<picture.size.height where (0..<size.height).contains(row + line) {
      let source = (line * picture.size.width + first) * 4
      let target = ((row + line) * size.width + column + first) * 4
      let length = (last - first) * 4
      pixels.replaceSubrange(target..<target + length, with: picture.pixels[source..<source + length])
    }
  }
}
