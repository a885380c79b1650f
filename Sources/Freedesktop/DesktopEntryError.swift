/// Why a desktop entry cannot be used.
public enum DesktopEntryError: Error, Hashable, Sendable {
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
  public var description: String {
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
