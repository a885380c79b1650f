/// The rule that maps numbers to the forms of a text: the expression of a catalog's `Plural-Forms`.
///
/// The grammar is that of C's conditional expressions over `n` (GNU gettext, section "Additional functions
/// for plural forms").
struct PluralRule: Hashable, Sendable {
  private let forms: Int
  private let expression: PluralExpression

  /// A singular and a plural: the default of catalogs without a rule.
  static let germanic = PluralRule(forms: 2, expression: .binary(.differs, .number, .constant(1)))

  private init(forms: Int, expression: PluralExpression) {
    (self.forms, self.expression) = (forms, expression)
  }

  /// Parses the field of a header: `nplurals=2; plural=(n != 1);`.
  init(header: String) throws(CatalogError) {
    var values: [Substring: Substring] = [:]
    for part in header.split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = part[..<equals].drop { $0 == " " }
      values[name.prefix { $0 != " " }] = part[part.index(after: equals)...]
    }
    guard let forms = values["nplurals"].flatMap({ Int($0.filter { $0 != " " }) }),
      (1...Self.mostForms).contains(forms),
      let text = values["plural"], let expression = PluralExpression(String(text))
    else { throw .pluralForms(String(header.prefix(80))) }
    self.init(forms: forms, expression: expression)
  }

  /// No language has more forms.
  private static let mostForms = 10

  /// Returns the index of the form for a count.
  func form(for count: Int) -> Int {
    min(max(0, expression.value(for: max(0, min(count, Self.largestCount)))), forms - 1)
  }

  /// Larger numbers could overflow in sums and products.
  private static let largestCount = 1_000_000_000
}

/// A C expression over `n`.
indirect enum PluralExpression: Hashable, Sendable {
  case number
  case constant(Int)
  case not(PluralExpression)
  case binary(Operator, PluralExpression, PluralExpression)
  case choice(PluralExpression, PluralExpression, PluralExpression)

  /// A binary operator.
  enum Operator: String, Sendable {
    case or = "||", and = "&&"
    case equals = "==", differs = "!="
    case less = "<", greater = ">", atMost = "<=", atLeast = ">="
    case plus = "+", minus = "-"
    case times = "*", over = "/", modulo = "%"
  }

  /// Parses an expression; nil if the text is not valid.
  init?(_ text: String) {
    guard var parser = PluralParser(text), let expression = parser.whole() else { return nil }
    self = expression
  }

  /// Returns the value. Division by zero results in zero.
  func value(for number: Int) -> Int {
    switch self {
    case .number: number
    case .constant(let value): value
    case .not(let part): part.value(for: number) == 0 ? 1 : 0
    case .choice(let condition, let first, let second):
      (condition.value(for: number) != 0 ? first : second).value(for: number)
    case .binary(let operation, let left, let right):
      Self.value(operation, left.value(for: number), right.value(for: number))
    }
  }

  private static func value(_ operation: Operator, _ left: Int, _ right: Int) -> Int {
    switch operation {
    case .or: left != 0 || right != 0 ? 1 : 0
    case .and: left != 0 && right != 0 ? 1 : 0
    case .equals: left == right ? 1 : 0
    case .differs: left != right ? 1 : 0
    case .less: left < right ? 1 : 0
    case .greater: left > right ? 1 : 0
    case .atMost: left <= right ? 1 : 0
    case .atLeast: left >= right ? 1 : 0
    case .plus: left &+ right
    case .minus: left &- right
    case .times: left &* right
    case .over: right == 0 ? 0 : left.dividedReportingOverflow(by: right).partialValue
    case .modulo: right == 0 ? 0 : left.remainderReportingOverflow(dividingBy: right).partialValue
    }
  }
}

/// Parses a C expression over `n`, with the lowest precedence first.
private struct PluralParser {
  /// Limits of length and nesting, because recursion must end. No catalog needs more.
  private static let longest = 2000
  private static let deepest = 40

  /// Operators by precedence, the lowest first. Longer operators come before their prefixes.
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

  /// Returns the expression if it is the whole text.
  mutating func whole() -> PluralExpression? {
    guard let expression = choice() else { return nil }
    skipBlanks()
    return rest.isEmpty ? expression : nil
  }

  private mutating func choice() -> PluralExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest, let condition = chain(0) else { return nil }
    guard consume("?") else { return condition }
    guard let first = choice(), consume(":"), let second = choice() else { return nil }
    return .choice(condition, first, second)
  }

  private mutating func chain(_ level: Int) -> PluralExpression? {
    guard level < Self.levels.count else { return operand() }
    guard var left = chain(level + 1) else { return nil }
    while let operation = Self.levels[level].first(where: { consume($0.rawValue) }) {
      guard let right = chain(level + 1) else { return nil }
      left = .binary(operation, left, right)
    }
    return left
  }

  private mutating func operand() -> PluralExpression? {
    if consume("!") {
      depth += 1
      defer { depth -= 1 }
      return depth <= Self.deepest ? operand().map { .not($0) } : nil
    }
    if consume("n") { return .number }
    if consume("(") {
      guard let inner = choice(), consume(")") else { return nil }
      return inner
    }
    skipBlanks()
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= 9, let value = Int(Substring(digits)) else { return nil }
    rest = rest.dropFirst(digits.count)
    return .constant(value)
  }

  /// Skips a mark if it comes next.
  private mutating func consume(_ mark: String) -> Bool {
    skipBlanks()
    guard rest.starts(with: mark.utf8) else { return false }
    // "!" is another operator than "!=".
    if mark == "!", rest.dropFirst().first == UInt8(ascii: "=") { return false }
    rest = rest.dropFirst(mark.utf8.count)
    return true
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
  }
}
