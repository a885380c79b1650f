/// The files of a configuration as they were at one moment, in a form that one file holds.
///
/// A line with the format's name; then for each file a line with the number of its bytes, a blank and its
/// path, and those bytes with a line feed behind them.
package struct ConfigurationArchive: Hashable, Sendable {
  /// The configuration file, followed by its drop-ins.
  package var texts: [ConfigurationText]

  private static let signature = Array("rotunda configuration 1".utf8)
  private static let (lineFeed, blank) = (UInt8(ascii: "\n"), UInt8(ascii: " "))

  /// The most bytes that an archive may have: as much as a large file with many drop-ins.
  package static let sizeLimit = 4 * ConfigurationLoader.sizeLimit

  /// An archive of these files.
  package init(_ texts: [ConfigurationText]) {
    self.texts = texts
  }

  /// The archive that `bytes` are; nil when they are none, or cut short.
  package init?(bytes: [UInt8]) {
    var rest = bytes[...]
    guard let first = Self.takeLine(&rest), Array(first) == Self.signature else { return nil }
    texts = []
    while !rest.isEmpty {
      guard let text = Self.takeText(&rest) else { return nil }
      texts.append(text)
    }
  }

  /// What a file with it holds.
  package var bytes: [UInt8] {
    var bytes = Self.signature + [Self.lineFeed]
    for text in texts {
      bytes += Array("\(text.bytes.count) \(text.path)".utf8) + [Self.lineFeed]
      bytes += text.bytes
      bytes.append(Self.lineFeed)
    }
    return bytes
  }

  /// Whether it can be written at all: a path with a line feed in it cannot.
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
