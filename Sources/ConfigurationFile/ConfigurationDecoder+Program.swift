import Configuration
import Freedesktop

extension ConfigurationDecoder {
  /// The longest argument of a program on Linux (MAX_ARG_STRLEN, 32 pages).
  private static let wordLimit = 131_071
  /// Programs that interpret their arguments themselves.
  private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "fish", "env", "busybox"]

  /// Decodes the words of a command; nil if one of them cannot be passed to a program.
  mutating func command(_ node: TOMLNode, _ field: ConfigurationKey = .run) -> [String]? {
    let key = field.dottedName
    guard case .array(let nodes) = node.value else {
      failCommand(node, field)
      return nil
    }
    var words: [String] = []
    words.reserveCapacity(nodes.count)
    for node in nodes {
      guard let word = word(node, key) else { return nil }
      words.append(word)
    }
    guard let program = words.first, !program.isEmpty else {
      fail("names no program", at: node.position, key: key)
      return nil
    }
    checkProgram(program, at: nodes[0].position, key)
    checkExpansion(words, nodes, key)
    return words
  }

  /// Decodes environment variables. Skips the ones that cannot be set.
  mutating func environment(_ node: TOMLNode) -> [String: String] {
    guard case .table(let table) = node.value else {
      failType(node, .environment)
      return [:]
    }
    var variables: [String: String] = [:]
    for entry in table.entries {
      let dotted = "\(ConfigurationKey.environment.dottedName).\(Self.excerpt(entry.key))"
      guard !entry.key.isEmpty, !entry.key.utf8.contains(0), !entry.key.utf8.contains(UInt8(ascii: "="))
      else {
        fail("no variable can have this name", at: entry.keyPosition, key: dotted)
        continue
      }
      guard case .string(let value) = entry.node.value else {
        fail("must be a text in quotes, not \(entry.node.kind)", at: entry.node.position, key: dotted)
        continue
      }
      variables[entry.key] = checked(value, at: entry.node.position, key: dotted, limit: Self.wordLimit)
    }
    return variables
  }

  mutating func workingDirectory(_ node: TOMLNode) -> String? {
    guard let text = text(node, .workingDirectory, limit: Self.pathLimit) else { return nil }
    guard !text.isEmpty else {
      fail("must not be empty", at: node.position, key: ConfigurationKey.workingDirectory.dottedName)
      return nil
    }
    guard let path = path(text, at: node.position, .workingDirectory) else { return nil }
    if kind(of: path) != .directory {
      warn(
        "there is no directory '\(path)'", at: node.position,
        key: ConfigurationKey.workingDirectory.dottedName)
    }
    return path
  }

  /// Decodes a desktop entry: its id without `.desktop`, or its path.
  mutating func desktopEntry(_ node: TOMLNode) -> String? {
    let key = ConfigurationKey.desktopEntry.dottedName
    guard let text = text(node, .desktopEntry, limit: Self.pathLimit) else { return nil }
    let isPath = text.hasPrefix("/")
    let id = !isPath && text.hasSuffix(".desktop") ? String(text.dropLast(".desktop".count)) : text
    guard !id.isEmpty, isPath || !id.contains("/") else {
      fail("must be an id without slashes or an absolute path", at: node.position, key: key)
      return nil
    }
    checkEntry(id, at: node.position)
    return id
  }

  /// Warns about a missing action of a desktop entry. The tile stays, because the next version of the
  /// application may have the action.
  mutating func checkEntryAction(_ action: String, of id: String, at position: TextPosition) {
    guard let entry = try? surroundings.catalog.entry(id), !entry.actions.contains(where: { $0.id == action })
    else { return }
    warn(
      "the desktop entry has no action '\(Self.excerpt(action))'", at: position,
      key: ConfigurationKey.action.dottedName,
      suggestion: Spelling.nearest(to: action, among: entry.actions.map(\.id)))
  }

  private mutating func failCommand(_ node: TOMLNode, _ key: ConfigurationKey) {
    guard case .string(let line) = node.value, !line.utf8.contains(0) else { return failType(node, key) }
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\n" }.prefix(8).map {
      "\"\(Self.excerpt(String($0)))\""
    }
    fail(
      "must be a list of words, because no shell splits a line: [\(words.joined(separator: ", "))]",
      at: node.position, key: key.dottedName)
  }

  private mutating func word(_ node: TOMLNode, _ key: String) -> String? {
    guard case .string(let word) = node.value else {
      fail(
        "every word must be a text in quotes, not \(node.kind)", at: node.position,
        key: key)
      return nil
    }
    return checked(word, at: node.position, key: key, limit: Self.wordLimit)
  }

  private mutating func checkProgram(_ program: String, at position: TextPosition, _ key: String) {
    if program.utf8.first == UInt8(ascii: "~") {
      warn("no shell replaces '~' here; write the whole path", at: position, key: key)
    } else if program.utf8.contains(UInt8(ascii: "/")), !program.hasPrefix("/") {
      warn(
        "'\(Self.excerpt(program))' depends on where the launcher was started; write the whole path",
        at: position, key: key)
    } else if self.program(program) == nil {
      warn("there is no program '\(Self.excerpt(program))'", at: position, key: key)
    }
  }

  /// Warns about a word that looks as if a shell should expand it.
  private mutating func checkExpansion(_ words: [String], _ nodes: [TOMLNode], _ key: String) {
    for index in words.indices.dropFirst() where Self.isForShell(words[index]) {
      guard !Self.shells.contains(Self.lastStep(of: words[0])) else { return }
      warn(
        "the program gets '\(Self.excerpt(words[index]))' unchanged: no shell replaces it",
        at: nodes[index].position, key: key)
    }
  }

  private static func isForShell(_ word: String) -> Bool {
    switch word.utf8.first {
    case UInt8(ascii: "~"): word == "~" || word.hasPrefix("~/")
    case UInt8(ascii: "$"): isVariable(word)
    default: false
    }
  }

  /// Returns the last component of a path.
  static func lastStep(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? path
  }

  /// Reports whether a word is `$NAME`, alone or as the beginning of a path.
  private static func isVariable(_ word: String) -> Bool {
    let name = word.dropFirst().prefix { $0 != "/" }.utf8
    return !name.isEmpty
      && name.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_") }
  }

  /// Warns about a missing or broken desktop entry. The tile stays, because the entry may be repaired while
  /// the kiosk runs.
  private mutating func checkEntry(_ id: String, at position: TextPosition) {
    let key = ConfigurationKey.desktopEntry.dottedName
    do throws(DesktopEntryError) {
      let entry = try surroundings.catalog.entry(id)
      let command = try entry.command(terminal: ["terminal"])
      let program = entry.needsTerminal ? command.arguments[1] : command.arguments[0]
      if self.program(program) == nil {
        warn("its program '\(Self.excerpt(program))' is not installed", at: position, key: key)
      }
    } catch {
      if case .notFound = error {
        let installed = surroundings.catalog.ids()
        warn(
          "there is no desktop entry '\(Self.excerpt(id))'", at: position, key: key,
          suggestion: Spelling.nearest(to: id, among: installed))
      } else {
        warn("'\(Self.excerpt(id))' cannot be started: \(error)", at: position, key: key)
      }
    }
  }
}
