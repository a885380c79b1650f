extension KeyFile.Entry {
  /// The value as text: `\s \n \t \r \\` stand for space, newline, tab, carriage return and backslash.
  ///
  /// Any other escape stays as written.
  public var string: String { KeyFile.unescape(value) }

  /// The value as a list: parts end with a semicolon, `\;` is a semicolon. Empty parts are left out.
  public func list(separator: Unicode.Scalar = ";") -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var escaped = false
    for scalar in value.unicodeScalars {
      if escaped {
        if scalar != separator { part.append("\\") }
        part.append(scalar)
        escaped = false
      } else if scalar == "\\" {
        escaped = true
      } else if scalar == separator {
        parts.append(String(part))
        part = String.UnicodeScalarView()
      } else {
        part.append(scalar)
      }
    }
    if escaped { part.append("\\") }
    parts.append(String(part))
    return parts.filter { !$0.isEmpty }.map(KeyFile.unescape)
  }

  /// The value as a truth: `true` or `false`, and the `1` and `0` of old files; nil for anything else.
  public var boolean: Bool? {
    switch value {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}

extension KeyFile {
  /// `text` with its escapes resolved.
  static func unescape(_ text: String) -> String {
    guard text.utf8.contains(0x5C) else { return text }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch scalars.next() {
      case "s": result.append(" ")
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "\\", nil: result.append("\\")
      case .some(let other): result.append(contentsOf: ["\\", other])
      }
    }
    return String(result)
  }
}
