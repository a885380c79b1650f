import Glibc

/// Which directories have to be watched, and for which names in them, to notice all that happens to some paths.
nonisolated struct WatchPlan: Hashable {
  /// Names that count in a directory.
  enum Names: Hashable {
    case only(Set<String>)
    case all
  }

  /// What is watched for: all that makes a path name other words, or nothing.
  static let kinds: FileChange.Kinds = [
    .written, .created, .movedIn, .deleted, .movedOut, .attributes, .selfDeleted, .selfMoved,
  ]

  /// What to watch.
  private(set) var directories: [String: Names] = [:]

  /// As many links as the kernel follows (path_resolution(7)).
  private static let mostLinks = 40

  init() {}

  init(files: [String], directories: [String]) {
    for file in files { follow(file, links: 0) }
    for directory in directories {
      follow(directory, links: 0)
      if Self.kind(directory, followsLinks: true) == S_IFDIR { self.directories[directory] = .all }
    }
  }

  /// Whether a change in a watched directory is one of those that count.
  static func concerns(_ change: FileChange, _ names: Names) -> Bool {
    guard let name = change.name else {
      // That of the directory itself: of its permissions only to who could not read it.
      return !change.kinds.isDisjoint(with: [.selfDeleted, .selfMoved, .overflow, .attributes])
    }
    switch names {
    case .all: return true
    case .only(let names): return names.contains(name)
    }
  }

  /// Watches the directory that has the file, or the nearest one above it that exists; and those that have links on
  /// the way there.
  private mutating func follow(_ path: String, links: Int) {
    guard path.hasPrefix("/"), links <= Self.mostLinks else { return }
    var directory = "/"
    var rest = path.split(separator: "/")[...]
    while let name = rest.popFirst() {
      let here = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
      if let target = Self.target(ofLink: here) {
        add(String(name), to: directory)
        let start = target.hasPrefix("/") ? target : "\(directory)/\(target)"
        return follow(([start] + rest.map(String.init)).joined(separator: "/"), links: links + 1)
      }
      guard !rest.isEmpty, Self.kind(here, followsLinks: false) == S_IFDIR else {
        return add(String(name), to: directory)
      }
      directory = here
    }
  }

  private mutating func add(_ name: String, to directory: String) {
    switch directories[directory] {
    case .all?: break
    case .only(let names)?: directories[directory] = .only(names.union([name]))
    case nil: directories[directory] = .only([name])
    }
  }

  private static func kind(_ path: String, followsLinks: Bool) -> mode_t? {
    var status = stat()
    let result = followsLinks ? stat(path, &status) : lstat(path, &status)
    return result == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
