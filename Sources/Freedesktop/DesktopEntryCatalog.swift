/// The installed desktop entries.
package struct DesktopEntryCatalog: Sendable {
  private let files: any FileAccess
  private let directories: DataDirectories
  private let suffix = ".desktop"

  /// The deepest nesting of directories with entries.
  private static let deepest = 8
  /// The longest path on Linux (PATH_MAX).
  private static let longest = 4096

  /// Uses the entries in the `applications` directories of `directories`.
  package init(files: any FileAccess, directories: DataDirectories) {
    self.files = files
    self.directories = directories
  }

  /// Returns the entry with an id, with or without `.desktop`, or at an absolute path.
  ///
  /// The first directory with the id wins, even if its entry is hidden or invalid. In this way users mask
  /// entries of the system.
  package func entry(_ id: String) throws(DesktopEntryError) -> DesktopEntry {
    guard let path = path(of: id) else { throw .notFound(id) }
    guard let bytes = files.contents(of: path, limit: DesktopEntry.sizeLimit) else { throw .unreadable(path) }
    let entry = try DesktopEntry(bytes, location: path)
    guard !entry.isHidden else { throw .hidden }
    return entry
  }

  /// Returns the file of an id, with or without `.desktop`; nil if it does not exist.
  ///
  /// A dash in an id can represent a subdirectory: `kde-konsole` is `kde-konsole.desktop` or
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

  /// Returns the sorted ids of all entries, without `.desktop`.
  package func ids() -> [String] {
    var found: Set<String> = []
    for directory in directories.paths {
      list("\(directory)/applications", prefix: "", depth: 0, into: &found)
    }
    return found.sorted()
  }

  /// Returns the entry of an installed application that is suitable for a touch: visible in menus and not in
  /// a terminal; nil for others. `searchPath` is the value of `PATH`.
  package func application(_ id: String, searchPath: String) -> DesktopEntry? {
    guard let entry = try? self.entry(id), entry.kind == .application, !entry.noDisplay, !entry.needsTerminal,
      entry.exec != nil, isInstalled(entry, searchPath: searchPath)
    else { return nil }
    return entry
  }

  /// Reports whether the program in `TryExec` is installed. `searchPath` is the value of `PATH`.
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
