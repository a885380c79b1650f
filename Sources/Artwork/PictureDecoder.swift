import CPixbuf
import Scene

/// Decodes a file with gdk-pixbuf, in a decoder's own process, because a hostile file may have any effect.
///
/// The size is checked before any memory for pixels is allocated. Therefore a small file that claims to be a
/// huge picture costs nothing.
struct PictureDecoder {
  /// The data for the decoder's callbacks.
  fileprivate final class Request {
    let format: PictureFormat
    let room: PixelSize
    let covers: Bool
    let beforeLarge: () -> Void
    var refused: PixelSize?

    init(_ format: PictureFormat, room: PixelSize, covers: Bool, beforeLarge: @escaping () -> Void) {
      self.format = format
      self.room = room
      self.covers = covers
      self.beforeLarge = beforeLarge
    }
  }

  /// The number of pixels, 32 MiB, above which pictures are decoded one at a time.
  fileprivate static let largeExtent = 8 << 20

  private let path: String
  private let format: PictureFormat
  private let request: Request
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>

  /// Returns the picture in `file`, within `room`. Smaller pictures keep their size, and vector drawings fill
  /// the room.
  ///
  /// - Parameters:
  ///   - covers: whether to cover the room instead, and exceed it if the proportions differ.
  ///   - beforeLarge: called before memory for more than `largeExtent` pixels is allocated.
  static func decode(
    _ file: consuming PictureFile, within room: PixelSize, covers: Bool = false,
    beforeLarge: @escaping () -> Void = {}
  ) throws(IconProblem) -> Bitmap {
    if let extent = file.header.extent, !extent.isUsable(upTo: file.format.mostPixels) {
      throw .unusableExtent(path: file.path, extent: extent, pixelLimit: file.format.mostPixels ?? 0)
    }
    var error: UnsafeMutablePointer<GError>?
    guard let loader = gdk_pixbuf_loader_new_with_type(file.format.rawValue, &error) else {
      g_clear_error(&error)
      throw .noDecoder(path: file.path, format: file.format.rawValue)
    }
    defer { rotunda_pixbuf_object_unref(loader) }
    let decoder = PictureDecoder(
      path: file.path, format: file.format,
      request: Request(file.format, room: room, covers: covers, beforeLarge: beforeLarge), loader: loader)
    decoder.watchExtent()
    try decoder.feed(file)
    return try decoder.bitmap()
  }

  private func watchExtent() {
    let data = Unmanaged.passUnretained(request).toOpaque()
    rotunda_loader_on_size_prepared(
      loader,
      { loader, width, height, data in
        guard let data else { return }
        let request = Unmanaged<Request>.fromOpaque(data).takeUnretainedValue()
        request.judge(PixelSize(Int(width), Int(height)), loader)
      }, data)
  }

  /// Passes the file to the decoder. The loader must always be closed, and reports a missing end only then.
  private func feed(_ file: borrowing PictureFile) throws(IconProblem) {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    var end = EndMarkFinder(format)
    do throws(IconProblem) {
      try file.forEachPiece { piece in
        end.pass(piece)
        return gdk_pixbuf_loader_write(loader, piece, gsize(piece.count), &error) != 0
      }
    } catch {
      gdk_pixbuf_loader_close(loader, nil)
      throw error
    }
    if error == nil {
      gdk_pixbuf_loader_close(loader, &error)
    } else {
      gdk_pixbuf_loader_close(loader, nil)
    }
    if let extent = request.refused {
      throw .unusableExtent(path: path, extent: extent, pixelLimit: format.mostPixels ?? 0)
    }
    if let error { throw .damaged(path: path, reason: String(cString: error.pointee.message)) }
    guard end.isReached else { throw .damaged(path: path, reason: "its end is missing") }
  }

  private func bitmap() throws(IconProblem) -> Bitmap {
    guard let decoded = gdk_pixbuf_loader_get_pixbuf(loader),
      let upright = gdk_pixbuf_apply_embedded_orientation(decoded)
    else { throw .damaged(path: path, reason: "it contains no picture") }
    defer { rotunda_pixbuf_object_unref(UnsafeMutableRawPointer(upright)) }
    let extent = PixelSize(Int(gdk_pixbuf_get_width(upright)), Int(gdk_pixbuf_get_height(upright)))
    let target =
      request.covers ? extent.shrunk(covering: request.room) : extent.shrunk(into: request.room)
    guard target != extent else { return try premultiplied(upright) }
    guard
      let scaled = gdk_pixbuf_scale_simple(
        upright, Int32(clamping: target.width), Int32(clamping: target.height), GDK_INTERP_BILINEAR)
    else { throw .damaged(path: path, reason: "there is no memory for it") }
    defer { rotunda_pixbuf_object_unref(UnsafeMutableRawPointer(scaled)) }
    return try premultiplied(scaled)
  }

  private func premultiplied(_ pixbuf: OpaquePointer) throws(IconProblem) -> Bitmap {
    guard let bitmap = Bitmap(premultiplying: pixbuf) else {
      throw .damaged(path: path, reason: "its pixels are of an unknown kind")
    }
    return bitmap
  }
}

extension PictureDecoder.Request {
  /// Rejects a size, or tells the decoder the required size of the picture.
  fileprivate func judge(_ extent: PixelSize, _ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
    guard extent.isUsable(upTo: format.mostPixels) else {
      refused = extent
      // A loader with a requested size of zero gives up before it allocates pixels.
      return gdk_pixbuf_loader_set_size(loader, 0, 0)
    }
    if format != .svg, !extent.isUsable(upTo: PictureDecoder.largeExtent) { beforeLarge() }
    guard format.scalesWhileDecoding else { return }
    // A photograph may still be rotated by a quarter turn, so it must fit the longer side in both directions.
    let longer = max(room.width, room.height)
    let square = PixelSize(longer, longer)
    let target =
      if format == .svg {
        covers ? extent.filled(room) : extent.fitted(into: room)
      } else {
        covers ? extent.shrunk(covering: square) : extent.shrunk(into: square)
      }
    gdk_pixbuf_loader_set_size(loader, Int32(clamping: target.width), Int32(clamping: target.height))
  }
}
