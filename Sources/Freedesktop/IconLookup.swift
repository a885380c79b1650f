/// Finds icons by name, as the Icon Theme Specification 0.13 describes under "Icon Lookup".
///
/// Themes and directory listings are cached, so a second look-up needs no file access, except for missing
/// icons. Create a new value to see later installations.
package struct IconLookup: Sendable {
  /// The last fallback of every theme.
  package static let fallbackTheme = "hicolor"
  /// The file types of icons, in the specification's order of preference.
  package static let extensions = ["png", "svg", "xpm"]
  /// The traditional directory of icons without a theme.
  private static let pixmaps = "/usr/share/pixmaps"
  /// The largest number of themes that a look-up visits.
  private static let themeLimit = 32
  /// The largest size and scale, to prevent overflows in arithmetic.
  private static let largest = 16_384

  private let files: any FileAccess
  private let themes: [String]
  private let bases: [String]
  private var indexes: [String: IconTheme?] = [:]
  private var listings: [String: Set<String>] = [:]

  /// Looks up icons of `themes`, the preferred first, and of the themes that they inherit.
  package init(files: any FileAccess, directories: DataDirectories, themes: [String] = []) {
    self.files = files
    self.themes = themes
    var bases = directories.home.map { ["\($0)/.icons"] } ?? []
    bases += directories.paths.map { "\($0)/icons" }
    if !bases.contains(Self.pixmaps) { bases.append(Self.pixmaps) }
    self.bases = bases
  }

  /// Returns the best file for an icon of `size` points on a screen with `scale` pixels per point.
  ///
  /// `name` may be an absolute path, which is returned if the file exists. A file extension at the end of a
  /// name is ignored, because old entries have it. Returns nil if no icon fits.
  package mutating func path(for name: String, size: Int, scale: Int = 1) -> String? {
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    if name.hasPrefix("/") { return files.kind(of: name)?.isFile == true ? name : nil }
    guard !name.contains("/") else { return nil }
    let size = min(max(size, 1), Self.largest)
    let scale = min(max(scale, 1), Self.largest)
    if let path = themed(name, size: size, scale: scale) { return path }
    let stem = Self.withoutExtension(name)
    return stem == name ? nil : themed(stem, size: size, scale: scale)
  }

  private mutating func themed(_ name: String, size: Int, scale: Int) -> String? {
    var visited: Set<String> = []
    for theme in themes + [Self.fallbackTheme] {
      if let path = find(name, size: size, scale: scale, theme: theme, visited: &visited) { return path }
    }
    return bases.lazy.compactMap { [self] in file(name, names: Set(files.names(in: $0)), in: $0) }.first
  }

  /// Searches a theme and the themes that it inherits. `visited` breaks cycles.
  private mutating func find(
    _ name: String, size: Int, scale: Int, theme: String, visited: inout Set<String>
  ) -> String? {
    guard visited.count < Self.themeLimit, visited.insert(theme).inserted, let index = index(of: theme) else {
      return nil
    }
    if let path = lookup(name, size: size, scale: scale, theme: theme, index: index) { return path }
    for parent in index.inherits where parent != Self.fallbackTheme {
      if let path = find(name, size: size, scale: scale, theme: parent, visited: &visited) { return path }
    }
    return nil
  }

  /// Returns an exact match if possible, otherwise the nearest size. Of equally near ones a scalable icon
  /// wins, because it can be enlarged.
  private mutating func lookup(
    _ name: String, size: Int, scale: Int, theme: String, index: IconTheme
  ) -> String? {
    for directory in index.directories where directory.matches(size: size, scale: scale) {
      if let path = find(name, in: "\(theme)/\(directory.name)") { return path }
    }
    var nearest: (distance: Int, isScalable: Bool, path: String)?
    for directory in index.directories {
      let distance = directory.distance(size: size, scale: scale)
      if let nearest {
        guard distance < nearest.distance || (distance == nearest.distance && !nearest.isScalable) else {
          continue
        }
        if distance == nearest.distance, !directory.isScalable { continue }
      }
      guard let path = find(name, in: "\(theme)/\(directory.name)") else { continue }
      nearest = (distance, directory.isScalable, path)
    }
    return nearest?.path
  }

  private mutating func find(_ name: String, in subdirectory: String) -> String? {
    for base in bases {
      let directory = "\(base)/\(subdirectory)"
      let names = listings[directory] ?? Set(files.names(in: directory))
      listings[directory] = names
      if let path = file(name, names: names, in: directory) { return path }
    }
    return nil
  }

  private func file(_ name: String, names: Set<String>, in directory: String) -> String? {
    for suffix in Self.extensions where names.contains("\(name).\(suffix)") {
      let path = "\(directory)/\(name).\(suffix)"
      if files.kind(of: path)?.isFile == true { return path }
    }
    return nil
  }

  /// Reads the `index.theme` of a theme. The first one among the base directories wins.
  private mutating func index(of theme: String) -> IconTheme? {
    if let known = indexes[theme] { return known }
    guard !theme.isEmpty, !theme.hasPrefix("."), !theme.contains("/") else { return nil }
    let bytes = bases.lazy.compactMap { [files] in
      files.contents(of: "\($0)/\(theme)/index.theme", limit: IconTheme.sizeLimit)
    }.first
    let index = bytes.flatMap { try? IconTheme($0) }
    indexes[theme] = .some(index)
    return index
  }

  private static func withoutExtension(_ name: String) -> String {
    for suffix in extensions where name.hasSuffix(".\(suffix)") && name.count > suffix.count + 1 {
      return String(name.dropLast(suffix.count + 1))
    }
    return name
  }
}

/// The `index.theme` of an icon theme (Icon Theme Specification 0.13).
package struct IconTheme: Hashable, Sendable {
  /// The largest `index.theme` to read, in bytes. The largest in use have about 100 kB.
  static let sizeLimit = 2 << 20
  /// The largest number of directories in a theme. The largest themes have fewer than a thousand.
  private static let directoryLimit = 4096

  /// The themes to search if this one does not have an icon.
  package var inherits: [String]
  /// Its directories, in search order.
  package var directories: [IconDirectory]

  /// Parses an `index.theme`.
  ///
  /// Skips a directory that is listed but has no valid description.
  package init(_ bytes: [UInt8]) throws(KeyFileError) {
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

/// A directory of an icon theme, and the sizes of its icons.
package struct IconDirectory: Hashable, Sendable {
  /// The scalability of the icons.
  package enum Scaling: Hashable, Sendable {
    /// The icons suit only one size.
    case fixed
    /// The icons can be scaled to any size in the range.
    case scalable(minimum: Int, maximum: Int)
    /// The icons suit sizes with at most this difference.
    case threshold(Int)
  }

  /// The path within the theme.
  package var name: String
  /// The design size of its icons, in points.
  package var size: Int
  /// The design scale of its icons.
  package var scale: Int
  /// The other sizes that its icons suit.
  package var scaling: Scaling
  /// The category of its icons: `Applications`, `Places`.
  package var context: String?

  /// The range of sizes and scales, to prevent overflows in arithmetic.
  private static let sensible = 1...65_536

  /// Parses a group of an `index.theme`; nil if the size is missing or a number is out of range.
  init?(name: String, _ group: KeyFile.Group) {
    func number(_ key: String, default fallback: Int?) -> Int? {
      guard let entry = group[key] else { return fallback }
      guard let number = Int(entry.value), Self.sensible.contains(number) || number == 0 else { return nil }
      return number
    }
    guard !name.hasPrefix("/"), !name.split(separator: "/").contains(".."),
      let size = number("Size", default: nil), size > 0, let scale = number("Scale", default: 1), scale > 0
    else { return nil }
    self.name = name
    self.size = size
    self.scale = scale
    context = group["Context"]?.string
    switch group["Type"]?.value {
    case "Fixed": scaling = .fixed
    case "Scalable":
      guard let minimum = number("MinSize", default: size), let maximum = number("MaxSize", default: size)
      else {
        return nil
      }
      scaling = .scalable(minimum: minimum, maximum: maximum)
    default:
      guard let threshold = number("Threshold", default: 2) else { return nil }
      scaling = .threshold(threshold)
    }
  }

  /// Reports whether its icons are intended for `size` points at `scale`.
  package func matches(size wanted: Int, scale wantedScale: Int) -> Bool {
    guard scale == wantedScale else { return false }
    switch scaling {
    case .fixed: return wanted == size
    case .scalable(let minimum, let maximum): return wanted >= minimum && wanted <= maximum
    case .threshold(let threshold): return abs(wanted - size) <= threshold
    }
  }

  /// Returns the distance of its icons from `size` points at `scale`, in pixels.
  package func distance(size wanted: Int, scale wantedScale: Int) -> Int {
    let pixels = wanted * wantedScale
    let smallest: Int
    let largest: Int
    switch scaling {
    case .fixed: (smallest, largest) = (size, size)
    case .scalable(let minimum, let maximum): (smallest, largest) = (minimum, maximum)
    case .threshold(let threshold): (smallest, largest) = (size - threshold, size + threshold)
    }
    if pixels < smallest * scale { return smallest * scale - pixels }
    return max(0, pixels - largest * scale)
  }

  /// Whether its icons are vector drawings, which can be enlarged without loss.
  var isScalable: Bool { if case .scalable = scaling { true } else { false } }
}
