/// Which of a text's forms goes with which number: the expression of a catalogue's `Plural-Forms`.
///
/// The grammar is that of C's conditional expressions over `n` (GNU gettext, section "Additional functions for plural forms").
struct PluralRule: Hashable, Sendable {
  private let forms: Int
  private let expression: PluralExpression

  /// One form for one, another for everything else: what a catalogue means that says nothing.
  static let germanic = PluralRule(forms: 2, expression: .binary(.differs, .number, .constant(1)))

  private init(forms: Int, expression: PluralExpression) {
    (self.forms, self.expression) = (forms, expression)
  }

  /// The rule that a header's field says: `nplurals=2; plural=(n != 1);`.
  init(header: String) throws(CatalogueError) {
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

  /// No language has more.
  private static let mostForms = 10

  /// The number of the form for so many.
  func form(for count: Int) -> Int {
    min(max(0, expression.value(for: max(0, min(count, Self.largestCount)))), forms - 1)
  }

  /// Sums and products of larger numbers could leave the range of integers.
  private static let largestCount = 1_000_000_000
}
