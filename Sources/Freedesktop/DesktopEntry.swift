/// An application as its `.desktop` file describes it (Desktop Entry Specification 1.5).
///
/// `DBusActivatable` is ignored: programs are started by their `Exec` line, so that the launcher knows their
/// process.
package struct DesktopEntry: Hashable, Sendable {
  /// What the entry stands for.
  package enum Kind: String, Hashable, Sendable {
    case application = "Application"
    /// A web address.
    case link = "Link"
    /// A menu's folder.
    case directory = "Directory"
  }

  /// A further way to start an application.
  package struct Action: Hashable, Sendable {
    /// Its name in `Actions`.
    package var id: String
    /// Its name for people.
    package var name: LocalizedValue
    /// A theme's icon name or an absolute path.
    package var icon: String?
    /// Its command line, escapes resolved, quoting and field codes as written.
    package var exec: String?
  }

  /// The file that it was read from.
  package var location: String?
  /// What it stands for.
  package var kind: Kind
  package var name: LocalizedValue
  /// What kind of thing it is: "Web Browser".
  package var genericName: LocalizedValue?
  /// A sentence about it.
  package var comment: LocalizedValue?
  /// A theme's icon name or an absolute path, possibly another for another language.
  package var icon: LocalizedValue?
  /// Its command line, escapes resolved, quoting and field codes as written.
  package var exec: String?
  /// A program without which the entry is to be ignored.
  package var tryExec: String?
  /// Where it starts.
  package var path: String?
  package var needsTerminal = false
  /// Whether menus leave it out; it may still be started.
  package var noDisplay = false
  /// Whether it counts as deleted.
  package var isHidden = false
  /// The class or app id of its windows, where it says so.
  package var startupWindowClass: String?
  /// The categories of menus it belongs to.
  package var categories: [String] = []
  /// The file types it opens.
  package var mimeTypes: [String] = []
  /// The address of a link.
  package var url: String?
  /// Further ways to start it, in their order.
  package var actions: [Action] = []
}

extension DesktopEntry {
  /// The group that every entry begins with.
  private static let mainGroup = "Desktop Entry"
  /// The most bytes of an entry's file that are read; the largest in use, with every language, have some 60
  /// kB.
  package static let sizeLimit = 1 << 20
  /// The most actions that are read.
  private static let actionLimit = 64

  /// Reads the bytes of a `.desktop` file, which lies at `location`.
  package init(_ bytes: [UInt8], location: String? = nil) throws(DesktopEntryError) {
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

/// Why a desktop entry cannot be used.
package enum DesktopEntryError: Error, Hashable, Sendable {
  /// No directory of applications has an entry of that id, or there is no such file.
  case notFound(String)
  /// The file is there but cannot be read, or is larger than any entry is.
  case unreadable(String)
  /// The file's syntax is broken.
  case syntax(KeyFileError)
  /// The file does not begin with `[Desktop Entry]`.
  case noDesktopEntryGroup
  /// A key that every entry needs is missing. The line is the header's.
  case missingKey(String, line: Int)
  /// `Type` is none that the specification knows.
  case unknownType(String, line: Int)
  /// A switch is neither `true` nor `false`.
  case notBoolean(String, line: Int)
  /// The entry says that it counts as deleted.
  case hidden
  /// A link or a folder, not a program.
  case notAnApplication
  /// No such action.
  case noAction(String)
  /// There is no command line: the entry can only be started over the bus.
  case noExec
  /// The program that `TryExec` names is not installed.
  case notInstalled(String)
  /// The command line is broken.
  case exec(ExecLine.Fault)
  /// The program wants a terminal, and there is none to give.
  case needsTerminal
}

extension DesktopEntryError: CustomStringConvertible {
  /// The fault as a sentence, with the line where there is one.
  package var description: String {
    switch self {
    case .notFound(let id): "there is no desktop entry '\(id)'"
    case .unreadable(let path): "'\(path)' cannot be read"
    case .syntax(let error): error.description
    case .noDesktopEntryGroup: "the file does not begin with [Desktop Entry]"
    case .missingKey(let key, let line): "\(key) is missing from the group at line \(line)"
    case .unknownType(let type, let line): "line \(line): unknown Type '\(type)'"
    case .notBoolean(let key, let line): "line \(line): \(key) must be true or false"
    case .hidden: "the entry is hidden, which means deleted"
    case .notAnApplication: "the entry is not an application"
    case .noAction(let id): "the entry has no action '\(id)'"
    case .noExec: "the entry has no Exec line"
    case .notInstalled(let program): "'\(program)', which TryExec asks for, is not installed"
    case .exec(let fault): "Exec: \(fault)"
    case .needsTerminal: "the program runs in a terminal, and no terminal is installed"
    }
  }
}
