import JSONFormat
import Testing

struct JSONTests {
  @Test(arguments: [
    (JSON.string("a \"b\" \\ c"), #""a \"b\" \\ c""#), (.string("\n\t\u{1}\u{1F}é"), #""\n\t\u0001\u001fé""#),
    (.number(3), "3"), (.number(-0.5), "-0.5"), (.number(.infinity), "null"), (.number(.nan), "null"),
    (.number(1e300), "1e+300"), (.boolean(true), "true"), (.null, "null"), (.verbatim("[1]"), "[1]"),
    (.list([]), "[]"), (.object([]), "{}"), (.strings(["a", "b"]), #"["a","b"]"#),
    (.object([("b", .optional(nil)), ("a", .optional("x"))]), #"{"b":null,"a":"x"}"#),
  ])
  func valuesAreWrittenOnOneLine(value: JSON, text: String) {
    #expect(value.text == text)
  }

  @Test func objectsHaveALineForEachMember() {
    let value = JSON.object([
      ("a", .number(1)), ("b", .object([("c", .strings(["d", "e"])), ("f", .object([]))])),
    ])
    #expect(
      value.text(indent: 0) == """
        {
          "a": 1,
          "b": {
            "c": ["d", "e"],
            "f": {}
          }
        }
        """)
  }
}
