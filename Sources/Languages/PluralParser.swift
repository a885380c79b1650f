/// Reads an expression of C over `n`, loosest operators first.
struct PluralParser {
  /// No catalogue needs longer or deeper ones, and recursion has to end.
  private static let longest = 2000
  private static let deepest = 40

  /// Operators by how tightly they bind, the loosest first, each list with longer ones before their beginnings.
  private static let levels: [[PluralExpression.Operator]] = [
    [.or], [.and], [.equals, .differs], [.atMost, .atLeast, .less, .greater], [.plus, .minus],
    [.times, .over, .modulo],
  ]

  private var rest: Substring.UTF8View
  private var depth = 0

  init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    rest = Substring(text).utf8
  }

  /// The expression, if the text is one and nothing else.
  mutating func whole() -> PluralExpression? {
    guard let expression = choice() else { return nil }
    skipBlanks()
    return rest.isEmpty ? expression : nil
  }

  private mutating func choice() -> PluralExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest, let condition = chain(0) else { return nil }
    guard take("?") else { return condition }
    guard let first = choice(), take(":"), let second = choice() else { return nil }
    return .choice(condition, first, second)
  }

  private mutating func chain(_ level: Int) -> PluralExpression? {
    guard level < Self.levels.count else { return operand() }
    guard var left = chain(level + 1) else { return nil }
    while let operation = Self.levels[level].first(where: { take($0.rawValue) }) {
      guard let right = chain(level + 1) else { return nil }
      left = .binary(operation, left, right)
    }
    return left
  }

  private mutating func operand() -> PluralExpression? {
    if take("!") {
      depth += 1
      defer { depth -= 1 }
      return depth <= Self.deepest ? operand().map { .not($0) } : nil
    }
    if take("n") { return .number }
    if take("(") {
      guard let inner = choice(), take(")") else { return nil }
      return inner
    }
    skipBlanks()
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= 9, let value = Int(Substring(digits)) else { return nil }
    rest = rest.dropFirst(digits.count)
    return .constant(value)
  }

  /// Goes past a mark if it comes next.
  private mutating func take(_ mark: String) -> Bool {
    skipBlanks()
    guard rest.starts(with: mark.utf8) else { return false }
    // "!" alone is another operator than "!=".
    if mark == "!", rest.dropFirst().first == UInt8(ascii: "=") { return false }
    rest = rest.dropFirst(mark.utf8.count)
    return true
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
  }
}
