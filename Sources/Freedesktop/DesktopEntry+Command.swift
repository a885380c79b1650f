import Programs

extension DesktopEntry {
  /// The command that starts the application, or one of its actions.
  ///
  /// `files` are absolute paths or addresses to open. `languages` (best first) chooses the name that `%c` stands for.
  /// `terminal` is what runs a command in a terminal, `["foot"]` or `["xterm", "-e"]`; without it an entry with
  /// `Terminal=true` throws `.needsTerminal`. Fields that have nothing to stand for vanish, with their word when nothing
  /// else is in it.
  public func command(
    action id: String? = nil, files: [String] = [], languages: [String] = [], terminal: [String] = []
  ) throws(DesktopEntryError) -> Command {
    guard !isHidden else { throw .hidden }
    guard kind == .application else { throw .notAnApplication }
    let action = try id.map { id throws(DesktopEntryError) in try self.action(id) }
    guard let exec = action.map({ $0.exec }) ?? exec else { throw .noExec }
    let line: ExecLine
    do { line = try ExecLine(exec) } catch { throw .exec(error) }
    let expansion = ExecExpansion(
      files: files, icon: action?.icon ?? icon?.resolved(for: languages),
      name: (action?.name ?? name).resolved(for: languages), location: location)
    let words = line.words.flatMap(expansion.expand)
    guard let program = words.first, !program.isEmpty else { throw .exec(.empty) }
    guard !needsTerminal || !terminal.isEmpty else { throw .needsTerminal }
    var command = Command((needsTerminal ? terminal : []) + words, workingDirectory: path)
    command.windowNames = startupWindowClass.map { [$0] } ?? []
    return command
  }

  private func action(_ id: String) throws(DesktopEntryError) -> Action {
    guard let action = actions.first(where: { $0.id == id }) else { throw .noAction(id) }
    return action
  }
}

/// What field codes stand for.
private struct ExecExpansion {
  var files: [String]
  var icon: String?
  var name: String
  var location: String?

  /// The words that one word becomes.
  func expand(_ word: ExecLine.Word) -> [String] {
    if !word.isQuoted, word.pieces.count == 1, case .field(let field) = word.pieces[0] {
      return wholeWord(field)
    }
    var text = ""
    for piece in word.pieces {
      switch piece {
      case .text(let part): text += part
      case .field(let field): text += withinWord(field)
      }
    }
    return text.isEmpty && !word.isQuoted ? [] : [text]
  }

  private func wholeWord(_ field: ExecLine.FieldCode) -> [String] {
    switch field {
    case .files, .urls: return files
    case .icon: return icon.map { ["--icon", $0] } ?? []
    default:
      let text = withinWord(field)
      return text.isEmpty ? [] : [text]
    }
  }

  /// Lists make no sense within a word (the specification forbids them there): the first stands for all.
  private func withinWord(_ field: ExecLine.FieldCode) -> String {
    switch field {
    case .file, .files, .url, .urls: files.first ?? ""
    case .name: name
    case .location: location ?? ""
    case .icon, .deprecated: ""
    }
  }
}
