/// Text on a line of its own, as OpenMetrics writes the values of labels: backslash, quote and line feed behind a backslash.
enum EscapedText {
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": result.append(contentsOf: ["\\", scalar])
      case "\n": result.append(contentsOf: ["\\", "n"])
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Nil for what was not written by `escaped(_:)`.
  static func unescaped(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": result.append("\n")
      case "\\": result.append("\\")
      case "\"": result.append("\"")
      default: return nil
      }
    }
    return String(result)
  }
}
