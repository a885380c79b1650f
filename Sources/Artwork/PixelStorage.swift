import Glibc
import Scene

/// The memory under a bitmap. Written by whoever makes it, read-only from the moment a `Bitmap` owns it; that is
/// why it may be shared although the compiler cannot see it.
final class PixelStorage: @unchecked Sendable {
  let size: PixelSize
  let bytes: UnsafeMutableRawBufferPointer

  /// Room for `size` pixels, all clear; nil when there is no memory for them.
  init?(_ size: PixelSize) {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, area <= Int.max / Bitmap.bytesPerPixel,
      let memory = calloc(area, Bitmap.bytesPerPixel)
    else { return nil }
    self.size = size
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: area * Bitmap.bytesPerPixel)
  }

  deinit { free(bytes.baseAddress) }
}
