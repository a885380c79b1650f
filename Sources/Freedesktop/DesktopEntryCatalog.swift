/// The desktop entries that are installed.
package struct DesktopEntryCatalog: Sendable {
  private let files: any FileAccess
  private let directories: DataDirectories
  private let suffix = ".desktop"

  /// How deep directories of entries may lie within one another.
  private static let deepest = 8
  /// The longest path that Linux takes (PATH_MAX).
  private static let longest = 4096

  /// The entries in the `applications` directories of `directories`.
  package init(files: any FileAccess, directories: DataDirectories) {
    self.files = files
    self.directories = directories
  }

  /// The entry of an id, with or without `.desktop`, or of an absolute path.
  ///
  /// The first directory that has the id decides, even when its entry is hidden or broken: that is how a user
  /// masks what the system installed.
  package func entry(_ id: String) throws(DesktopEntryError) -> DesktopEntry {
    guard let path = path(of: id) else { throw .notFound(id) }
    guard let bytes = files.contents(of: path, limit: DesktopEntry.sizeLimit) else { throw .unreadable(path) }
    let entry = try DesktopEntry(bytes, location: path)
    guard !entry.isHidden else { throw .hidden }
    return entry
  }

  /// The file of an id, with or without `.desktop`; nil when there is none.
  ///
  /// A dash in an id may stand for a sub-directory: `kde-konsole` is `kde-konsole.desktop` or
  /// `kde/konsole.desktop`.
  package func path(of id: String) -> String? {
    guard !id.isEmpty, id.utf8.count <= Self.longest, !id.utf8.contains(0) else { return nil }
    if id.hasPrefix("/") { return files.kind(of: id)?.isFile == true ? id : nil }
    guard !id.contains("/") else { return nil }
    let name = id.hasSuffix(suffix) ? id : id + suffix
    for directory in directories.paths {
      if let path = find(name, in: "\(directory)/applications", depth: 0) { return path }
    }
    return nil
  }

  /// The ids of all entries, without `.desktop`, sorted.
  package func ids() -> [String] {
    var found: Set<String> = []
    for directory in directories.paths {
      list("\(directory)/applications", prefix: "", depth: 0, into: &found)
    }
    return found.sorted()
  }

  /// The entry of an installed application that a person starts by a touch; nil for another, and for one that
  /// runs in a terminal. `searchPath` is the value of `PATH`.
  package func application(_ id: String, searchPath: String) -> DesktopEntry? {
    guard let entry = try? self.entry(id), entry.kind == .application, !entry.noDisplay, !entry.needsTerminal,
      entry.exec != nil, isInstalled(entry, searchPath: searchPath)
    else { return nil }
    return entry
  }

  /// Whether the program that `TryExec` asks for is there. `searchPath` is the value of `PATH`.
  package func isInstalled(_ entry: DesktopEntry, searchPath: String) -> Bool {
    guard let program = entry.tryExec else { return true }
    return ProgramSearch(files: files, searchPath: searchPath).path(of: program) != nil
  }

  private func find(_ name: String, in directory: String, depth: Int) -> String? {
    let path = "\(directory)/\(name)"
    if files.kind(of: path)?.isFile == true { return path }
    guard depth < Self.deepest else { return nil }
    for dash in name.indices where name[dash] == "-" {
      let folder = name[..<dash]
      let rest = String(name[name.index(after: dash)...])
      guard !folder.isEmpty, folder != ".", folder != "..", rest != suffix else { continue }
      let sub = "\(directory)/\(folder)"
      guard files.kind(of: sub) == .directory else { continue }
      if let path = find(rest, in: sub, depth: depth + 1) { return path }
    }
    return nil
  }

  private func list(_ directory: String, prefix: String, depth: Int, into found: inout Set<String>) {
    guard depth < Self.deepest else { return }
    for name in files.names(in: directory) {
      let path = "\(directory)/\(name)"
      if name.hasSuffix(suffix), name.count > suffix.count {
        found.insert(prefix + name.dropLast(suffix.count))
      } else if files.kind(of: path) == .directory {
        list(path, prefix: "\(prefix)\(name)-", depth: depth + 1, into: &found)
      }
    }
  }
}
