import Rasterization
import Scene

/// The pictures whose pixels are there, each in memory of its own.
final class BitmapStore: PictureStore {
  /// A picture in memory.
  final class Bitmap: StoredPicture {
    private let pyramid: BitmapPyramid
    private var hasLevels = false

    init(_ pyramid: BitmapPyramid, upload: Int, isOpaque: Bool, lastDrawn: Int) {
      self.pyramid = pyramid
      let extent = SIMD2(Double(pyramid.width), Double(pyramid.height))
      super.init(
        width: pyramid.width, height: pyramid.height, upload: upload, isOpaque: isOpaque, texture: 0,
        center: extent / 2 + Double(BitmapPyramid.margin), extent: extent, lastDrawn: lastDrawn)
    }

    /// Its memory, with the smaller levels whether they have been made or not.
    var bytes: Int { pyramid.paddedWidth * pyramid.paddedHeight * 4 * 4 / 3 }

    /// What is looked up; the smaller levels are made when they are first needed.
    func texels(usesLevels: Bool) -> Texels? {
      if usesLevels, !hasLevels {
        pyramid.makeLevels()
        hasLevels = true
      }
      let (pixels, width, height) = pyramid.level(0)
      var texels = Texels(pixels, width: width, height: height)
      guard usesLevels else { return texels }
      for number in 1..<BitmapPyramid.levels {
        let (pixels, width, height) = pyramid.level(number)
        texels?.add(pixels, width: width, height: height)
      }
      return texels
    }
  }

  var budget: Int
  let savesLevels = true
  private(set) var bytes = 0
  private var bitmaps: [Picture: Bitmap] = [:]
  private(set) var frame = 0
  private var uploads = 0
  private let largest: Int

  /// - Parameters:
  ///   - largest: pixels across or down: what has more of them is halved until it has not.
  ///   - budget: bytes that are not exceeded.
  init(largest: Int, budget: Int) {
    self.largest = largest
    self.budget = budget
  }

  var count: Int { bitmaps.count }

  func beginFrame() { frame &+= 1 }

  func contains(_ picture: Picture) -> Bool { bitmaps[picture] != nil }

  func use(_ picture: Picture) -> StoredPicture? {
    guard let bitmap = bitmaps[picture] else { return nil }
    bitmap.lastDrawn = frame
    return bitmap
  }

  func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, isOpaque: Bool, bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var pyramid = BitmapPyramid()
    let isLoaded = pyramid.load(
      width: width, height: height, stride: stride, bytes: bytes, largest: largest, swapsRedAndBlue: false)
    guard isLoaded else { return false }
    remove(picture)
    uploads += 1
    let bitmap = Bitmap(pyramid, upload: uploads, isOpaque: isOpaque, lastDrawn: frame)
    while self.bytes + bitmap.bytes > budget {
      guard evictOldest() else { return false }
    }
    bitmaps[picture] = bitmap
    self.bytes += bitmap.bytes
    return true
  }

  func retain(only wanted: Set<Picture>) {
    for picture in bitmaps.keys where !wanted.contains(picture) { remove(picture) }
  }

  func forget(unseenSince frame: Int, but kept: Set<Picture>) {
    for (picture, bitmap) in bitmaps where bitmap.lastDrawn <= frame && !kept.contains(picture) {
      remove(picture)
    }
  }

  private func remove(_ picture: Picture) {
    if let bitmap = bitmaps.removeValue(forKey: picture) { bytes -= bitmap.bytes }
  }

  /// Drops the picture that was not shown for longest; false when the latest frame shows all there are.
  private func evictOldest() -> Bool {
    guard let oldest = bitmaps.leastRecentlyDrawn(before: frame) else { return false }
    remove(oldest)
    return true
  }
}
