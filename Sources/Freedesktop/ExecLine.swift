import Programs

/// A desktop entry's command line, split into words (Desktop Entry Specification 1.5, sections 7 and 8).
///
/// Like GLib, it accepts more than the specification, because existing entries need it: single quotes,
/// backslashes outside of quotes, and quotes within a word.
package struct ExecLine: Hashable, Sendable {
  /// An error in a command line.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line has no words.
    case empty
    /// A quote is not closed.
    case unterminatedQuote
    /// The specification does not define this field code.
    case unknownFieldCode(Character)
    /// The line ends with a single percent sign.
    case trailingPercent
    /// A word contains a NUL, which program arguments cannot contain.
    case containsNUL

    /// A sentence about the error.
    package var description: String {
      switch self {
      case .empty: "no command"
      case .unterminatedQuote: "a quote is not closed"
      case .unknownFieldCode(let code): "unknown field code '%\(code)'"
      case .trailingPercent: "a single '%' at the end"
      case .containsNUL: "a NUL in the command"
      }
    }
  }

  /// A placeholder in a word.
  package enum FieldCode: Hashable, Sendable {
    /// The path of one file.
    case file
    /// The paths of all files, each as a word.
    case files
    /// One address.
    case url
    /// All addresses, each as a word.
    case urls
    /// `--icon` and the icon's name.
    case icon
    /// The entry's name in the reader's language.
    case name
    /// The path of the entry's file.
    case location
    /// A deprecated code, which is ignored.
    case deprecated
  }

  /// A part of a word.
  package enum Piece: Hashable, Sendable {
    /// Literal text.
    case text(String)
    /// A placeholder.
    case field(FieldCode)
  }

  /// A word. A quoted word can be empty.
  package struct Word: Hashable, Sendable {
    /// The parts in order.
    package var pieces: [Piece] = []
    /// Whether a part of it was quoted.
    package var isQuoted = false
  }

  /// The words; at least one.
  package let words: [Word]

  /// Splits a command line with resolved string escapes.
  package init(_ text: String) throws(Fault) {
    guard !text.utf8.contains(0) else { throw .containsNUL }
    var splitter = ExecSplitter(text)
    words = try splitter.split()
    guard !words.isEmpty else { throw .empty }
  }
}

/// Splits a command line into words.
private struct ExecSplitter {
  private var scalars: String.UnicodeScalarView.Iterator
  private var words: [ExecLine.Word] = []
  private var word: ExecLine.Word?
  private var text = String.UnicodeScalarView()

  init(_ text: String) {
    scalars = text.unicodeScalars.makeIterator()
  }

  mutating func split() throws(ExecLine.Fault) -> [ExecLine.Word] {
    while let scalar = scalars.next() {
      switch scalar {
      case " ", "\t", "\n", "\r": endWord()
      case "\"": try doubleQuoted()
      case "'": try singleQuoted()
      case "\\": append(scalars.next() ?? "\\")
      case "%": try fieldCode()
      default: append(scalar)
      }
    }
    endWord()
    return words
  }

  /// Consumes text in double quotes. A backslash escapes a quote, a backtick, a dollar sign and itself.
  private mutating func doubleQuoted() throws(ExecLine.Fault) {
    beginQuote()
    while let scalar = scalars.next() {
      switch scalar {
      case "\"": return
      case "%": try fieldCode()
      case "\\":
        guard let next = scalars.next() else { throw .unterminatedQuote }
        if !"\"`$\\".unicodeScalars.contains(next) { append("\\") }
        append(next)
      default: append(scalar)
      }
    }
    throw .unterminatedQuote
  }

  private mutating func singleQuoted() throws(ExecLine.Fault) {
    beginQuote()
    while let scalar = scalars.next() {
      switch scalar {
      case "'": return
      case "%": try fieldCode()
      default: append(scalar)
      }
    }
    throw .unterminatedQuote
  }

  private mutating func fieldCode() throws(ExecLine.Fault) {
    guard let code = scalars.next() else { throw .trailingPercent }
    switch code {
    case "%": append("%")
    case "f": append(.file)
    case "F": append(.files)
    case "u": append(.url)
    case "U": append(.urls)
    case "i": append(.icon)
    case "c": append(.name)
    case "k": append(.location)
    case "d", "D", "n", "N", "v", "m": append(.deprecated)
    default: throw .unknownFieldCode(Character(code))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    text.append(scalar)
  }

  private mutating func append(_ field: ExecLine.FieldCode) {
    flushText()
    word = word ?? ExecLine.Word()
    word?.pieces.append(.field(field))
  }

  private mutating func beginQuote() {
    word = word ?? ExecLine.Word()
    word?.isQuoted = true
  }

  private mutating func flushText() {
    guard !text.isEmpty else { return }
    word = word ?? ExecLine.Word()
    word?.pieces.append(.text(String(text)))
    text = String.UnicodeScalarView()
  }

  private mutating func endWord() {
    flushText()
    if let word { words.append(word) }
    word = nil
  }
}

extension DesktopEntry {
  /// Returns the command that starts the application or one of its actions.
  ///
  /// `files` are absolute paths or addresses to open. `languages` (best first) select the name for `%c`.
  /// `terminal` runs a command in a terminal, such as `["foot"]` or `["xterm", "-e"]`. Without it, an entry
  /// with `Terminal=true` throws `.needsTerminal`. Field codes without a value are removed, with their word
  /// if nothing else is in it.
  package func command(
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

/// The values of field codes.
private struct ExecExpansion {
  var files: [String]
  var icon: String?
  var name: String
  var location: String?

  /// Returns the words that replace a word.
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

  /// Lists are not possible within a word (the specification forbids them), so the first element is used.
  private func withinWord(_ field: ExecLine.FieldCode) -> String {
    switch field {
    case .file, .files, .url, .urls: files.first ?? ""
    case .name: name
    case .location: location ?? ""
    case .icon, .deprecated: ""
    }
  }
}
