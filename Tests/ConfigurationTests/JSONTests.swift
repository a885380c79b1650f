import Configuration
import Foundation
import Testing

struct JSONTests {
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
