import RotundaGeometry

nonisolated extension Output.Description {
  /// Sizes that are none, in millimetres: the screen told its aspect ratio where its size belongs, in centimetres or in
  /// centimetres taken for millimetres. (EDID allows that, and projectors do it.)
  private static let placeholders: [Size] = [
    Size(16, 9), Size(16, 10), Size(160, 90), Size(160, 100), Size(1600, 900), Size(1600, 1000),
  ]
  /// Pixels that are farther from being square than this are a mistake in the size.
  private static let squareness = 0.8...1.25
  /// From a wall of projectors, 50 mm a pixel, to pocket screens; in pixels per millimetre.
  private static let plausibleDensities = 0.02...50.0

  /// How many pixels are a millimetre; nil where the screen does not tell its size, or one that it can not have.
  ///
  /// Some compositors turn the size with the picture and some do not, so it may be meant either way.
  public var pixelsPerMillimeter: Double? {
    guard !mode.isEmpty, !physicalSize.isEmpty, !Self.placeholders.contains(where: isPlaceholder) else {
      return nil
    }
    let upright = (mode.width / physicalSize.width) / (mode.height / physicalSize.height)
    let turned = (mode.width / physicalSize.height) / (mode.height / physicalSize.width)
    guard Self.squareness.contains(upright) || Self.squareness.contains(turned) else { return nil }
    let density =
      Point(mode.width, mode.height).length / Point(physicalSize.width, physicalSize.height).length
    return Self.plausibleDensities.contains(density) ? density : nil
  }

  private func isPlaceholder(_ size: Size) -> Bool {
    physicalSize == size || physicalSize == Size(size.height, size.width)
  }
}
