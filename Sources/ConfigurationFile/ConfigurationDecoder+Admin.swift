import Configuration

/// The PIN, and what it is asked for.
extension ConfigurationDecoder {
  /// Reads the `[admin]` section.
  mutating func decodeAdmin(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .admin) else { return }
    var settings = configuration.admin
    for entry in table.entries { decode(entry, into: &settings) }
    configuration.admin = settings
  }

  private mutating func decode(_ entry: TOMLTable.Entry, into settings: inout AdminSettings) {
    switch key(of: entry, in: .admin) {
    case .pinFile?:
      pinPlace = (file, entry.node.position)
      // One that cannot be understood is none that can be read either.
      settings.pinFile = pinFile(entry.node) ?? settings.pinFile ?? ""
    case .adminCorner?:
      if let word = choice(entry, .adminCorner) { settings.corner = ScreenCorner(rawValue: word) }
    case .adminPresses?:
      if let presses = number(entry, .adminPresses) { settings.presses = Int(presses) }
    case .adminTime?: settings.time = duration(entry, .adminTime) ?? settings.time
    case .shuffleDigits?: settings.shufflesDigits = boolean(entry, .shuffleDigits) ?? settings.shufflesDigits
    case .pageWithoutPIN?:
      settings.showsPageWithoutPIN = boolean(entry, .pageWithoutPIN) ?? settings.showsPageWithoutPIN
    case .console?: settings.allowsConsole = boolean(entry, .console) ?? settings.allowsConsole
    default: break
    }
  }

  private mutating func pinFile(_ node: TOMLNode) -> String? {
    guard let text = text(node, .pinFile, limit: Self.pathLimit) else { return nil }
    guard !text.isEmpty else {
      fail("must not be empty", at: node.position, key: ConfigurationKey.pinFile.dottedName)
      return nil
    }
    return path(text, at: node.position, .pinFile)
  }

  /// Says what is wrong with the file that `[admin]` names.
  mutating func reportPIN(_ message: String, _ severity: Diagnostic.Severity) {
    report(
      Diagnostic(
        severity, file: pinPlace?.file ?? file, line: pinPlace?.position.line,
        column: pinPlace?.position.column, key: ConfigurationKey.pinFile.dottedName, message: message))
  }

  /// Looks at what asks for a PIN once everything has been read.
  mutating func checkPINs() {
    guard configuration.admin.pin == .none else { return }
    for place in pinUses {
      report(
        Diagnostic(
          .warning, file: place.file, line: place.position.line, column: place.position.column,
          message: "stays closed as long as there is no PIN: pin-file below [admin]"))
    }
  }

  /// Whether a tile asks for the PIN.
  mutating func needsPIN(_ entry: TOMLTable.Entry) -> Bool? {
    let needsPIN = boolean(entry, .tilePIN)
    if needsPIN == true { pinUses.append((file, entry.node.position)) }
    return needsPIN
  }
}
