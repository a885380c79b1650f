import Freedesktop
import Scene
import Threads

/// Finds and decodes icons. It treats every file as hostile.
struct IconLoader {
  /// Returns the path of an icon in the theme, for a size in pixels and a scale; nil if no theme has it.
  typealias Finder = @Sendable (_ name: String, _ extent: Int, _ scale: Double) -> String?

  let find: Finder
  /// Returns the file of a picture at an address, if it has been fetched.
  var fetched: (_ address: String) -> String? = { _ in nil }
  /// The decoder of files; nil decodes none.
  let decoder: (any PictureDecoding)?
  var opener = FileOpener()
  /// Returns a function that is called, on another thread, if the current file does not answer in time but
  /// answers later.
  var lateAnswer: () -> @Sendable () -> Void = { {} }
  /// Wraps the search and the decoding, to let other threads use fonts meanwhile.
  var withoutFonts: (() -> Void) -> Void = { $0() }

  /// Returns the pixels of `source` within `room`. Smaller pictures keep their size.
  ///
  /// - Parameter covers: whether the pixels must cover the room, and may exceed it.
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

  /// The name of a file, and how to open it.
  private struct Place {
    let name: String
    /// Opens the file. This may take as long as a disk or a network needs.
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
    // These icons have no file.
    case .back, .nothing, .folder: throw .notInTheme(name: "")
    }
  }
}

extension IconSource {
  /// The address of the picture; nil for a picture on the machine.
  fileprivate var address: String? {
    guard case .path(let path) = self, Downloader.isAddress(path) else { return nil }
    return path
  }
}

/// The icon theme with sizes in pixels, and a cache of look-ups.
final class ThemeIcons: Sendable {
  /// A theme from another thread. The next look-up adopts it. This lock is held only briefly, while `lookup`
  /// may be reading a slow disk.
  private let replacement = Monitor<IconLookup?>(nil)
  /// Held by the thread that looks up an icon.
  private let lookup: Monitor<IconLookup>

  init(_ lookup: IconLookup) { self.lookup = Monitor(lookup) }

  /// Uses `icons` from the next look-up on.
  func replace(with icons: IconLookup) { replacement.withLock { $0 = icons } }

  /// Returns the file of the icon `name` that suits a size of `extent` pixels best.
  ///
  /// Themes have integer scales and sizes in points. At a scale of one and a half, an icon for scale two is
  /// better.
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

/// The reason why an icon cannot be drawn. Its face then shows initials.
package enum IconProblem: Error, Hashable, Sendable {
  /// The path does not begin with a slash, or contains a NUL.
  case notAbsolute(path: String)
  /// The system denies access; the text of `errno`.
  case unreadable(path: String, reason: String)
  /// The file system does not answer; the icon's path or its name in the theme.
  case silent(String)
  /// The path leads to a directory, a device, a pipe or a socket.
  case notAFile(path: String)
  /// The file exceeds the limit of its format, in bytes.
  case tooLong(path: String, limit: Int)
  /// The picture has no pixels, or more than the limit.
  case unusableExtent(path: String, extent: PixelSize, pixelLimit: Int)
  /// The content is not PNG, JPEG, WebP or SVG, whatever the file's name is.
  case unknownFormat(path: String)
  case noDecoder(path: String, format: String)
  /// Decoding failed; the decoder's message.
  case damaged(path: String, reason: String)
  case notDecoded(path: String, DecoderFailure)
  /// The picture has not been fetched yet.
  case awaited(address: String)
  /// No icon theme contains the icon.
  case notInTheme(name: String)

  /// One line for the journal.
  package var message: String {
    switch self {
    case .notAbsolute(let path):
      "icon \(quoted(path)) is not an absolute path"
    case .unreadable(let path, let reason):
      "icon \(quoted(path)) cannot be read: \(reason)"
    case .silent(let name):
      "icon \(quoted(name)) is on a file system that does not answer; it appears when the file system answers"
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

/// Returns a text in quotes, without characters that break a line of the journal.
func quoted(_ text: String) -> String { "\"\(text.displayableLabel)\"" }
