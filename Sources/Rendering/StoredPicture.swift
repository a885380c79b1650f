import Scene

/// A picture whose pixels are there, in a texture or in memory.
class StoredPicture {
  /// Its extent in texels, without margin.
  final let width: Int
  /// Its extent in texels.
  final let height: Int
  /// Counts uploads, from 1: later pixels of the same picture are told from earlier ones.
  final let upload: Int
  /// Whether every texel covers what is behind it.
  final let isOpaque: Bool
  /// What it is looked up in; 0 where that is no texture of GL's.
  final let texture: UInt32
  /// The coordinates at its centre, in its texture's or its memory's own unit.
  final let center: SIMD2<Double>
  /// Its extent in these coordinates.
  final let extent: SIMD2<Double>
  /// The number of the frame that showed it last.
  final var lastDrawn: Int
  /// Since when it fades in over its placeholder, in seconds of the frames' clock; nil where it is there at once.
  final var fadesSince: Double?

  init(
    width: Int, height: Int, upload: Int, isOpaque: Bool, texture: UInt32, center: SIMD2<Double>,
    extent: SIMD2<Double>, lastDrawn: Int
  ) {
    self.width = width
    self.height = height
    self.upload = upload
    self.isOpaque = isOpaque
    self.texture = texture
    self.center = center
    self.extent = extent
    self.lastDrawn = lastDrawn
  }
}

extension Dictionary where Key == Picture, Value: StoredPicture {
  /// The picture that was not shown for longest; nil when the frame with that number shows all there are.
  func leastRecentlyDrawn(before frame: Int) -> Picture? {
    lazy.filter { $0.value.lastDrawn < frame }.min { $0.value.lastDrawn < $1.value.lastDrawn }?.key
  }
}
