/// An application, as its `.desktop` file describes it (Desktop Entry Specification 1.5).
///
/// `DBusActivatable` is ignored. The launcher starts programs with their `Exec` line to know their process.
package struct DesktopEntry: Hashable, Sendable {
  /// The type of an entry.
  package enum Kind: String, Hashable, Sendable {
    case application = "Application"
    /// A web address.
    case link = "Link"
    /// A folder of a menu.
    case directory = "Directory"
  }

  /// An additional way to start an application.
  package struct Action: Hashable, Sendable {
    /// The id in `Actions`.
    package var id: String
    /// The name for people.
    package var name: LocalizedValue
    /// A name in an icon theme, or an absolute path.
    package var icon: String?
    /// The command line with resolved escapes, but with quotes and field codes.
    package var exec: String?
  }

  /// The path of the entry's file.
  package var location: String?
  package var kind: Kind
  package var name: LocalizedValue
  /// A generic description, such as "Web Browser".
  package var genericName: LocalizedValue?
  /// A sentence about the application.
  package var comment: LocalizedValue?
  /// A name in an icon theme, or an absolute path. Translations may have another.
  package var icon: LocalizedValue?
  /// The command line with resolved escapes, but with quotes and field codes.
  package var exec: String?
  /// A program without which the entry must be ignored.
  package var tryExec: String?
  /// The working directory.
  package var path: String?
  package var needsTerminal = false
  /// Whether menus hide the entry. It can still be started.
  package var noDisplay = false
  /// Whether the entry counts as deleted.
  package var isHidden = false
  /// The class or app id of its windows, if the entry contains it.
  package var startupWindowClass: String?
  /// The menu categories that it belongs to.
  package var categories: [String] = []
  /// The file types that it opens.
  package var mimeTypes: [String] = []
  /// The address of a link.
  package var url: String?
  /// Additional ways to start it, in order.
  package var actions: [Action] = []
}

extension DesktopEntry {
  /// The name of the first group of every entry.
  private static let mainGroup = "Desktop Entry"
  /// The largest file to read, in bytes. The largest entries in use, with every language, have about 60 kB.
  package static let sizeLimit = 1 << 20
  /// The largest number of actions to read.
  private static let actionLimit = 64

  /// Parses a `.desktop` file from `location`.
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

  /// Returns the actions that are both listed and described. Others must be ignored (section 11).
  private static func actions(of group: KeyFile.Group, in file: KeyFile) -> [Action] {
    (group["Actions"]?.list() ?? []).prefix(actionLimit).compactMap { id in
      guard let group = file["Desktop Action \(id)"], let name = LocalizedValue("Name", in: group) else {
        return nil
      }
      return Action(id: id, name: name, icon: text("Icon", in: group), exec: text("Exec", in: group))
    }
  }
}

/// The reason why a desktop entry cannot be used.
package enum DesktopEntryError: Error, Hashable, Sendable {
  /// No directory of applications has an entry with this id, or the file does not exist.
  case notFound(String)
  /// The file exists but is unreadable, or is too large for an entry.
  case unreadable(String)
  /// The syntax of the file is invalid.
  case syntax(KeyFileError)
  /// The file does not begin with `[Desktop Entry]`.
  case noDesktopEntryGroup
  /// A required key is missing. The line is the header's.
  case missingKey(String, line: Int)
  /// The specification does not define this `Type`.
  case unknownType(String, line: Int)
  /// A boolean is neither `true` nor `false`.
  case notBoolean(String, line: Int)
  /// The entry counts as deleted.
  case hidden
  /// The entry is a link or a folder, not a program.
  case notAnApplication
  /// The action does not exist.
  case noAction(String)
  /// The entry has no command line: it can only be started through D-Bus.
  case noExec
  /// The program in `TryExec` is not installed.
  case notInstalled(String)
  /// The command line is invalid.
  case exec(ExecLine.Fault)
  /// The program needs a terminal, and none is available.
  case needsTerminal
}

extension DesktopEntryError: CustomStringConvertible {
  /// A sentence about the error, with the line if it has one.
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
