import Glibc
import Rasterization
import Scene

/// The store of pictures in memory, each in its own block.
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

    /// The memory of the picture in bytes, including smaller levels, whether they exist or not.
    var bytes: Int { pyramid.paddedWidth * pyramid.paddedHeight * 4 * 4 / 3 }

    /// Returns the texels. Creates the smaller levels on first use.
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
  ///   - largest: The maximum width and height in pixels. Larger pictures are halved until they fit.
  ///   - budget: The limit of memory in bytes.
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

  /// Removes the least recently shown picture. Returns false if the latest frame shows all pictures.
  private func evictOldest() -> Bool {
    guard let oldest = bitmaps.leastRecentlyDrawn(before: frame) else { return false }
    remove(oldest)
    return true
  }
}

/// A bitmap with a margin of repeated edge pixels, and its smaller levels. It fills the levels of an atlas
/// page, or is drawn directly.
///
/// `glGenerateMipmap` would process a whole page for each picture and mix neighbors. Pixels have four
/// premultiplied bytes, whose order does not matter for averages. The memory is kept and reused.
struct BitmapPyramid {
  /// The number of levels: full size to an eighth. Smaller ones are never sampled, see `QuadBrush.bias`.
  static let levels = 4
  /// The width of the margin: one texel in the smallest level, to prevent bleeding at all levels.
  static let margin = 1 << (levels - 1)

  /// The full size without the margin.
  private(set) var width = 0
  /// The full size without the margin.
  private(set) var height = 0
  private let pixels = (0..<levels).map { _ in PixelMemory() }

  /// The width of level 0 with its margin, a multiple of `margin`: each level begins on a whole texel.
  var paddedWidth: Int { Self.padded(width) }
  /// The height of level 0 with its margin, a multiple of `margin`.
  var paddedHeight: Int { Self.padded(height) }

  private static func padded(_ extent: Int) -> Int {
    (extent + 2 * margin + margin - 1) / margin * margin
  }

  /// Loads a bitmap, and halves each side until it does not exceed `largest`.
  ///
  /// - Parameters:
  ///   - stride: The bytes from one row to the next, at least 4 · width.
  ///   - swapsRedAndBlue: Whether to swap the first and the third byte of each pixel.
  /// - Returns: False if `bytes` does not contain that many pixels.
  mutating func load(
    width: Int, height: Int, stride: Int, bytes: UnsafeRawBufferPointer, largest: Int, swapsRedAndBlue: Bool
  ) -> Bool {
    guard Self.isSound(width, height, stride, bytes.count), let start = bytes.baseAddress else {
      return false
    }
    (self.width, self.height) = (width, height)
    if width <= largest, height <= largest {
      fill { y, row in memcpy(row, start + y * stride, width * 4) }
    } else {
      shrink(start, stride, largest)
    }
    if swapsRedAndBlue { swapRedAndBlue() }
    return true
  }

  /// Creates the smaller levels of the loaded bitmap.
  func makeLevels() {
    for level in 1..<Self.levels {
      let (fromWidth, fromHeight) = (paddedWidth >> (level - 1), paddedHeight >> (level - 1))
      Self.halve(pixels[level - 1], fromWidth, fromHeight, into: pixels[level])
    }
  }

  /// Returns the pixels of a level, row by row without gaps. They are valid until the next load.
  func level(_ level: Int) -> (pixels: UnsafePointer<UInt32>, width: Int, height: Int) {
    (UnsafePointer(pixels[level].start), paddedWidth >> level, paddedHeight >> level)
  }

  /// The maximum side in pixels, beyond which products would overflow.
  private static let largestSide = 1 << 20

  private static func isSound(_ width: Int, _ height: Int, _ stride: Int, _ count: Int) -> Bool {
    guard (1...largestSide).contains(width), (1...largestSide).contains(height) else { return false }
    guard stride >= width * 4, stride <= largestSide * 64 else { return false }
    return stride * (height - 1) + width * 4 <= count
  }

  /// - Parameter copyRow: Writes a row of the bitmap, without margins.
  private func fill(_ copyRow: (Int, UnsafeMutablePointer<UInt32>) -> Void) {
    let (columns, rows, width, height) = (paddedWidth, paddedHeight, width, height)
    pixels[0].resize(to: columns * rows)
    for row in 0..<rows {
      let line = pixels[0].start + row * columns
      copyRow(min(max(row - Self.margin, 0), height - 1), line + Self.margin)
      let last = Self.margin + width
      line.update(repeating: line[Self.margin], count: Self.margin)
      (line + last).update(repeating: line[last - 1], count: columns - last)
    }
  }

  private mutating func shrink(_ start: UnsafeRawPointer, _ stride: Int, _ largest: Int) {
    var (current, next) = (PixelMemory(), PixelMemory())
    current.resize(to: width * height)
    for y in 0..<height { memcpy(current.start + y * width, start + y * stride, width * 4) }
    while width > largest || height > largest {
      let factor = (across: width > largest ? 2 : 1, down: height > largest ? 2 : 1)
      Self.halve(current, width, height, into: next, by: factor)
      (width, height) = (
        (width + factor.across - 1) / factor.across, (height + factor.down - 1) / factor.down
      )
      swap(&current, &next)
    }
    let columns = width
    fill { y, row in row.update(from: current.start + y * columns, count: columns) }
  }

  private func swapRedAndBlue() {
    let pixels = pixels[0]
    for index in 0..<pixels.count { pixels.start[index] = pixels.start[index].withRedAndBlueSwapped }
  }

  /// Averages two by two pixels, or two in one direction only. Odd last rows and columns count twice.
  private static func halve(
    _ source: PixelMemory, _ width: Int, _ height: Int, into target: PixelMemory,
    by factor: (across: Int, down: Int) = (2, 2)
  ) {
    let columns = (width + factor.across - 1) / factor.across
    let rows = (height + factor.down - 1) / factor.down
    target.resize(to: columns * rows)
    for row in 0..<rows {
      let upper = source.start + row * factor.down * width
      let lower = source.start + min((row + 1) * factor.down - 1, height - 1) * width
      halveRow(upper, lower, width, into: target.start + row * columns, across: factor.across)
    }
  }

  /// Averages two rows into one. Without a check for the end, the compiler can process several pixels of the
  /// main loop at a time.
  private static func halveRow(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ width: Int,
    into target: UnsafeMutablePointer<UInt32>, across factor: Int
  ) {
    guard factor == 2 else {
      for column in 0..<width {
        target[column] = average(upper[column], upper[column], lower[column], lower[column])
      }
      return
    }
    let pairs = width / 2
    for column in 0..<pairs {
      let left = column &* 2
      target[column] = average(upper[left], upper[left &+ 1], lower[left], lower[left &+ 1])
    }
    guard width % 2 == 1 else { return }
    let last = width - 1
    target[pairs] = average(upper[last], upper[last], lower[last], lower[last])
  }

  /// Returns the rounded average of four pixels, two bytes at a time.
  private static func average(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00ff_00ff
    let even = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
    let odd = ((a >> 8) & mask) &+ ((b >> 8) & mask) &+ ((c >> 8) & mask) &+ ((d >> 8) & mask) &+ 0x0002_0002
    return ((even >> 2) & mask) | (((odd >> 2) & mask) << 8)
  }
}
