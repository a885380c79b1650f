import Scene

/// Why an icon could not be drawn. Its face then shows initials.
public enum IconProblem: Error, Hashable, Sendable {
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
  /// The system has no decoder for it.
  case noDecoder(path: String, format: String)
  /// The decoder gave up; its words.
  case damaged(path: String, reason: String)
  /// Its decoder did not decode it.
  case notDecoded(path: String, DecoderFailure)
  /// It has not been fetched yet.
  case awaited(address: String)
  /// No icon theme has it.
  case notInTheme(name: String)

  /// One line for the journal.
  public var message: String {
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
private func quoted(_ text: String) -> String { "\"\(text.displayableLabel)\"" }
