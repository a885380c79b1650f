/// Finds icons by name, as the Icon Theme Specification 0.13 describes under "Icon Lookup".
///
/// Themes and directory listings are remembered, so a look-up after the first costs no file access except where icons
/// are missing; make a new value to see what was installed since.
public struct IconLookup: Sendable {
  /// The theme that every other falls back on.
  public static let fallbackTheme = "hicolor"
  /// The kinds of files that icons may be, in the order of preference that the specification gives.
  public static let extensions = ["png", "svg", "xpm"]
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
  public init(files: any FileAccess, directories: DataDirectories, themes: [String] = []) {
    self.files = files
    self.themes = themes
    var bases = directories.home.map { ["\($0)/.icons"] } ?? []
    bases += directories.paths.map { "\($0)/icons" }
    if !bases.contains(Self.pixmaps) { bases.append(Self.pixmaps) }
    self.bases = bases
  }

  /// The best file for an icon of `size` points on a screen with `scale` pixels to a point.
  ///
  /// `name` may be an absolute path, which is returned when there is a file. An extension of a picture at the end of a
  /// name, which old entries have, is ignored. Nil when nothing suits.
  public mutating func path(for name: String, size: Int, scale: Int = 1) -> String? {
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

  /// An exact match if there is one, else the nearest size. Of equally near ones a drawing wins, for it can be enlarged.
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
