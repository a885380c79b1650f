import Bundles
import ConfigurationFile
import FileSystem
import Glibc
import Hashing
import Logging
import Shell

private nonisolated let log = Log("setup")

/// Finds pictures and texts on USB sticks and in picture directories, and copies the chosen ones. It also
/// finds signed bundles on USB sticks.
///
/// Names, links and sizes on a stick may be hostile: links are not followed, and all counts and sizes have
/// limits. A process in a sandbox decodes the pictures.
package nonisolated struct SetupMedia: Sendable {
  /// The most files to offer, the deepest level of directories, and the most names to visit.
  private static let (mostFiles, deepest, mostNames) = (300, 5, 20_000)
  /// The deepest level of directories with bundles: one below the top of a stick, which is mounted below the
  /// directory of a user.
  private static let deepestBundle = 4
  /// The maximum size in bytes of a picture and of a text.
  private static let (mostPicture, mostText) = (64 << 20, 512 << 10)
  private static let pictures: Set<String> = ["png", "jpg", "jpeg", "webp", "svg"]
  private static let texts: Set<String> = ["md", "markdown", "txt"]
  /// The directories in which desktops mount sticks: directly, or below one for each user.
  private static let mounts = ["/media", "/run/media"]

  private let roots: [String]
  /// The directories of USB sticks.
  private let sticks: [String]
  /// The directory for copies; nil if none is available.
  private let keep: String?
  /// The directory with the keys that may sign bundles.
  private let keys: String

  package init(_ environment: ProcessEnvironment) {
    let variables = environment.variables
    var own: [String] = ["/etc/rotunda/pictures"]
    // A service does not search home directories: visitors' programs may write there.
    if variables["CONFIGURATION_DIRECTORY"] == nil, let home = variables["HOME"], home.hasPrefix("/") {
      let pictures = variables["XDG_PICTURES_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      own.append(pictures ?? "\(home)/Pictures")
    }
    self.init(
      roots: Self.mounts + own, sticks: Self.mounts, keep: environment.stateDirectory.map { "\($0)/media" },
      keys: BundleLayer.keyDirectory(in: variables))
  }

  package init(roots: [String], sticks: [String] = [], keep: String?, keys: String = "") {
    (self.roots, self.sticks, self.keep, self.keys) = (roots, sticks, keep, keys)
  }

  // MARK: Search

  /// Returns all pictures and texts, sorted by name.
  package func find() -> [SetupMedium] {
    let found = search(roots, deepest: Self.deepest, Self.medium)
    return found.sorted { ($0.name.lowercased(), $0.path) < ($1.name.lowercased(), $1.path) }
  }

  /// Returns the bundle on a USB stick, of several the last one in alphabetical order; nil without one. A
  /// kiosk without keys takes no bundle.
  package func bundle() -> StickBundle? {
    guard SystemFiles().names(in: keys).contains(where: { $0.hasSuffix(BundleLayer.keyEnding) }) else {
      return nil
    }
    let found = search(sticks, deepest: Self.deepestBundle) { path, name in
      name.hasSuffix(SignedBundle.ending) ? StickBundle(path: path, name: Self.shown(name[...])) : nil
    }
    return found.max { ($0.name, $0.path) < ($1.name, $1.path) }
  }

  /// Returns the results for all regular files below directories. It follows no links.
  private func search<Found>(
    _ directories: [String], deepest: Int, _ match: (_ path: String, _ name: String) -> Found?
  ) -> [Found] {
    var (found, left) = ([Found](), Self.mostNames)
    for directory in directories { search(directory, levels: deepest, &left, into: &found, match) }
    return found
  }

  private func search<Found>(
    _ directory: String, levels: Int, _ left: inout Int, into found: inout [Found],
    _ match: (_ path: String, _ name: String) -> Found?
  ) {
    guard levels > 0, Self.kind(of: directory) == S_IFDIR else { return }
    for name in SystemFiles().names(in: directory).sorted() where !name.hasPrefix(".") {
      left -= 1
      guard left > 0, found.count < Self.mostFiles else { return }
      let path = "\(directory)/\(name)"
      switch Self.kind(of: path) {
      case S_IFDIR: search(path, levels: levels - 1, &left, into: &found, match)
      case S_IFREG: if let one = match(path, name) { found.append(one) }
      default: break
      }
    }
  }

  /// Returns the pictures in directories, directory by directory and sorted by name. Skips unreadable
  /// directories.
  package static func picturePaths(in directories: [String]) -> [String] {
    let paths: [String] = directories.flatMap { directory in
      SystemFiles().names(in: directory).sorted().filter { name in
        !name.hasPrefix(".") && Self.ending(of: name).map { pictures.contains($0.ending) } == true
      }.map { "\(directory)/\($0)" }
    }
    return Array(paths.prefix(mostFiles))
  }

  /// Returns a name's extension in lowercase, and the position of its dot.
  private static func ending(of name: String) -> (ending: String, dot: String.Index)? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return (name[name.index(after: dot)...].lowercased(), dot)
  }

  private static func medium(_ path: String, _ name: String) -> SetupMedium? {
    guard let (ending, dot) = Self.ending(of: name) else { return nil }
    let isPicture = pictures.contains(ending)
    guard isPicture || texts.contains(ending) else { return nil }
    let shown = shown(name[..<dot])
    return SetupMedium(
      path: path, name: shown.isEmpty ? ending : shown, isPicture: isPicture,
      revision: SystemFiles().revision(of: path))
  }

  /// Shortens a long name. Removes characters that could change the layout of the line.
  private static func shown(_ name: Substring) -> String {
    String(name.filter { !$0.isNewline && $0.unicodeScalars.allSatisfy(isShown) }.prefix(80))
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }

  /// Returns the type of the file at a path, without following links; 0 if it does not exist.
  private static func kind(of path: String) -> mode_t {
    var status = stat()
    return !path.utf8.contains(0) && lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  // MARK: Copies

  /// Copies a file to the launcher's own directory. Returns the path of the copy, or nil if the file is
  /// unusable.
  package func keep(_ medium: SetupMedium) -> String? {
    guard let keep, let bytes = read(medium), medium.isPicture || !bytes.contains(0) else { return nil }
    let ending = medium.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let copy = "\(keep)/\(Self.fileName(medium.name))-\(Self.number(of: bytes)).\(ending)"
    if let fault = AtomicFile(copy).replace(with: bytes) {
      log.error("\(copy): \(fault)")
      return nil
    }
    return copy
  }

  /// Returns the bytes of a regular file, but not of a link.
  private func read(_ medium: SetupMedium) -> [UInt8]? {
    guard Self.kind(of: medium.path) == S_IFREG else { return nil }
    let limit = medium.isPicture ? Self.mostPicture : Self.mostText
    guard let bytes = SystemFiles().contents(of: medium.path, limit: limit), !bytes.isEmpty else {
      return nil
    }
    return bytes
  }

  /// Returns a name's ASCII letters and digits, for a path in a configuration.
  private static func fileName(_ name: String) -> String {
    let letters = name.lowercased().unicodeScalars.map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        ? Character(scalar) : "-"
    }
    let word = String(letters).split(separator: "-").joined(separator: "-").prefix(40)
    return word.isEmpty ? "file" : String(word)
  }

  /// Returns a number that identifies the contents.
  private static func number(of bytes: [UInt8]) -> String { String(FNV1a(bytes).value, radix: 36) }
}
