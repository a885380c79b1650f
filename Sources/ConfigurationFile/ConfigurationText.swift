import Configuration

/// One file of a configuration: where it lies and what it says.
package struct ConfigurationText: Hashable, Sendable {
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// What the file says as a tree, also when it is written as for Rotunda 0.1; nil when it is no TOML.
  ///
  /// - Parameters:
  ///   - layout: the carousel's layout where the file names none.
  ///   - oldForm: how bad it is that the file is written as for 0.1.
  ///   - report: takes what is wrong.
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

  /// What the file has to say to be read by the next release; nil when it says so already. Throws why it
  /// cannot be told.
  ///
  /// - Parameter layout: the carousel's layout where the file names none.
  package func upgraded(layout: String? = nil) throws(Diagnostic) -> [UInt8]? {
    let upgrade = ConfigurationUpgrade(bytes, layout: layout)
    do throws(TOMLDocument.Fault) {
      _ = try TOMLDocument(upgrade.bytes, origin: upgrade.original(of:))
    } catch {
      throw diagnostic(error)
    }
    return upgrade.changes.isEmpty ? nil : upgrade.bytes
  }

  /// The word for a layout that the file's `[carousel]` has; nil when it has none.
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

/// Finds whom visitors call in a file that is no TOML because of a mistake somewhere else in it.
package enum LenientContact {
  /// What stands first in quotes in the first line of the form `contact = "…"` or `contact = { en = "…" }`;
  /// nil when there is none.
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
