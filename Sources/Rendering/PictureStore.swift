import Scene

/// The pictures whose pixels are there.
protocol PictureStore: AnyObject {
  /// Bytes that are not exceeded; what is there already may be more.
  var budget: Int { get set }
  /// Pictures in it.
  var count: Int { get }
  /// Bytes in use.
  var bytes: Int { get }
  /// Whether a picture that is seen at about its own size is drawn without its smaller levels: where the processor looks
  /// texels up, each level costs as much as the first.
  var savesLevels: Bool { get }
  /// The number of the latest frame.
  var frame: Int { get }
  /// Another frame begins: pictures that it does not use may make room for others.
  func beginFrame()
  /// Whether a picture's pixels are there.
  func contains(_ picture: Picture) -> Bool
  /// Where a picture is, which thereby counts as shown in this frame.
  func use(_ picture: Picture) -> StoredPicture?
  /// Takes over a bitmap, in place of an earlier one of the same picture: 32 bits a pixel, premultiplied, blue in the lowest
  /// byte.
  ///
  /// - Returns: false when it is no bitmap, or when there is no room beside what the latest frame shows.
  func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, isOpaque: Bool, bytes: UnsafeRawBufferPointer
  ) -> Bool
  /// Forgets all pictures but these.
  func retain(only wanted: Set<Picture>)
  /// Forgets all pictures that no frame after the one with that number has shown, but these.
  func forget(unseenSince frame: Int, but kept: Set<Picture>)
}
