/// Finds icons by name, as the Icon Theme Specification 0.13 describes under "Icon Lookup".
///
/// Themes and directory listings are remembered, so a look-up after the first costs no file access except
/// where icons are missing; make a new value to see what was installed since.
package struct IconLookup: Sendable {
  /// The theme that every other falls back on.
  package static let fallbackTheme = "hicolor"
  /// The kinds of files that icons may be, in the order of preference that the specification gives.
  package static let extensions = ["png", "svg", "xpm"]
  /// Where icons without a theme have always been.
  private static let pixmaps = "/usr/share/pixmaps"
  /// The most themes that one look-up visits.
  private static let themeLimit = 32
  /// The largest size and scale that are asked for, so that arithmetic cannot overflow.
  private static let largest = 16_384

  private let files: any FileAccess
  private let themes: [String]
  private let bases: [String]
  private var indexes: [String: IconTheme?] = [:]
  private var listings: [String: Set<String>] = [:]

  /// Icons of `themes`, the preferred first, and of what they inherit.
  package init(files: any FileAccess, directories: DataDirectories, themes: [String] = []) {
    self.files = files
    self.themes = themes
    var bases = directories.home.map { ["\($0)/.icons"] } ?? []
    bases += directories.paths.map { "\($0)/icons" }
    if !bases.contains(Self.pixmaps) { bases.append(Self.pixmaps) }
    self.bases = bases
  }

  /// The best file for an icon of `size` points on a screen with `scale` pixels to a point.
  ///
  /// `name` may be an absolute path, which is returned when there is a file. An extension of a picture at the
  /// end of a name, which old entries have, is ignored. Nil when nothing suits.
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

  /// Looks in a theme and in what it inherits. `visited` breaks circles.
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

  /// An exact match if there is one, else the nearest size. Of equally near ones a drawing wins, for it can
  /// be enlarged.
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

  /// The first `index.theme` of a theme among the base directories counts.
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

/// An icon theme's `index.theme` (Icon Theme Specification 0.13).
package struct IconTheme: Hashable, Sendable {
  /// The most bytes of an `index.theme` that are read; the largest in use have some 100 kB.
  static let sizeLimit = 2 << 20
  /// The most directories of a theme that are looked at; the largest themes have under a thousand.
  private static let directoryLimit = 4096

  /// The themes to look in when this one has no such icon.
  package var inherits: [String]
  /// Its directories, in the order in which they are searched.
  package var directories: [IconDirectory]

  /// Reads the bytes of an `index.theme`.
  ///
  /// A directory that is listed but not described, or described badly, is left out.
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

/// One directory of an icon theme, and which sizes its icons serve.
package struct IconDirectory: Hashable, Sendable {
  /// How the sizes of its icons are to be understood.
  package enum Scaling: Hashable, Sendable {
    /// They serve one size only.
    case fixed
    /// They may be scaled to any size between the two.
    case scalable(minimum: Int, maximum: Int)
    /// They serve sizes that differ by no more than this.
    case threshold(Int)
  }

  /// Its path within the theme.
  package var name: String
  /// The size its icons are drawn for, in points.
  package var size: Int
  /// The scale its icons are drawn for.
  package var scale: Int
  /// Which other sizes they serve.
  package var scaling: Scaling
  /// What kind of icons it holds: `Applications`, `Places`.
  package var context: String?

  /// Sizes and scales that make sense, so that arithmetic with them cannot overflow.
  private static let sensible = 1...65_536

  /// What a group of an `index.theme` says; nil when the size is missing or a number makes no sense.
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

  /// Whether its icons are meant for `size` points at `scale`.
  package func matches(size wanted: Int, scale wantedScale: Int) -> Bool {
    guard scale == wantedScale else { return false }
    switch scaling {
    case .fixed: return wanted == size
    case .scalable(let minimum, let maximum): return wanted >= minimum && wanted <= maximum
    case .threshold(let threshold): return abs(wanted - size) <= threshold
    }
  }

  /// How far its icons are from `size` points at `scale`, in pixels.
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

  /// Whether its icons are drawings that lose nothing when they are enlarged.
  var isScalable: Bool { if case .scalable = scaling { true } else { false } }
}
