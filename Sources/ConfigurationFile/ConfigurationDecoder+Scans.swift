import Configuration
import Programs

/// Decodes `[[scan]]`, and checks the placeholders for codes in tiles.
extension ConfigurationDecoder {
  /// Adds the `[[scan]]` sections of a file.
  mutating func decodeScans(_ section: TOMLTable.Entry) {
    let name = ConfigurationSection.scan
    guard case .array(let nodes) = section.node.value else {
      return fail(
        "must be sections with the header \(name.header), with two brackets", at: section.keyPosition,
        key: name.rawValue)
    }
    for node in nodes {
      guard case .table(let table) = node.value else {
        fail(
          "must be a section with the header \(name.header), not \(node.kind)", at: node.position,
          key: name.rawValue)
        continue
      }
      guard configuration.scans.count < ScanBinding.most else {
        return fail(
          "there are more than \(ScanBinding.most) of them", at: node.position, key: name.rawValue)
      }
      decodeScan(table, at: node.position)
    }
  }

  private mutating func decodeScan(_ table: TOMLTable, at position: TextPosition) {
    let scan = decode(table, as: ScanBinding.self)
    func place(_ key: ConfigurationKey) -> TextPosition? {
      table.entries.first { $0.key == key.name }?.node.position
    }
    guard let pattern = scan.pattern else {
      // The decoder has already reported a value of another type.
      guard let empty = place(.scanMatch) else {
        return fail(
          "is missing: which codes it is for", at: position, key: ConfigurationKey.scanMatch.dottedName)
      }
      if table[ConfigurationKey.scanMatch.name].flatMap(Self.isText) == true {
        fail("must not be empty", at: empty, key: ConfigurationKey.scanMatch.dottedName)
      }
      return
    }
    switch (place(.scanOpen), place(.scanAction)) {
    case (nil, nil):
      return fail(
        "has nothing to do: it needs open or action", at: position, key: ConfigurationSection.scan.rawValue)
    case (.some, .some(let place)):
      return fail("cannot stand beside open", at: place, key: ConfigurationKey.scanAction.dottedName)
    default: break
    }
    if case .openTile(let id)? = scan.action, let place = place(.scanAction) {
      return fail(
        "cannot be '\(Self.excerpt(ShellAction.openTile(id).word))': write open = \"\(Self.excerpt(id))\"",
        at: place, key: ConfigurationKey.scanAction.dottedName)
    }
    guard scan.tile != nil || scan.action != nil else { return }
    if let wider = configuration.scans.firstIndex(where: { $0.pattern?.covers(pattern) == true }) {
      let earlier = scanPlaces[wider]
      warn(
        "never counts: \(earlier.file):\(earlier.position.line) is for the same codes",
        at: place(.scanMatch) ?? position, key: ConfigurationKey.scanMatch.dottedName)
    }
    configuration.scans.append(scan)
    scanPlaces.append((file, place(.scanOpen) ?? position))
  }

  private static func isText(_ node: TOMLNode) -> Bool {
    if case .string = node.value { true } else { false }
  }

  /// Checks the tiles that codes open, after all files are read. Removes bindings to unknown tiles.
  mutating func checkScans() {
    var opened: Set<String> = []
    if !configuration.scans.isEmpty {
      let tiles = Set(configuration.allTiles.map(\.id))
      for (scan, place) in zip(configuration.scans, scanPlaces) {
        guard let id = scan.tile else { continue }
        opened.insert(id)
        if tiles.contains(id) || isHidden(id) { continue }
        report(
          Diagnostic(
            .error, file: place.file, line: place.position.line, column: place.position.column,
            key: ConfigurationKey.scanOpen.dottedName, message: "there is no tile '\(Self.excerpt(id))'",
            suggestion: Spelling.nearest(to: id, among: tiles.sorted())))
      }
      configuration.scans.removeAll { $0.tile.map { !tiles.contains($0) } == true }
    }
    for (id, place) in codePlaces.sorted(by: { $0.key < $1.key }) where !opened.contains(id) && !isHidden(id)
    {
      report(
        Diagnostic(
          .error, file: place.file, line: place.position.line, column: place.position.column,
          key: place.key.dottedName,
          message: "has \(ScannedCode.mark), but no \(ConfigurationSection.scan.header) opens the tile"))
    }
  }
}

// Placeholders for codes in tiles.
extension ConfigurationDecoder {
  /// Programs that execute the argument after an option such as `-c`.
  private static let interpreters = [
    "ash", "awk", "bash", "busybox", "dash", "fish", "gawk", "ksh", "lua", "mawk", "node", "perl", "php",
    "python", "ruby", "sh", "zsh",
  ]

  /// Returns the placeholder for a code in a command, and reports an invalid one. Returns nil for none.
  mutating func codePlace(in arguments: [String], at position: TextPosition) -> CodePlace? {
    let key = ConfigurationKey.run.dottedName
    let counts = arguments.map { Self.count(of: ScannedCode.mark, in: $0) }
    guard let first = counts.firstIndex(where: { $0 > 0 }) else { return nil }
    if first == 0 {
      fail("\(ScannedCode.mark) can stand in arguments only, not in the program", at: position, key: key)
    } else if counts.reduce(0, +) > 1 {
      fail("\(ScannedCode.mark) can stand in one place only", at: position, key: key)
    } else if Self.isProgramText(first, of: arguments) {
      fail(
        "\(ScannedCode.mark) stands where '\(Self.excerpt(arguments[0]))' expects a program: a code could "
          + "then be any command. Give it as an argument of its own", at: position, key: key)
    } else if partDepth > 0 {
      fail("\(ScannedCode.mark) has no meaning in buttons, rows and gestures", at: position, key: key)
    } else {
      return .argument
    }
    return nil
  }

  /// Reports whether an interpreter would execute an argument, because it follows an option that ends with c
  /// or e.
  private static func isProgramText(_ index: Int, of arguments: [String]) -> Bool {
    let option = arguments[index - 1]
    guard index > 1, option.hasPrefix("-"), option.hasSuffix("c") || option.hasSuffix("e") else {
      return false
    }
    return arguments[..<(index - 1)].contains { word in
      let name = lastStep(of: word)
      return interpreters.contains { name.hasPrefix($0) && name.dropFirst($0.count).allSatisfy(isVersion) }
    }
  }

  private static func isVersion(_ character: Character) -> Bool { character.isNumber || character == "." }

  /// Reports an invalid placeholder for a code in an address.
  mutating func checkCodePlace(in address: String, at position: TextPosition) {
    let (key, count) = (ConfigurationKey.url.dottedName, Self.count(of: ScannedCode.mark, in: address))
    guard count > 0 else { return }
    let authority = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let host = authority.count > 2 ? authority[2].prefix { !"?#\\".contains($0) } : ""
    if count > 1 {
      fail("\(ScannedCode.mark) can stand in one place only", at: position, key: key)
    } else if host.contains(ScannedCode.mark) {
      fail("\(ScannedCode.mark) can stand only behind the host", at: position, key: key)
    } else if partDepth > 0 {
      fail("\(ScannedCode.mark) has no meaning in buttons, rows and gestures", at: position, key: key)
    }
  }

  private static func count(of mark: String, in text: String) -> Int {
    // A fast path: a configuration can have a hundred thousand tiles.
    text.utf8.contains(UInt8(ascii: "{"))
      ? text.split(separator: mark, omittingEmptySubsequences: false).count - 1 : 0
  }

  /// Records the position of a tile's placeholder for a code.
  mutating func noteCodePlace(of tile: Tile, _ draft: TileDraft) {
    codePlaces[tile.id] = nil
    let key: ConfigurationKey
    switch tile.action {
    case .run(let command) where command.codePlace != nil: key = .run
    case .browse(let page) where page.address.contains(ScannedCode.mark): key = .url
    default: return
    }
    guard partDepth == 0, let place = draft.kinds.first(where: { $0.key == key }) else { return }
    codePlaces[tile.id] = (file, place.position, key)
  }
}
