import CPango
import Scene

/// A picture on its way into a PNG file.
public struct PNGFile: Sendable {
  /// Why a picture could not be written.
  public struct Failure: Error, CustomStringConvertible {
    /// What Cairo said.
    public let description: String

    init(description: String) { self.description = description }

    init(_ status: cairo_status_t) {
      self.init(description: cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown error")
    }
  }

  private let storage: PixelStorage

  /// A picture of `size` pixels: red, green, blue and alpha, a byte each, row by row from the top. Alpha does not count.
  ///
  /// - Throws: when there are fewer bytes than that, or no memory.
  public init(size: PixelSize, pixels: [UInt8]) throws(Failure) {
    guard let storage = PixelStorage(size) else { throw Failure(description: "no memory") }
    guard pixels.count >= storage.bytes.count else { throw Failure(description: "too few pixels") }
    self.storage = storage
    for start in stride(from: 0, to: storage.bytes.count, by: Bitmap.bytesPerPixel) {
      // Cairo's order on a little-endian machine: blue, green, red, alpha.
      storage.bytes[start] = pixels[start + 2]
      storage.bytes[start + 1] = pixels[start + 1]
      storage.bytes[start + 2] = pixels[start]
      storage.bytes[start + 3] = .max
    }
  }

  /// What would stand in the file.
  public func bytes() throws(Failure) -> [UInt8] {
    guard let surface = Canvas.surface(over: storage.bytes, size: storage.size) else {
      throw Failure(description: "no memory")
    }
    defer { cairo_surface_destroy(surface) }
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { target in
      cairo_surface_write_to_png_stream(
        surface,
        { target, part, count in
          let bytes = target?.assumingMemoryBound(to: [UInt8].self)
          bytes?.pointee.append(contentsOf: UnsafeBufferPointer(start: part, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, target)
    }
    guard status == CAIRO_STATUS_SUCCESS else { throw Failure(status) }
    return bytes
  }

  /// Writes the file, over one that is there.
  public func write(to path: String) throws(Failure) {
    guard let surface = Canvas.surface(over: storage.bytes, size: storage.size) else {
      throw Failure(description: "no memory")
    }
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_write_to_png(surface, path)
    guard status == CAIRO_STATUS_SUCCESS else { throw Failure(status) }
  }
}
