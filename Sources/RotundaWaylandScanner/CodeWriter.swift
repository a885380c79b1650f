/// Lines of Swift with their indentation.
struct CodeWriter {
  private(set) var text = ""
  private var depth = 0

  /// Adds a line; an empty one separates.
  mutating func line(_ content: String = "") {
    if !content.isEmpty { text += String(repeating: "  ", count: depth) + content }
    text += "\n"
  }

  /// Adds `head {`, what `body` adds one step deeper, and `}`.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    closure(head + " {", body)
  }

  /// Adds `head`, which ends with an opening brace or what follows one, the body and `}`.
  mutating func closure(_ head: String, _ body: (inout CodeWriter) -> Void) {
    line(head)
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }
}
