import Configuration

/// Finds whom visitors call in a file that is no TOML because of a mistake somewhere else in it.
public enum LenientContact {
  /// What stands first in quotes in the first line of the form `contact = "…"` or `contact = { en = "…" }`; nil when there
  /// is none.
  public static func find(in bytes: [UInt8]) -> String? {
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
