import Scene

/// Finds and decodes icons. Every file is taken for hostile.
struct IconLoader {
  /// Where an icon of the theme lies: its name, then the pixels it should have across and the scale; nil when
  /// no theme has it.
  typealias Finder = (_ name: String, _ extent: Int, _ scale: Double) -> String?

  let find: Finder

  /// The pixels of `source` within `room`. Pictures smaller than that keep their size.
  ///
  /// - Parameter covers: whether they are to cover the room, and may reach beyond it.
  func load(
    _ source: IconSource, within room: PixelSize, scale: Double, covers: Bool = false
  ) throws(IconProblem) -> Bitmap {
    let path = try path(of: source, room, scale)
    return try PictureDecoder.decode(try PictureFile(path), within: room, covers: covers)
  }

  private func path(of source: IconSource, _ room: PixelSize, _ scale: Double) throws(IconProblem) -> String {
    switch source {
    case .path(let path):
      return path
    case .named(let name):
      guard let path = find(name, min(room.width, room.height), scale) else { throw .notInTheme(name: name) }
      return path
    case .back, .folder:
      // They are drawn: no file has them.
      throw .notInTheme(name: "")
    }
  }
}
