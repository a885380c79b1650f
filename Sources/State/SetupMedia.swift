import FileSystem
import Glibc
import Logging
import Shell

private nonisolated let log = Log("setup")

/// Pictures and texts on sticks and in directories for pictures, and copies of those that were chosen.
///
/// Names, links and sizes on a stick are hostile: links are not followed, and there is a limit to everything.
/// Pictures are decoded elsewhere, by a process that can do nothing else.
package nonisolated struct SetupMedia: Sendable {
  /// The most files that are offered, directories within one another, and names that are looked at.
  private static let (mostFiles, deepest, mostNames) = (300, 5, 20_000)
  /// The most bytes of a picture and of a text.
  private static let (mostPicture, mostText) = (64 << 20, 512 << 10)
  private static let pictures: Set<String> = ["png", "jpg", "jpeg", "webp", "svg"]
  private static let texts: Set<String> = ["md", "markdown", "txt"]
  /// Where desktops mount sticks: directly, or in a directory for each user.
  private static let mounts = ["/media", "/run/media"]

  private let roots: [String]
  /// Where copies are kept; nil where there is no place for them.
  private let keep: String?

  package init(_ environment: ProcessEnvironment) {
    let variables = environment.variables
    var own: [String] = ["/etc/rotunda/pictures"]
    // A service looks at no home directory: programs of visitors may write there.
    if variables["CONFIGURATION_DIRECTORY"] == nil, let home = variables["HOME"], home.hasPrefix("/") {
      let pictures = variables["XDG_PICTURES_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      own.append(pictures ?? "\(home)/Pictures")
    }
    self.init(roots: Self.mounts + own, keep: environment.stateDirectory.map { "\($0)/media" })
  }

  package init(roots: [String], keep: String?) { (self.roots, self.keep) = (roots, keep) }

  // MARK: Search

  /// All pictures and texts for a choice, in the order of names.
  package func find() -> [SetupMedium] {
    var (found, left) = ([SetupMedium](), Self.mostNames)
    for root in roots { search(root, depth: 0, &left, into: &found) }
    return found.sorted { ($0.name.lowercased(), $0.path) < ($1.name.lowercased(), $1.path) }
  }

  private func search(_ directory: String, depth: Int, _ left: inout Int, into found: inout [SetupMedium]) {
    guard depth < Self.deepest, Self.kind(of: directory) == S_IFDIR else { return }
    for name in SystemFiles().names(in: directory).sorted() where !name.hasPrefix(".") {
      left -= 1
      guard left > 0, found.count < Self.mostFiles else { return }
      let path = "\(directory)/\(name)"
      switch Self.kind(of: path) {
      case S_IFDIR: search(path, depth: depth + 1, &left, into: &found)
      case S_IFREG: if let medium = Self.medium(path, name) { found.append(medium) }
      default: break
      }
    }
  }

  /// The pictures in directories, directory by directory, in the order of their names. What cannot be read
  /// has none.
  package static func picturePaths(in directories: [String]) -> [String] {
    let paths: [String] = directories.flatMap { directory in
      SystemFiles().names(in: directory).sorted().filter { name in
        !name.hasPrefix(".") && Self.ending(of: name).map { pictures.contains($0.ending) } == true
      }.map { "\(directory)/\($0)" }
    }
    return Array(paths.prefix(mostFiles))
  }

  /// What a name ends with, in small letters, and where the dot before it is.
  private static func ending(of name: String) -> (ending: String, dot: String.Index)? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return (name[name.index(after: dot)...].lowercased(), dot)
  }

  private static func medium(_ path: String, _ name: String) -> SetupMedium? {
    guard let (ending, dot) = Self.ending(of: name) else { return nil }
    let isPicture = pictures.contains(ending)
    guard isPicture || texts.contains(ending) else { return nil }
    // No one reads more of a name, and nothing in it may change the line that it stands in.
    let shown = String(
      name[..<dot].filter { !$0.isNewline && $0.unicodeScalars.allSatisfy(isShown) }.prefix(80))
    return SetupMedium(
      path: path, name: shown.isEmpty ? ending : shown, isPicture: isPicture,
      revision: SystemFiles().revision(of: path))
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }

  /// The type of the file at a path, without following links; 0 for none.
  private static func kind(of path: String) -> mode_t {
    var status = stat()
    return !path.utf8.contains(0) && lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  // MARK: Copies

  /// Copies a file to where the launcher keeps its own; the path of the copy, or nil where the file cannot be
  /// used.
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

  /// The bytes of a regular file that is no link.
  private func read(_ medium: SetupMedium) -> [UInt8]? {
    guard Self.kind(of: medium.path) == S_IFREG else { return nil }
    let limit = medium.isPicture ? Self.mostPicture : Self.mostText
    guard let bytes = SystemFiles().contents(of: medium.path, limit: limit), !bytes.isEmpty else {
      return nil
    }
    return bytes
  }

  /// Letters and digits of a name, in ASCII: it becomes part of a path in a configuration.
  private static func fileName(_ name: String) -> String {
    let letters = name.lowercased().unicodeScalars.map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        ? Character(scalar) : "-"
    }
    let word = String(letters).split(separator: "-").joined(separator: "-").prefix(40)
    return word.isEmpty ? "file" : String(word)
  }

  /// A number that differs for files that differ: FNV-1a, the same in every run.
  private static func number(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    return String(hash, radix: 36)
  }
}
