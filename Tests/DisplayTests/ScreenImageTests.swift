import CLinux
import Glibc
import Testing
import Wayland

@testable import Display

/// The pixels of a screen, from memory that a compositor has filled.
struct ScreenImageTests {
  /// A picture of one row in memory with these bytes.
  private func image(
    _ bytes: [UInt8], _ format: WlShm.Format, width: UInt32, height: UInt32 = 1, stride: UInt32
  ) throws -> ScreenImage {
    let memory = clinux_shared_memory("test", Int64(bytes.count))
    try #require(pwrite(memory, bytes, bytes.count, 0) == bytes.count)
    return try #require(
      ScreenImage(
        format: format, width: width, height: height, stride: stride, isUpsideDown: false, transform: .normal,
        memory: memory))
  }

  /// The color of each case is 0x10, 0x20, 0x30: red, green and blue.
  @Test(arguments: [
    (WlShm.Format.xrgb8888, [0x30, 0x20, 0x10, 0x99] as [UInt8]), (.argb8888, [0x30, 0x20, 0x10, 0]),
    (.xbgr8888, [0x10, 0x20, 0x30, 0x99]), (.abgr8888, [0x10, 0x20, 0x30, 0]),
    (.rgbx8888, [0x99, 0x30, 0x20, 0x10]), (.bgra8888, [0, 0x10, 0x20, 0x30]),
    (.rgb888, [0x30, 0x20, 0x10]), (.bgr888, [0x10, 0x20, 0x30]),
    // Ten bits for each color: 0x40, 0x80 and 0xC0.
    (.xrgb2101010, [0xC0, 0x00, 0x02, 0x04]), (.xbgr2101010, [0x40, 0x00, 0x02, 0x0C]),
  ])
  func everyFormatShowsTheSameColor(_ format: WlShm.Format, bytes: [UInt8]) throws {
    let taken = try image(bytes, format, width: 1, stride: UInt32(bytes.count)).takePixels()
    let pixels = try #require(taken)
    #expect((pixels.width, pixels.height) == (1, 1))
    #expect(pixels.bytes == [0x10, 0x20, 0x30, 255])
  }

  @Test func bytesBehindARowAreSkipped() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 99, 99, 7, 8, 9, 10, 11, 12, 99, 99]
    let pixels = try #require(
      try image(bytes, .bgr888, width: 2, height: 2, stride: 8).takePixels())
    #expect(pixels.bytes == [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255])
  }

  @Test(arguments: [
    (WlShm.Format.xrgb8888, 0, 4, 16), (.xrgb8888, 4, 0, 16), (.xrgb8888, 4, 4, 15), (.xrgb8888, 4, 4, 0),
    (.xrgb8888, 16_385, 1, 70_000), (.xrgb8888, 1, 16_385, 4), (.xrgb8888, 16_384, 16_384, 65_536),
    (.xrgb8888, 4, 4, .max), (.xrgb8888, .max, .max, .max), (.nv12, 4, 4, 16),
    (WlShm.Format(rawValue: 77), 4, 4, 16),
  ])
  func impossiblePicturesAreRefused(
    _ format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32
  ) {
    #expect(ScreenImage.size(format: format, width: width, height: height, stride: stride) == nil)
    let image = ScreenImage(
      format: format, width: width, height: height, stride: stride, isUpsideDown: false, transform: .normal,
      memory: -1)
    #expect(image == nil)
  }

  @Test(arguments: [8, 9, 255, UInt32.max]) func unknownTransformsAreRefused(_ transform: UInt32) {
    let image = ScreenImage(
      format: .xrgb8888, width: 4, height: 1, stride: 16, isUpsideDown: false,
      transform: WlOutput.Transform(rawValue: transform), memory: -1)
    #expect(image == nil)
  }

  @Test func missingMemoryGivesNoPicture() throws {
    let image = try #require(
      ScreenImage(
        format: .xrgb8888, width: 1, height: 1, stride: 4, isUpsideDown: false, transform: .normal,
        memory: -1))
    #expect(image.takePixels() == nil)
  }
}
