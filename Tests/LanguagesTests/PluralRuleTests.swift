import Testing

@testable import Languages

struct PluralRuleTests {
  /// Rules of common catalogs, with the form for some numbers (GNU gettext, "Plural forms").
  static let rules: [(String, [Int: Int])] = [
    ("nplurals=2; plural=(n != 1);", [0: 1, 1: 0, 2: 1, 100: 1]),
    ("nplurals=2; plural=(n > 1);", [0: 0, 1: 0, 2: 1]),
    ("nplurals=1; plural=0;", [0: 0, 1: 0, 7: 0]),
    (
      "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;",
      [0: 0, 1: 1, 2: 2, 3: 3, 10: 3, 11: 4, 99: 4, 100: 5, 102: 5, 103: 3]
    ),
    (
      " nplurals = 3 ; plural = n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
      [1: 0, 11: 2, 21: 0, 2: 1, 12: 2, 22: 1, 5: 2, 0: 2]
    ),
    (
      "nplurals=4; plural=(n==1 || n==11) ? 0 : !(n!=2) ? 1 : n*2-n/2+1>5 ? 2 : 3",
      [1: 0, 11: 0, 2: 1, 3: 2, 0: 3]
    ),
  ]

  @Test(arguments: rules) func everyNumberHasItsForm(rule: String, forms: [Int: Int]) throws {
    let parsed = try PluralRule(header: rule)
    for (count, form) in forms { #expect(parsed.form(for: count) == form, "\(count)") }
  }

  @Test func outOfRangeFormsAreClamped() throws {
    #expect(try PluralRule(header: "nplurals=2; plural=n;").form(for: 9) == 1)
    #expect(try PluralRule(header: "nplurals=2; plural=0-n;").form(for: 9) == 0)
    #expect(try PluralRule(header: "nplurals=2; plural=n/0;").form(for: 9) == 0)
    #expect(try PluralRule(header: "nplurals=2; plural=n%0;").form(for: .max) == 0)
    #expect(try PluralRule(header: "nplurals=2; plural=n*n*n*n;").form(for: .max) >= 0)
    #expect(try PluralRule(header: "nplurals=2; plural=(n != 1);").form(for: -5) == 1)
  }

  @Test(arguments: [
    "", "nplurals=2", "plural=n", "nplurals=0; plural=n;", "nplurals=99; plural=n;", "nplurals=2; plural=;",
    "nplurals=2; plural=n n;", "nplurals=2; plural=(n;", "nplurals=2; plural=n ? 1;",
    "nplurals=2; plural=system;",
    "nplurals=2; plural=99999999999999999999;",
    "nplurals=2; plural=" + String(repeating: "(", count: 5000) + ";",
    "nplurals=2; plural=" + String(repeating: "!", count: 1900) + "n;",
    "nplurals=2; plural=" + String(repeating: "n?", count: 900) + "n;",
  ])
  func invalidRulesAreRefused(text: String) {
    #expect(throws: CatalogError.self) { try PluralRule(header: text) }
  }
}
