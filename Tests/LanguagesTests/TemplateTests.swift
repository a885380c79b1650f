import Languages
import Testing

struct TemplateTests {
  static let cases: [(String, [String], String)] = [
    ("nothing", ["a"], "nothing"), ("“%s” has stopped", ["Map"], "“Map” has stopped"),
    ("%s and %s", ["a", "b"], "a and b"), ("%2$s before %1$s", ["a", "b"], "b before a"),
    ("%d seconds", ["5"], "5 seconds"), ("%s %%", ["50"], "50 %"), ("100 % sure", [], "100 % sure"),
    ("%s", [], ""), ("%9$s.", ["a"], "."), ("%", ["a"], "%"), ("%1$", ["a"], "%1$"), ("%0$s", ["a"], "%0$s"),
    ("%s", ["%s"], "%s"), ("%99999999999999999999$s", ["a"], ""),
  ]

  @Test(arguments: cases) func valuesStandInTheirPlaces(template: String, values: [String], text: String) {
    #expect(Template.fill(template, values) == text)
  }
}
