/// A place in a text. Lines and columns count from 1, columns in Unicode scalars.
struct TextPosition: Hashable, Comparable {
  var line: Int
  var column: Int

  static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
