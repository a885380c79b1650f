import Scene

/// A store of pictures with available pixels.
protocol PictureStore: AnyObject {
  /// The limit of memory in bytes. Present pictures may exceed it.
  var budget: Int { get set }
  var count: Int { get }
  var bytes: Int { get }
  /// Whether a picture at about its own size is drawn without its smaller levels. If the processor samples
  /// texels, each level costs as much as the first.
  var savesLevels: Bool { get }
  /// The number of the latest frame.
  var frame: Int { get }
  /// Begins another frame. Pictures that it does not use may make room for others.
  func beginFrame()
  func contains(_ picture: Picture) -> Bool
  /// Returns a picture and marks it as shown in this frame.
  func use(_ picture: Picture) -> StoredPicture?
  /// Stores a bitmap, with 32 bits per pixel, premultiplied, blue in the lowest byte. Replaces an earlier one
  /// of the same picture.
  ///
  /// - Returns: False if the bitmap is not valid, or if the pictures of the latest frame leave no room.
  func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, isOpaque: Bool, bytes: UnsafeRawBufferPointer
  ) -> Bool
  func retain(only wanted: Set<Picture>)
  /// Removes all pictures that no frame after number `frame` has shown, except `kept`.
  func forget(unseenSince frame: Int, but kept: Set<Picture>)
}

/// A picture with available pixels, in a texture or in memory.
class StoredPicture {
  /// The width in texels, without margin.
  final let width: Int
  /// The height in texels, without margin.
  final let height: Int
  /// The number of the upload, from 1. It distinguishes later pixels of the same picture from earlier ones.
  final let upload: Int
  /// Whether every texel is opaque.
  final let isOpaque: Bool
  /// The GL texture; 0 if the picture is in memory.
  final let texture: UInt32
  /// The coordinates of the center, in the unit of the texture or memory.
  final let center: SIMD2<Double>
  /// The extent in these coordinates.
  final let extent: SIMD2<Double>
  /// The number of the last frame that showed the picture.
  final var lastDrawn: Int
  /// The start of the fade-in over the placeholder, in seconds of the frames' clock; nil without a fade.
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
  /// Returns the least recently shown picture, or nil if the frame with that number shows all pictures.
  func leastRecentlyDrawn(before frame: Int) -> Picture? {
    lazy.filter { $0.value.lastDrawn < frame }.min { $0.value.lastDrawn < $1.value.lastDrawn }?.key
  }
}
