import Rasterization

/// Memory to draw into, with guard areas that must not change.
final class Stage {
  static let untouched: UInt32 = 0x1234_5678
  let width: Int
  let height: Int
  private let guardLength = 64
  private let memory: UnsafeMutableBufferPointer<UInt32>

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    memory = .allocate(capacity: width * height + 2 * guardLength)
    memory.initialize(repeating: Self.untouched)
  }

  deinit { memory.deallocate() }

  var pixels: ArraySlice<UInt32> { Array(memory)[guardLength..<guardLength + width * height] }

  /// Whether the guard areas are unchanged.
  var isSound: Bool {
    memory.prefix(guardLength).allSatisfy { $0 == Self.untouched }
      && memory.suffix(guardLength).allSatisfy { $0 == Self.untouched }
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { memory[guardLength + y * width + x] }

  func draw(
    _ fills: [RasterFill], _ pieces: [RasterPiece], _ corners: [SIMD2<Double>], part: PixelArea? = nil,
    background: UInt32 = 0, on pool: RasterPool
  ) {
    let inside = UnsafeMutableBufferPointer(rebasing: memory[guardLength..<guardLength + width * height])
    guard let buffer = PixelBuffer(UnsafeMutableRawBufferPointer(inside), width: width, height: height) else {
      return
    }
    let whole = PixelArea(columns: 0..<width, rows: 0..<height)
    fills.withUnsafeBufferPointer { fills in
      pieces.withUnsafeBufferPointer { pieces in
        corners.withUnsafeBufferPointer { corners in
          pool.draw(
            RasterJob(
              buffer, part: part ?? whole, background: background, fills: fills, pieces: pieces,
              corners: corners))
        }
      }
    }
  }
}

extension RasterFill {
  /// Returns an upright rectangle around a middle, one pixel per point.
  static func upright(_ color: UInt32, middle: SIMD2<Double>, half: SIMD2<Double>) -> RasterFill {
    var fill = RasterFill(color: color)
    fill.placeAcross = SIMD3(1, 0, -middle.x)
    fill.placeDown = SIMD3(0, 1, -middle.y)
    fill.half = half
    return fill
  }
}
