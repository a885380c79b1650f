import Scene

/// Finds and decodes icons. Every file is taken for hostile.
struct IconLoader {
  /// Where an icon of the theme lies: its name, then the pixels it should have across and the scale; nil when
  /// no theme has it.
  typealias Finder = @Sendable (_ name: String, _ extent: Int, _ scale: Double) -> String?

  let find: Finder
  /// The file of what an address has, as far as it has been fetched.
  var fetched: (_ address: String) -> String? = { _ in nil }
  /// Makes pixels of files; nil has none of them.
  let decoder: (any PictureDecoding)?
  var opener = FileOpener()
  /// What is called, on another thread, when the file that is being opened has not answered in time, and does.
  var lateAnswer: () -> @Sendable () -> Void = { {} }
  /// Around the search and the decoding, while other threads may use fonts.
  var withoutFonts: (() -> Void) -> Void = { $0() }

  /// The pixels of `source` within `room`. Pictures smaller than that keep their size.
  ///
  /// - Parameter covers: whether they are to cover the room, and may reach beyond it.
  func load(
    _ source: IconSource, within room: PixelSize, scale: Double, covers: Bool = false
  ) throws(IconProblem) -> Bitmap {
    guard let decoder else { throw .notDecoded(path: "", .stopped) }
    var result: Result<Bitmap, IconProblem>?
    withoutFonts {
      do throws(IconProblem) {
        let place = try place(of: source, room, scale)
        let opened = try opener.open(place.name, place.open, onLateAnswer: lateAnswer())
        let isForeign = source.address != nil
        result = .success(
          try decoder.decode(opened.file, within: room, covers: covers, isForeign: isForeign))
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw .notInTheme(name: "") }
    return try result.get()
  }

  /// Where a file is, and how to get at it.
  private struct Place {
    let name: String
    /// May take as long as a disk or a network likes.
    let open: @Sendable () -> Result<FileOpener.Opened, IconProblem>

    init(_ name: String, _ path: @escaping @Sendable () -> String?) {
      self.name = name
      open = {
        guard let path = path() else { return .failure(.notInTheme(name: name)) }
        do throws(IconProblem) { return .success(try FileOpener.Opened(path)) } catch {
          return .failure(error)
        }
      }
    }
  }

  private func place(of source: IconSource, _ room: PixelSize, _ scale: Double) throws(IconProblem) -> Place {
    switch source {
    case .path(let path), .file(let path, _):
      guard let address = source.address else { return Place(path) { path } }
      guard let file = fetched(address) else { throw .awaited(address: address) }
      return Place(file) { file }
    case .named(let name):
      let (find, extent) = (find, min(room.width, room.height))
      return Place(name) { find(name, extent, scale) }
    // None of these lies anywhere.
    case .back, .nothing, .folder: throw .notInTheme(name: "")
    }
  }
}

extension IconSource {
  /// The address that it is fetched from; nil for what is on the machine.
  fileprivate var address: String? {
    guard case .path(let path) = self, Downloader.isAddress(path) else { return nil }
    return path
  }
}
