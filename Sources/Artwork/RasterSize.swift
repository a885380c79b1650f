import Scene

/// The extent and scale that a picture is really drawn at: what was asked for, within bounds.
struct RasterSize: Hashable {
  /// Longest side in pixels that is drawn: what GLES2 drivers of small machines still take as one texture.
  static let longestSide = 4096
  /// Most and fewest pixels to a point that make sense on any screen.
  static let scales = 0.25...8.0

  /// At least one pixel each way, at most `longestSide`.
  let pixels: PixelSize
  /// Pixels to a point, within `scales`; smaller when `pixels` had to be.
  let scale: Double

  /// Bounds the request of `picture`. Too large a request keeps its proportions.
  init(_ picture: Picture) {
    self.init(picture.size, scale: picture.scale)
  }

  /// Bounds an extent and a scale of unknown origin; a scale that is no number counts as 1.
  init(_ size: PixelSize, scale: Double) {
    let usable = scale.isFinite && scale > 0 ? scale : 1
    let width = max(1, size.width)
    let height = max(1, size.height)
    let shrink = min(1, Double(RasterSize.longestSide) / Double(max(width, height)))
    pixels = PixelSize(
      max(1, Int((Double(width) * shrink).rounded())), max(1, Int((Double(height) * shrink).rounded())))
    self.scale = min(max(usable * shrink, RasterSize.scales.lowerBound), RasterSize.scales.upperBound)
  }
}
