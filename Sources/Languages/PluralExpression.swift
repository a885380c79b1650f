/// An expression of C over `n`.
indirect enum PluralExpression: Hashable, Sendable {
  case number
  case constant(Int)
  case not(PluralExpression)
  case binary(Operator, PluralExpression, PluralExpression)
  case choice(PluralExpression, PluralExpression, PluralExpression)

  /// What stands between two operands.
  enum Operator: String, Sendable {
    case or = "||", and = "&&"
    case equals = "==", differs = "!="
    case less = "<", greater = ">", atMost = "<=", atLeast = ">="
    case plus = "+", minus = "-"
    case times = "*", over = "/", modulo = "%"
  }

  /// The expression that a text is; nil when it is none.
  init?(_ text: String) {
    guard var parser = PluralParser(text), let expression = parser.whole() else { return nil }
    self = expression
  }

  /// Its value; dividing by nothing gives nothing.
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
