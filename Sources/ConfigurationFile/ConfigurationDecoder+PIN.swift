import Configuration

/// The PIN, and what it is asked for.
extension ConfigurationDecoder {
  /// Says what is wrong with the file that `[admin]` names.
  mutating func reportPIN(_ message: String, _ severity: Diagnostic.Severity) {
    let place = places[.pinFile]
    report(
      Diagnostic(
        severity, file: place?.file ?? file, line: place?.value.line, column: place?.value.column,
        key: ConfigurationKey.pinFile.dottedName, message: message))
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
