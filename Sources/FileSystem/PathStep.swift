import Glibc

/// A directory or a link that is passed on the way to a file: a user who may change it decides which file
/// that is.
package struct PathStep: Hashable, Sendable {
  /// Its own path, without links.
  package var path: String
  package var isLink: Bool
  /// Who may change it.
  package var ownership: FileOwnership

  /// A step from its parts.
  package init(path: String, isLink: Bool, ownership: FileOwnership) {
    (self.path, self.isLink, self.ownership) = (path, isLink, ownership)
  }
}

extension SystemFiles {
  /// As many links as Linux follows (MAXSYMLINKS).
  private static let mostLinks = 40

  /// The directories and links that are passed on the way to `path`, which is absolute: from the root
  /// directory to the one that the file lies in. Ends where there is nothing.
  package func steps(to path: String) -> [PathStep] {
    ask(path) { Self.steps(to: path) } ?? []
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

  /// Notes a directory or a link once; the kind of what there is, 0 for nothing.
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

/// Who may change a file.
package struct FileOwnership: Hashable, Sendable {
  /// The number of the user that it belongs to.
  package var owner: UInt32
  /// The bits of its permissions, as in chmod(2).
  package var permissions: UInt32

  package static let root: UInt32 = 0
  private static let groupWrites: UInt32 = 0o020
  private static let othersWrite: UInt32 = 0o002
  private static let othersRead: UInt32 = 0o004
  private static let sticky: UInt32 = 0o1000

  /// An ownership from its parts.
  package init(owner: UInt32, permissions: UInt32) {
    self.owner = owner
    self.permissions = permissions
  }

  /// Whether everyone on the machine may change it.
  package var isWritableByEveryone: Bool { permissions & Self.othersWrite != 0 }
  /// Whether everyone on the machine may read it.
  package var isReadableByEveryone: Bool { permissions & Self.othersRead != 0 }
  /// Whether what is in it, as a directory, can only be replaced by whom it belongs to.
  package var isSticky: Bool { permissions & Self.sticky != 0 }
  /// Whether its group may change it.
  package var isWritableByGroup: Bool { permissions & Self.groupWrites != 0 }
}
