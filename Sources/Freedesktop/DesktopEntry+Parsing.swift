extension DesktopEntry {
  /// The group that every entry begins with.
  private static let mainGroup = "Desktop Entry"
  /// The most bytes of an entry's file that are read; the largest in use, with every language, have some 60 kB.
  public static let sizeLimit = 1 << 20
  /// The most actions that are read.
  private static let actionLimit = 64

  /// Reads the bytes of a `.desktop` file, which lies at `location`.
  public init(_ bytes: [UInt8], location: String? = nil) throws(DesktopEntryError) {
    let file: KeyFile
    do { file = try KeyFile(bytes) } catch { throw .syntax(error) }
    guard let group = file.groups.first, group.name == Self.mainGroup else {
      throw .noDesktopEntryGroup
    }
    guard let type = group["Type"] else { throw .missingKey("Type", line: group.line) }
    guard let kind = Kind(rawValue: type.value) else { throw .unknownType(type.string, line: type.line) }
    guard let name = LocalizedValue("Name", in: group) else { throw .missingKey("Name", line: group.line) }
    self.init(location: location, kind: kind, name: name)
    readTexts(group)
    try readSwitches(group)
    actions = Self.actions(of: group, in: file)
  }

  private mutating func readTexts(_ group: KeyFile.Group) {
    genericName = LocalizedValue("GenericName", in: group)
    comment = LocalizedValue("Comment", in: group)
    icon = LocalizedValue("Icon", in: group).flatMap { $0.value.isEmpty ? nil : $0 }
    exec = Self.text("Exec", in: group)
    tryExec = Self.text("TryExec", in: group)
    path = Self.text("Path", in: group)
    startupWindowClass = Self.text("StartupWMClass", in: group)
    categories = group["Categories"]?.list() ?? []
    mimeTypes = group["MimeType"]?.list() ?? []
    url = Self.text("URL", in: group)
  }

  private mutating func readSwitches(_ group: KeyFile.Group) throws(DesktopEntryError) {
    needsTerminal = try Self.flag("Terminal", in: group)
    noDisplay = try Self.flag("NoDisplay", in: group)
    isHidden = try Self.flag("Hidden", in: group)
  }

  private static func text(_ key: String, in group: KeyFile.Group) -> String? {
    guard let text = group[key]?.string, !text.isEmpty else { return nil }
    return text
  }

  private static func flag(_ key: String, in group: KeyFile.Group) throws(DesktopEntryError) -> Bool {
    guard let entry = group[key] else { return false }
    guard let flag = entry.boolean else { throw .notBoolean(key, line: entry.line) }
    return flag
  }

  /// The actions that are both listed and described; others are to be ignored (section 11).
  private static func actions(of group: KeyFile.Group, in file: KeyFile) -> [Action] {
    (group["Actions"]?.list() ?? []).prefix(actionLimit).compactMap { id in
      guard let group = file["Desktop Action \(id)"], let name = LocalizedValue("Name", in: group) else {
        return nil
      }
      return Action(id: id, name: name, icon: text("Icon", in: group), exec: text("Exec", in: group))
    }
  }
}
