import Scene

/// Finds and decodes icons. Every file is taken for hostile.
struct IconLoader {
  /// Where an icon of the theme lies: its name, then the pixels it should have across and the scale; nil when
  /// no theme has it.
  typealias Finder = (_ name: String, _ extent: Int, _ scale: Double) -> String?

  let find: Finder
  /// The file of what an address has, as far as it has been fetched.
  var fetched: (_ address: String) -> String? = { _ in nil }
  /// Around the search and the decoding of what needs no fonts, which other threads may use meanwhile.
  var withoutFonts: (() -> Void) -> Void = { $0() }

  /// The pixels of `source` within `room`. Pictures smaller than that keep their size.
  ///
  /// - Parameter covers: whether they are to cover the room, and may reach beyond it.
  func load(
    _ source: IconSource, within room: PixelSize, scale: Double, covers: Bool = false
  ) throws(IconProblem) -> Bitmap {
    var path = ""
    let early = try apart { () throws(IconProblem) -> Bitmap? in
      path = try self.path(of: source, room, scale)
      guard try !PictureFile(path).needsFonts() else { return nil }
      return try PictureDecoder.decode(try PictureFile(path), within: room, covers: covers)
    }
    if let early { return early }
    return try PictureDecoder.decode(try PictureFile(path), within: room, covers: covers)
  }

  private func apart(_ decode: () throws(IconProblem) -> Bitmap?) throws(IconProblem) -> Bitmap? {
    var result: Result<Bitmap?, IconProblem> = .success(nil)
    withoutFonts {
      do throws(IconProblem) { result = .success(try decode()) } catch { result = .failure(error) }
    }
    return try result.get()
  }

  private func path(of source: IconSource, _ room: PixelSize, _ scale: Double) throws(IconProblem) -> String {
    switch source {
    case .path(let address) where Downloader.isAddress(address):
      guard let path = fetched(address) else { throw .awaited(address: address) }
      return path
    case .path(let path), .file(let path, _):
      return path
    case .named(let name):
      guard let path = find(name, min(room.width, room.height), scale) else { throw .notInTheme(name: name) }
      return path
    case .back, .folder, .nothing:
      // They are drawn: no file has them.
      throw .notInTheme(name: "")
    }
  }
}
