/// A snapshot of the files of a configuration, in a format that fits into one file.
///
/// The first line is the format's name. Each file follows: a line with its size in bytes, a blank and its
/// path, then its bytes and a line feed.
package struct ConfigurationArchive: Hashable, Sendable {
  /// The configuration file, followed by its drop-ins.
  package var texts: [ConfigurationText]

  private static let signature = Array("rotunda configuration 1".utf8)
  private static let (lineFeed, blank) = (UInt8(ascii: "\n"), UInt8(ascii: " "))

  /// The largest size of an archive in bytes: enough for a large file with many drop-ins.
  package static let sizeLimit = 4 * ConfigurationLoader.sizeLimit

  /// Creates an archive of files.
  package init(_ texts: [ConfigurationText]) {
    self.texts = texts
  }

  /// Parses an archive. Returns nil if the bytes are not a complete archive.
  package init?(bytes: [UInt8]) {
    var rest = bytes[...]
    guard let first = Self.takeLine(&rest), Array(first) == Self.signature else { return nil }
    texts = []
    while !rest.isEmpty {
      guard let text = Self.takeText(&rest) else { return nil }
      texts.append(text)
    }
  }

  /// The archive's bytes, as a file stores them.
  package var bytes: [UInt8] {
    var bytes = Self.signature + [Self.lineFeed]
    for text in texts {
      bytes += Array("\(text.bytes.count) \(text.path)".utf8) + [Self.lineFeed]
      bytes += text.bytes
      bytes.append(Self.lineFeed)
    }
    return bytes
  }

  /// Whether the archive can be written. It cannot if it is empty or too large, or if a path contains a line
  /// feed.
  package var isWritable: Bool {
    !texts.isEmpty && bytes.count <= Self.sizeLimit
      && !texts.contains { $0.path.utf8.contains(Self.lineFeed) }
  }

  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: lineFeed) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  private static func takeText(_ rest: inout ArraySlice<UInt8>) -> ConfigurationText? {
    guard let line = takeLine(&rest), let gap = line.firstIndex(of: blank),
      let count = Int(String(decoding: line[..<gap], as: UTF8.self)), count >= 0, count < rest.count,
      let path = String(validating: line[(gap + 1)...], as: UTF8.self), path.hasPrefix("/"),
      !path.utf8.contains(0)
    else { return nil }
    let bytes = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    return rest.popFirst() == lineFeed ? ConfigurationText(path: path, bytes: bytes) : nil
  }
}
