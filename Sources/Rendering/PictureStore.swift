import Scene

/// The pictures whose pixels are there.
protocol PictureStore: AnyObject {
  /// Bytes that are not exceeded; what is there already may be more.
  var budget: Int { get set }
  var count: Int { get }
  var bytes: Int { get }
  /// Whether a picture that is seen at about its own size is drawn without its smaller levels: where the
  /// processor looks texels up, each level costs as much as the first.
  var savesLevels: Bool { get }
  /// The number of the latest frame.
  var frame: Int { get }
  /// Another frame begins: pictures that it does not use may make room for others.
  func beginFrame()
  func contains(_ picture: Picture) -> Bool
  /// Where a picture is, which thereby counts as shown in this frame.
  func use(_ picture: Picture) -> StoredPicture?
  /// Takes over a bitmap, in place of an earlier one of the same picture: 32 bits a pixel, premultiplied,
  /// blue in the lowest byte.
  ///
  /// - Returns: false when it is no bitmap, or when there is no room beside what the latest frame shows.
  func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, isOpaque: Bool, bytes: UnsafeRawBufferPointer
  ) -> Bool
  func retain(only wanted: Set<Picture>)
  /// Forgets all pictures that no frame after the one with that number has shown, but these.
  func forget(unseenSince frame: Int, but kept: Set<Picture>)
}

/// A picture whose pixels are there, in a texture or in memory.
class StoredPicture {
  /// Its extent in texels, without margin.
  final let width: Int
  /// Its extent in texels.
  final let height: Int
  /// Counts uploads, from 1: it tells later pixels of the same picture from earlier ones.
  final let upload: Int
  /// Whether every texel covers what is behind it.
  final let isOpaque: Bool
  /// What it is looked up in; 0 where that is no texture of GL's.
  final let texture: UInt32
  /// The coordinates at its center, in its texture's or its memory's own unit.
  final let center: SIMD2<Double>
  /// Its extent in these coordinates.
  final let extent: SIMD2<Double>
  /// The number of the frame that showed it last.
  final var lastDrawn: Int
  /// Since when it fades in over its placeholder, in seconds of the frames' clock; nil where it is there at
  /// once.
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
