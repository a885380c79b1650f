/// Texts with places for values, as C's `printf` writes them: `%s` and `%d` in turn, `%2$s` by number, `%%` for the sign.
public enum Template {
  /// The text with values in its places. A place without a value stays empty; a `%` that begins none stays as it is.
  public static func fill(_ template: String, _ values: [String]) -> String {
    guard template.utf8.contains(UInt8(ascii: "%")) else { return template }
    var (result, rest, next) = ("", template[...], 0)
    while let sign = rest.firstIndex(of: "%") {
      result += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if rest.first == "%" {
        result += "%"
        rest = rest.dropFirst()
      } else if let (place, after) = place(rest) {
        result += value(place ?? next, of: values)
        if place == nil { next += 1 }
        rest = after
      } else {
        result += "%"
      }
    }
    return result + rest
  }

  /// What follows a sign: the number of a value, or nil where values come in turn; and what comes behind.
  private static func place(_ text: Substring) -> (Int?, Substring)? {
    let digits = text.prefix { "0"..."9" ~= $0 }
    if digits.isEmpty { return isKind(text.first) ? (nil, text.dropFirst()) : nil }
    let after = text.dropFirst(digits.count)
    guard after.first == "$", isKind(after.dropFirst().first), let number = Int(digits.prefix(3)), number > 0
    else { return nil }
    return (number - 1, after.dropFirst(2))
  }

  private static func isKind(_ letter: Character?) -> Bool { letter == "s" || letter == "d" }

  private static func value(_ index: Int, of values: [String]) -> String {
    values.indices.contains(index) ? values[index] : ""
  }
}
