import Glibc
import RotundaGeometry
import Scene

/// Paints the ambient light of a picture: its colors, blurred, and dark or bright enough for readable text.
///
/// All steps work on a few hundred samples in OKLab, whose lightness determines the contrast. White text has
/// at least 11.8 to 1 on the lightest dark ambient, and the quiet color of the dark theme 4.5.
struct AmbientPainter {
  private let ambient: Ambient
  private let picture: Bitmap?
  private let size: PixelSize

  /// The number of samples along the longer side. The screen's shape determines the number along the other.
  private static let samples = 48
  /// The lightness to which the fifth and the ninety-fifth percentile of a picture are mapped.
  private static let darkRange = 0.16...0.33
  private static let brightRange = 0.90...0.97
  /// The highest luminance of a dark ambient: (0.353 + 0.05) / 4.5 − 0.05 for the quiet color, minus the
  /// noise of one step.
  private static let mostLuminance = 0.038
  /// The remaining share of the difference from the picture's mean hue. Complementary hues would mix to
  /// brown.
  private static let hueSpread = 0.35
  /// The highest chroma at a lightness of 0.3. More is garish, and darker colors tolerate less.
  private static let mostChroma = 0.085
  private static let chromaLightness = 0.30
  /// The standard deviation of the blur, in samples.
  private static let blur = 2.0
  /// The share of the height at the bottom that gets darker, and how dark, because text is there.
  private static let shadePart = 0.38
  private static let shade = 0.7

  init(_ ambient: Ambient, _ picture: Bitmap?, _ size: PixelSize) {
    (self.ambient, self.picture, self.size) = (ambient, picture, size)
  }

  /// Returns the pixel size in which an ambient needs its picture.
  static func pictureRoom(_ ambient: Ambient, _ size: PixelSize) -> PixelSize {
    guard ambient.pictureShare > 0 else { return grid(size) }
    return PixelSize(size.width, max(1, Int((Double(size.height) * ambient.pictureShare).rounded())))
  }

  /// The start and end of a visible picture's fade, as shares of its height.
  private static let (fadeStart, fadeEnd) = (0.5, 0.9)
  /// The width in pixels of the light behind a picture. The light has no sharp details.
  private static let lightWidth = 240

  private static func grid(_ size: PixelSize) -> PixelSize {
    let longer = Double(max(size.width, size.height, 1))
    func part(_ side: Int) -> Int { max(8, Int((Double(samples * side) / longer).rounded())) }
    return PixelSize(part(size.width), part(size.height))
  }

  /// Returns the pixels; nil without memory.
  func paint() -> Bitmap? {
    guard ambient.pictureShare > 0, let picture else { return light(of: size) }
    let height = max(1, size.height * Self.lightWidth / max(1, size.width))
    guard let light = light(of: PixelSize(Self.lightWidth, height)), let canvas = Canvas(size) else {
      return nil
    }
    canvas.draw(light, in: canvas.bounds)
    let area = Rectangle(
      origin: .zero, size: Size(canvas.bounds.size.width, canvas.bounds.size.height * ambient.pictureShare))
    canvas.draw(
      picture, covering: area, focus: ambient.focus, fadingFrom: Self.fadeStart, to: Self.fadeEnd)
    return canvas.finish(isOpaque: true)
  }

  private func light(of size: PixelSize) -> Bitmap? {
    guard let storage = PixelStorage(size) else { return nil }
    let grid = Self.grid(size)
    var colors = Self.sampled(picture, ambient.focus, grid) ?? gradient(grid)
    if picture != nil { Self.calm(&colors) }
    fit(&colors)
    Self.blur(&colors, grid)
    write(colors, grid, size, to: storage)
    return Bitmap(storage, isOpaque: true)
  }

  /// Returns the colors of a picture that covers the grid; nil if a pixel is transparent.
  private static func sampled(_ picture: Bitmap?, _ focus: Point, _ grid: PixelSize) -> [OKLab]? {
    guard let picture else { return nil }
    // Scaled to cover the grid. Parts beyond it are cut off.
    let factor = min(
      Double(picture.size.width) / Double(grid.width), Double(picture.size.height) / Double(grid.height))
    let left = (Double(picture.size.width) - factor * Double(grid.width)) * focus.x
    let top = (Double(picture.size.height) - factor * Double(grid.height)) * focus.y
    var colors: [OKLab] = []
    colors.reserveCapacity(grid.width * grid.height)
    for row in 0..<grid.height {
      for column in 0..<grid.width {
        let x = Int(left + (Double(column) + 0.5) * factor)
        let y = Int(top + (Double(row) + 0.5) * factor)
        guard let pixel = picture.pixel(x, y), pixel.alpha > 0 else { return nil }
        let alpha = Double(pixel.alpha)
        colors.append(
          OKLab(Color(Double(pixel.red) / alpha, Double(pixel.green) / alpha, Double(pixel.blue) / alpha)))
      }
    }
    return colors
  }

  /// Returns a color that gets darker from top to bottom.
  private func gradient(_ grid: PixelSize) -> [OKLab] {
    let color = OKLab(ambient.color)
    return (0..<grid.width * grid.height).map { place in
      let down = Double(place / grid.width) / Double(grid.height)
      return OKLab(lightness: 1 - down, a: color.a, b: color.b)
    }
  }

  private static func calm(_ colors: inout [OKLab]) {
    let count = Double(colors.count)
    let (a, b) = (colors.reduce(0) { $0 + $1.a } / count, colors.reduce(0) { $0 + $1.b } / count)
    for index in colors.indices {
      colors[index].a = a + hueSpread * (colors[index].a - a)
      colors[index].b = b + hueSpread * (colors[index].b - b)
    }
  }

  /// Maps the lightness of all colors into the range, and limits their chroma to match.
  private func fit(_ colors: inout [OKLab]) {
    let range = ambient.isBright ? Self.brightRange : Self.darkRange
    let sorted = colors.map(\.lightness).sorted()
    let (low, high) = (sorted[sorted.count * 5 / 100], sorted[sorted.count * 95 / 100])
    let middle = (range.lowerBound + range.upperBound) / 2
    for index in colors.indices {
      let part = min(max((colors[index].lightness - low) / max(high - low, 1e-6), 0), 1)
      let lightness =
        high > low ? range.lowerBound + part * (range.upperBound - range.lowerBound) : middle
      // Bright colors tolerate as little chroma as dark ones.
      let most = Self.mostChroma * min(lightness, 1.25 - lightness) / Self.chromaLightness
      let excess = max(1, colors[index].chroma / most)
      colors[index] = OKLab(lightness: lightness, a: colors[index].a / excess, b: colors[index].b / excess)
      if !ambient.isBright { Self.darken(&colors[index]) }
    }
  }

  /// Darkens a color to the limit for text on it. Colors of equal lightness can differ in luminance, which
  /// determines the contrast.
  private static func darken(_ color: inout OKLab) {
    let luminance = color.color.luminance
    guard luminance > mostLuminance else { return }
    // Luminance grows with the cube of these coordinates.
    let factor = cbrt(mostLuminance / luminance)
    color = OKLab(lightness: color.lightness * factor, a: color.a * factor, b: color.b * factor)
  }

  /// Applies a Gaussian blur along the rows and then along the columns. Repeats the edge samples beyond the
  /// edges.
  private static func blur(_ colors: inout [OKLab], _ grid: PixelSize) {
    let reach = Int((3 * blur).rounded(.up))
    let weights = (-reach...reach).map { distance -> Double in
      // e^(−x²/2σ²) as a power of its value at 1, which needs no math library.
      var weight = 1.0
      for _ in 0..<distance * distance { weight *= step }
      return weight
    }
    let sum = weights.reduce(0, +)
    func blurred(_ source: [OKLab], across: Bool) -> [OKLab] {
      source.indices.map { place in
        let (column, row) = (place % grid.width, place / grid.width)
        var mean = OKLab(lightness: 0, a: 0, b: 0)
        for (offset, weight) in weights.enumerated() {
          let x = across ? min(max(column + offset - reach, 0), grid.width - 1) : column
          let y = across ? row : min(max(row + offset - reach, 0), grid.height - 1)
          let (color, part) = (source[y * grid.width + x], weight / sum)
          mean.lightness += color.lightness * part
          mean.a += color.a * part
          mean.b += color.b * part
        }
        return mean
      }
    }
    colors = blurred(blurred(colors, across: true), across: false)
  }

  /// `e^(−1/2σ²)` for a σ of 2.
  private static let step = 0.8824969025845955

  /// Writes the samples, enlarged, with a little noise. Without noise, the steps of eight bits would be
  /// visible as bands.
  private func write(_ samples: [OKLab], _ grid: PixelSize, _ size: PixelSize, to storage: PixelStorage) {
    let colors = samples.map { sample -> SIMD3<Double> in
      let color = sample.color
      return SIMD3(color.blue, color.green, color.red)
    }
    let step = SIMD2(Double(grid.width) / Double(size.width), Double(grid.height) / Double(size.height))
    var noise: UInt32 = 0x9e37_79b9
    for row in 0..<size.height {
      let down = (Double(row) + 0.5) / Double(size.height)
      let light = ambient.isBright ? 1 : Self.light(down)
      let y = min(max((Double(row) + 0.5) * step.y - 0.5, 0), Double(grid.height - 1))
      let (above, below) = (Int(y), min(Int(y) + 1, grid.height - 1))
      for column in 0..<size.width {
        let x = min(max((Double(column) + 0.5) * step.x - 0.5, 0), Double(grid.width - 1))
        let (left, right) = (Int(x), min(Int(x) + 1, grid.width - 1))
        let (partX, partY) = (x - Double(left), y - Double(above))
        let upper =
          colors[above * grid.width + left] * (1 - partX) + colors[above * grid.width + right] * partX
        let lower =
          colors[below * grid.width + left] * (1 - partX) + colors[below * grid.width + right] * partX
        let color = (upper * (1 - partY) + lower * partY) * light * 255
        let at = (row * size.width + column) * Bitmap.bytesPerPixel
        // Xorshift (Marsaglia, 2003): the same noise every time.
        noise ^= noise << 13
        noise ^= noise >> 17
        noise ^= noise << 5
        let dither = Double(noise & 0xffff) / 0xffff
        for channel in 0..<3 {
          storage.bytes[at + channel] = UInt8(min(max(color[channel] + dither, 0), 255))
        }
        storage.bytes[at + 3] = 255
      }
    }
  }

  private static func light(_ down: Double) -> Double {
    let part = min(max((down - (1 - shadePart)) / shadePart, 0), 1)
    return 1 - (1 - shade) * part * part * (3 - 2 * part)
  }
}
