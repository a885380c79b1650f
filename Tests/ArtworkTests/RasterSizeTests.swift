import Scene
import Testing

@testable import Artwork

struct RasterSizeTests {
  @Test(arguments: [
    (PixelSize(160, 200), 1.5, PixelSize(160, 200), 1.5), (PixelSize(0, 0), 1, PixelSize(1, 1), 1),
    (PixelSize(-5, 10), 1, PixelSize(1, 10), 1), (PixelSize(.min, .max), 1, PixelSize(1, 4096), 0.25),
    (PixelSize(8192, 4096), 2, PixelSize(4096, 2048), 1), (PixelSize(10, 10), .nan, PixelSize(10, 10), 1),
    (PixelSize(10, 10), 0, PixelSize(10, 10), 1), (PixelSize(10, 10), -3, PixelSize(10, 10), 1),
    (PixelSize(10, 10), .infinity, PixelSize(10, 10), 1), (PixelSize(10, 10), 1e300, PixelSize(10, 10), 8),
  ])
  func requestsAreBounded(size: PixelSize, scale: Double, pixels: PixelSize, expected: Double) {
    let bounded = RasterSize(size, scale: scale)
    #expect(bounded.pixels == pixels)
    #expect(bounded.scale == expected)
  }
}
