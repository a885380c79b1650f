/// An icon theme's `index.theme` (Icon Theme Specification 0.13).
public struct IconTheme: Hashable, Sendable {
  /// The most bytes of an `index.theme` that are read; the largest in use have some 100 kB.
  static let sizeLimit = 2 << 20
  /// The most directories of a theme that are looked at; the largest themes have under a thousand.
  static let directoryLimit = 4096

  /// The themes to look in when this one has no such icon.
  public var inherits: [String]
  /// Its directories, in the order in which they are searched.
  public var directories: [IconDirectory]

  /// Reads the bytes of an `index.theme`.
  ///
  /// A directory that is listed but not described, or described badly, is left out.
  public init(_ bytes: [UInt8]) throws(KeyFileError) {
    let file = try KeyFile(bytes)
    guard let theme = file["Icon Theme"] else { throw KeyFileError(line: 1, reason: .malformedHeader) }
    inherits = theme["Inherits"]?.list(separator: ",").map(Self.trimmed) ?? []
    let listed = ["Directories", "ScaledDirectories"].flatMap { theme[$0]?.list(separator: ",") ?? [] }
    var groups: [String: KeyFile.Group] = [:]
    for group in file.groups { groups[group.name] = group }
    var seen: Set<String> = []
    directories = listed.map(Self.trimmed).filter { seen.insert($0).inserted }
      .prefix(Self.directoryLimit)
      .compactMap { name in groups[name].flatMap { IconDirectory(name: name, $0) } }
  }

  private static func trimmed(_ text: String) -> String {
    String(text.split(separator: " ").joined(separator: " "))
  }
}
