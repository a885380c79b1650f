import Foundation
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

  @Test func valuesAreReadAsTheyAreWritten() throws {
    let text = "\"\\/\u{0}\u{8}\u{1F}\u{7F}\u{2028}\n\t</script>é🎡"
    let value = JSON.object([
      (text, .string(text)), ("list", .strings([text, ""])), ("none", .optional(nil)),
      ("numbers", .list([.number(-3), .number(0.25), .number(1e20), .number(.infinity)])),
      ("truth", .boolean(true)), ("nothing", .object([])), ("verbatim", .verbatim("[1]")),
    ])
    #expect(!value.text.contains("\n"))
    let read = try JSONSerialization.jsonObject(with: Data(value.text.utf8))
    let members = try #require(read as? [String: Any])
    #expect(members.count == 7 && members[text] as? String == text)
    #expect(members["list"] as? [String] == [text, ""] && members["none"] is NSNull)
    let numbers = try #require(members["numbers"] as? [Any])
    #expect(numbers.count == 4 && numbers[0] as? Int == -3 && numbers[1] as? Double == 0.25)
    #expect(numbers[2] as? Double == 1e20 && numbers[3] is NSNull)
    #expect(members["truth"] as? Bool == true && members["verbatim"] as? [Int] == [1])
  }
}
