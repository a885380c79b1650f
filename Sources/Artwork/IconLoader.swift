import Freedesktop
import Scene
import Threads

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
  /// What is called, on another thread, when the file that is being opened has not answered in time, and
  /// does.
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

/// The icon theme as the loader asks for it: in pixels, and remembering what was looked up.
final class ThemeIcons: Sendable {
  /// A theme that another thread handed in; the next look-up takes it over. Only ever held for an instant,
  /// while `lookup` may be reading a slow disk.
  private let replacement = Monitor<IconLookup?>(nil)
  /// Held by the one thread that looks icons up.
  private let lookup: Monitor<IconLookup>

  init(_ lookup: IconLookup) { self.lookup = Monitor(lookup) }

  /// Looks in `icons` from now on.
  func replace(with icons: IconLookup) { replacement.withLock { $0 = icons } }

  /// The file of the icon `name` that suits `extent` pixels across best.
  ///
  /// Themes have whole scales, and a size is in points: at one and a half, an icon for two is the better one.
  func path(_ name: String, extent: Int, scale: Double) -> String? {
    let wholeScale = max(1, Int(scale.rounded(.up)))
    let size = max(1, Int((Double(extent) / Double(wholeScale)).rounded()))
    let replacement = replacement.withLock { waiting -> IconLookup? in
      defer { waiting = nil }
      return waiting
    }
    return lookup.withLock { lookup in
      if let replacement { lookup = replacement }
      return lookup.path(for: name, size: size, scale: wholeScale)
    }
  }
}

/// Why an icon could not be drawn. Its face then shows initials.
package enum IconProblem: Error, Hashable, Sendable {
  /// The path does not begin with a slash, or holds a NUL.
  case notAbsolute(path: String)
  /// The system does not let us read it; `errno`'s text.
  case unreadable(path: String, reason: String)
  /// Its file system does not answer; its path, or its name in the theme.
  case silent(String)
  /// It is a directory, a device, a pipe or a socket.
  case notAFile(path: String)
  /// The file is longer than its format may be, in bytes.
  case tooLong(path: String, limit: Int)
  /// The picture has more pixels than are decoded, or none.
  case unusableExtent(path: String, extent: PixelSize, pixelLimit: Int)
  /// Its contents are no PNG, JPEG, WebP or SVG, whatever its name says.
  case unknownFormat(path: String)
  case noDecoder(path: String, format: String)
  /// The decoder gave up; its words.
  case damaged(path: String, reason: String)
  case notDecoded(path: String, DecoderFailure)
  /// It has not been fetched yet.
  case awaited(address: String)
  /// No icon theme has it.
  case notInTheme(name: String)

  /// One line for the journal.
  package var message: String {
    switch self {
    case .notAbsolute(let path):
      "icon \(quoted(path)) is not an absolute path"
    case .unreadable(let path, let reason):
      "icon \(quoted(path)) cannot be read: \(reason)"
    case .silent(let name):
      "icon \(quoted(name)) is on a file system that does not answer; it is shown when that does"
    case .notAFile(let path):
      "icon \(quoted(path)) is not a regular file"
    case .tooLong(let path, let limit):
      "icon \(quoted(path)) is longer than \(limit >> 20) MiB"
    case .unusableExtent(let path, let extent, let limit):
      "icon \(quoted(path)) has \(extent.width) × \(extent.height) pixels; from 1 to \(limit) in all can be shown"
    case .unknownFormat(let path):
      "icon \(quoted(path)) is not a PNG, JPEG, WebP or SVG picture"
    case .noDecoder(let path, let format):
      "icon \(quoted(path)) needs gdk-pixbuf's \(format) loader, which is not installed"
    case .damaged(let path, let reason):
      "icon \(quoted(path)) is damaged: \(reason.displayableLabel)"
    case .notDecoded(let path, let failure):
      "icon \(quoted(path)) cannot be decoded: \(failure.message)"
    case .awaited(let address):
      "icon \(quoted(address)) has not been fetched yet"
    case .notInTheme(let name):
      "no icon theme has an icon named \(quoted(name))"
    }
  }
}

/// In quotes, without anything that would break a line of the journal.
func quoted(_ text: String) -> String { "\"\(text.displayableLabel)\"" }
