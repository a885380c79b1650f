import Configuration

/// Keys that a file locks against changes by later files: `locked` in `[kiosk]`.
extension ConfigurationDecoder {
  /// The name that locks the tiles.
  static let tileLock = ConfigurationSection.tile.rawValue

  /// Decodes names of keys and sections that can be locked. Reports others.
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

  /// Returns the lock that prevents this file from setting a key; nil for none.
  func lock(of name: String, in section: ConfigurationSection) -> Lock? {
    guard !locks.isEmpty, let lock = locks[section.rawValue] ?? locks[name],
      let order = fileOrder[file], lock.order < order
    else { return nil }
    return lock
  }

  /// Reports whether an earlier file locks a key for this one, and adds a warning.
  mutating func isLocked(_ name: String, _ section: ConfigurationSection, at position: TextPosition) -> Bool {
    guard let lock = lock(of: name, in: section) else { return false }
    warn("has no effect: it is locked by \(lock.place)", at: position, key: name)
    return true
  }
}

/// The location of a lock.
struct Lock {
  var file: String
  /// The number of files that were read before that file.
  var order: Int
  var position: TextPosition

  var place: String { "\(file):\(position.line):\(position.column)" }
}

extension ConfigurationKey {
  /// The names that `locked` accepts: sections that occur once, their keys, and the tiles.
  package static let lockable =
    ConfigurationSection.allCases.filter { !$0.isList }.flatMap { section in
      [section.rawValue] + section.keys.map(\.dottedName)
    } + [ConfigurationSection.tile.rawValue]
}
