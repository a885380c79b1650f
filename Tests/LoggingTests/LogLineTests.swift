import Logging
import Testing

struct LogLineTests {
  private func line(_ text: String, priority: LogPriority? = .warning) -> String {
    String(decoding: LogLine(priority: priority, topic: "seat", text: text).bytes, as: UTF8.self)
  }

  @Test func aLineCarriesItsPriorityAndTopic() {
    #expect(line("no touch yet") == "<4>seat: no touch yet\n")
    #expect(line("no touch yet", priority: nil) == "seat: no touch yet\n")
  }

  @Test(arguments: [
    ("two\nlines", "two\\nlines"), ("\u{1B}[31mred", "\\u{1b}[31mred"), ("a\u{0}b", "a\\u{0}b"),
    ("tab\there\r", "tab\\there\\r"), ("\u{7F}\u{9B}", "\\u{7f}\\u{9b}"), ("\u{202E}abc", "\\u{202e}abc"),
    ("Grüße 🙂 日本", "Grüße 🙂 日本"), ("\r\n", "\\r\\n"),
  ])
  func controlCharactersBecomeVisible(text: String, expected: String) {
    #expect(line(text) == "<4>seat: \(expected)\n")
  }

  @Test func aLongLineIsCutBetweenCharacters() {
    for padding in 0..<4 {
      let bytes = LogLine(
        priority: .error, topic: "x",
        text: String(repeating: "a", count: padding) + String(repeating: "🙂", count: 3000)
      ).bytes
      #expect(bytes.count <= LogLine.maximumBytes)
      #expect(bytes.count > LogLine.maximumBytes - 8)
      #expect(String(validating: bytes, as: UTF8.self)?.hasSuffix("🙂…\n") == true)
    }
  }
}
