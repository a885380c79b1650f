import Configuration

/// One file of a configuration: its path and its content.
package struct ConfigurationText: Hashable, Sendable {
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Parses the file, also in the form of Rotunda 0.1. Returns nil if it is not TOML.
  ///
  /// - Parameters:
  ///   - layout: the carousel's layout if the file names none.
  ///   - oldForm: the severity of a file in the form of 0.1.
  ///   - report: receives the problems.
  func document(
    layout: String?, oldForm: Diagnostic.Severity, _ report: (Diagnostic) -> Void
  ) -> TOMLDocument? {
    let plain = Result { () throws(TOMLDocument.Fault) in try TOMLDocument(bytes) }
    if case .success(let document) = plain, !document.hasDotsInKeys,
      !ChangedKey.isAnywhere(in: document.root)
    {
      return document
    }
    let upgrade = ConfigurationUpgrade(bytes, layout: layout)
    if let first = upgrade.changes.first {
      switch oldForm {
      case .error: for change in upgrade.changes { report(diagnostic(.error, change, Self.remedy(change))) }
      case .warning: report(diagnostic(.warning, first, reprieve))
      }
    }
    do throws(TOMLDocument.Fault) {
      return try upgrade.changes.isEmpty
        ? plain.get() : TOMLDocument(upgrade.bytes, origin: upgrade.original(of:))
    } catch {
      report(diagnostic(error))
      return nil
    }
  }

  /// Returns the file in the form that the next release reads; nil if it already has that form.
  ///
  /// - Parameter layout: the carousel's layout if the file names none.
  /// - Throws: the problem if the file is not TOML.
  package func upgraded(layout: String? = nil) throws(Diagnostic) -> [UInt8]? {
    let upgrade = ConfigurationUpgrade(bytes, layout: layout)
    do throws(TOMLDocument.Fault) {
      _ = try TOMLDocument(upgrade.bytes, origin: upgrade.original(of:))
    } catch {
      throw diagnostic(error)
    }
    return upgrade.changes.isEmpty ? nil : upgrade.bytes
  }

  /// The word for the layout in the file's `[carousel]`; nil if none is set.
  package var layout: String? { try? TOMLDocument(ConfigurationUpgrade(bytes).bytes).layout }

  private static func remedy(_ change: ConfigurationUpgrade.Change) -> String {
    "\(change.reason): \(change.line)"
  }

  private var reprieve: String {
    "is written as for Rotunda 0.1, which the next release does not read: 'rotunda config upgrade \(path)' rewrites it"
  }

  private func diagnostic(
    _ severity: Diagnostic.Severity, _ change: ConfigurationUpgrade.Change, _ message: String
  ) -> Diagnostic {
    Diagnostic(
      severity, file: path, line: change.position.line, column: change.position.column, key: change.key,
      message: message)
  }

  private func diagnostic(_ fault: TOMLDocument.Fault) -> Diagnostic {
    Diagnostic(
      .error, file: path, line: fault.position?.line, column: fault.position?.column, message: fault.message)
  }
}

/// Finds the contact for visitors in a file that is not valid TOML because of a mistake elsewhere.
package enum LenientContact {
  /// Returns the first quoted text of the first line like `contact = "…"` or `contact = { en = "…" }`; nil if
  /// no such line exists.
  package static func find(in bytes: [UInt8]) -> String? {
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if let contact = contact(in: line) { return contact }
    }
    return nil
  }

  private static func contact(in line: ArraySlice<UInt8>) -> String? {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var rest = line.drop(while: isBlank)
    let name = Array(ConfigurationKey.contact.name.utf8)
    guard rest.starts(with: name) else { return nil }
    rest = rest.dropFirst(name.count).drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop(while: isBlank)
    if rest.first == UInt8(ascii: "{") {
      rest = rest.drop { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    }
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = rest.firstIndex(of: quote)
    else { return nil }
    let text = String(decoding: rest[..<end], as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
