import Glibc

/// A directory or a link on the way to a file. A user who can change it controls which file the path leads
/// to.
package struct PathStep: Hashable, Sendable {
  /// Its own path, without links.
  package var path: String
  package var isLink: Bool
  /// The owner and the permissions.
  package var ownership: FileOwnership

  package init(path: String, isLink: Bool, ownership: FileOwnership) {
    (self.path, self.isLink, self.ownership) = (path, isLink, ownership)
  }
}

extension SystemFiles {
  /// The largest number of links that Linux follows (MAXSYMLINKS).
  private static let mostLinks = 40

  /// Returns the directories and links on the absolute `path`, from the root directory to the file's
  /// directory. Ends at the first missing component.
  package func steps(to path: String) -> [PathStep] {
    ask(path) { Self.steps(to: path) } ?? []
  }

  /// Returns what a symbolic link contains; nil if the path is no link.
  package func linkTarget(of path: String) -> String? {
    ask(path) { path.utf8.contains(0) ? nil : Self.target(of: path) } ?? nil
  }

  private static func steps(to path: String) -> [PathStep] {
    var rest = path.split(separator: "/").map(String.init)[...]
    var (directory, links, steps) = ("", 0, [PathStep]())
    Self.note("/", in: &steps)
    while let name = rest.popFirst() {
      if name == "." { continue }
      if name == ".." {
        directory = directory.lastIndex(of: "/").map { String(directory[..<$0]) } ?? ""
        continue
      }
      let next = "\(directory)/\(name)"
      switch Self.note(next, in: &steps) {
      case S_IFDIR: directory = next
      case S_IFLNK:
        links += 1
        guard links <= Self.mostLinks, let target = Self.target(of: next) else { return steps }
        if target.hasPrefix("/") { directory = "" }
        rest = (target.split(separator: "/").map(String.init) + rest)[...]
      default: return steps
      }
    }
    return steps
  }

  /// Records a directory or a link once. Returns the type of the file, or 0 if it does not exist.
  @discardableResult
  private static func note(_ path: String, in steps: inout [PathStep]) -> mode_t {
    var status = stat()
    guard !path.utf8.contains(0), lstat(path, &status) == 0 else { return 0 }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFDIR || kind == S_IFLNK else { return kind }
    let step = PathStep(
      path: path, isLink: kind == S_IFLNK,
      ownership: FileOwnership(owner: status.st_uid, permissions: status.st_mode & 0o7777))
    if !steps.contains(step) { steps.append(step) }
    return kind
  }

  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The owner and permissions of a file.
package struct FileOwnership: Hashable, Sendable {
  /// The user ID of the owner.
  package var owner: UInt32
  /// The permission bits, as in chmod(2).
  package var permissions: UInt32

  package static let root: UInt32 = 0
  private static let groupWrites: UInt32 = 0o020
  private static let othersWrite: UInt32 = 0o002
  private static let othersRead: UInt32 = 0o004
  private static let sticky: UInt32 = 0o1000

  package init(owner: UInt32, permissions: UInt32) {
    self.owner = owner
    self.permissions = permissions
  }

  /// Whether everyone on the machine can change the file.
  package var isWritableByEveryone: Bool { permissions & Self.othersWrite != 0 }
  /// Whether everyone on the machine can read the file.
  package var isReadableByEveryone: Bool { permissions & Self.othersRead != 0 }
  /// Whether only the owners of the files in this directory can replace them.
  package var isSticky: Bool { permissions & Self.sticky != 0 }
  /// Whether its group can change the file.
  package var isWritableByGroup: Bool { permissions & Self.groupWrites != 0 }
}
