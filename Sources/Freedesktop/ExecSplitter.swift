/// Walks over a command line and cuts it into words.
struct ExecSplitter {
  private var scalars: String.UnicodeScalarView.Iterator
  private var words: [ExecLine.Word] = []
  private var word: ExecLine.Word?
  private var text = String.UnicodeScalarView()

  init(_ text: String) {
    scalars = text.unicodeScalars.makeIterator()
  }

  mutating func split() throws(ExecLine.Fault) -> [ExecLine.Word] {
    while let scalar = scalars.next() {
      switch scalar {
      case " ", "\t", "\n", "\r": endWord()
      case "\"": try doubleQuoted()
      case "'": try singleQuoted()
      case "\\": append(scalars.next() ?? "\\")
      case "%": try fieldCode()
      default: append(scalar)
      }
    }
    endWord()
    return words
  }

  /// Within double quotes a backslash protects a quote, a backtick, a dollar sign and itself.
  private mutating func doubleQuoted() throws(ExecLine.Fault) {
    beginQuote()
    while let scalar = scalars.next() {
      switch scalar {
      case "\"": return
      case "%": try fieldCode()
      case "\\":
        guard let next = scalars.next() else { throw .unterminatedQuote }
        if !"\"`$\\".unicodeScalars.contains(next) { append("\\") }
        append(next)
      default: append(scalar)
      }
    }
    throw .unterminatedQuote
  }

  private mutating func singleQuoted() throws(ExecLine.Fault) {
    beginQuote()
    while let scalar = scalars.next() {
      switch scalar {
      case "'": return
      case "%": try fieldCode()
      default: append(scalar)
      }
    }
    throw .unterminatedQuote
  }

  private mutating func fieldCode() throws(ExecLine.Fault) {
    guard let code = scalars.next() else { throw .trailingPercent }
    switch code {
    case "%": append("%")
    case "f": append(.file)
    case "F": append(.files)
    case "u": append(.url)
    case "U": append(.urls)
    case "i": append(.icon)
    case "c": append(.name)
    case "k": append(.location)
    case "d", "D", "n", "N", "v", "m": append(.deprecated)
    default: throw .unknownFieldCode(Character(code))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    text.append(scalar)
  }

  private mutating func append(_ field: ExecLine.FieldCode) {
    flushText()
    word = word ?? ExecLine.Word()
    word?.pieces.append(.field(field))
  }

  private mutating func beginQuote() {
    word = word ?? ExecLine.Word()
    word?.isQuoted = true
  }

  private mutating func flushText() {
    guard !text.isEmpty else { return }
    word = word ?? ExecLine.Word()
    word?.pieces.append(.text(String(text)))
    text = String.UnicodeScalarView()
  }

  private mutating func endWord() {
    flushText()
    if let word { words.append(word) }
    word = nil
  }
}
