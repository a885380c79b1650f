import Configuration

/// Keys that a file keeps from later ones: `locked` below `[kiosk]`.
extension ConfigurationDecoder {
  /// The name that stands for the tiles.
  static let tileLock = ConfigurationSection.tile.rawValue

  /// Names of keys and of sections that can be locked. Others are reported.
  mutating func keyNames(_ node: TOMLNode, _ key: ConfigurationKey) -> [String] {
    let names = words(node, key, ConfigurationKey.lockable)
    if case .array(let nodes) = node.value {
      for node in nodes {
        guard case .string(let name) = node.value, names.contains(name), locks[name] == nil else { continue }
        locks[name] = Lock(file: file, order: fileOrder[file] ?? 0, position: node.position)
      }
    }
    return names
  }

  /// The lock that keeps this file from setting a key; nil if there is none.
  func lock(of name: String, in section: ConfigurationSection) -> Lock? {
    guard !locks.isEmpty, let lock = locks[section.rawValue] ?? locks[name],
      let order = fileOrder[file], lock.order < order
    else { return nil }
    return lock
  }

  /// Whether an earlier file keeps this one from setting a key; that is reported.
  mutating func isLocked(_ name: String, _ section: ConfigurationSection, at position: TextPosition) -> Bool {
    guard let lock = lock(of: name, in: section) else { return false }
    warn("does not count: it is locked by \(lock.place)", at: position, key: name)
    return true
  }
}

/// Where a key or a section was locked.
struct Lock {
  var file: String
  /// How many files were read before that one.
  var order: Int
  var position: TextPosition

  var place: String { "\(file):\(position.line):\(position.column)" }
}

extension ConfigurationKey {
  /// Names that `locked` knows: sections that stand once, their keys, and the tiles.
  package static let lockable =
    ConfigurationSection.allCases.filter { !$0.isList }.flatMap { section in
      [section.rawValue] + section.keys.map(\.dottedName)
    } + [ConfigurationSection.tile.rawValue]
}
