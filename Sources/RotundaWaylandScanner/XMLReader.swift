/// Reads the part of XML that protocol files use: elements, attributes, comments, character data.
///
/// A reader of our own, because the tool runs at every build on every machine: it needs no library
/// and knows the line of each element.
struct XMLReader {
  private let file: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(text: String, file: String) {
    bytes = Array(text.utf8)
    self.file = file
  }

  /// The root element of a document.
  static func root(of text: String, file: String) throws(ScannerError) -> XMLElement {
    var reader = XMLReader(text: text, file: file)
    try reader.skipToElement()
    let root = try reader.element()
    try reader.skipText(allowed: false)
    guard reader.position == reader.bytes.count else { throw reader.failure("more than one root element") }
    return root
  }

  private func failure(_ message: String) -> ScannerError {
    ScannerError(file: file, line: line, message: message)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private func isAt(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    return zip(
      bytes[position..<end], UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
    .allSatisfy { $0 == $1 }
  }

  private mutating func skip(past text: StaticString, what: String) throws(ScannerError) {
    let start = line
    while position < bytes.count {
      if isAt(text) {
        position += text.utf8CodeUnitCount
        return
      }
      advance()
    }
    throw ScannerError(file: file, line: start, message: "\(what) does not end")
  }

  private mutating func skipSpace() {
    while let byte = current, byte <= 0x20 { advance() }
  }

  /// Skips character data, comments and instructions up to the next tag or the end.
  private mutating func skipText(allowed: Bool) throws(ScannerError) {
    while let byte = current {
      if isAt("<!--") {
        try skip(past: "-->", what: "comment")
      } else if isAt("<![CDATA[") {
        try skip(past: "]]>", what: "character data")
      } else if isAt("<?") {
        try skip(past: "?>", what: "instruction")
      } else if isAt("<!") {
        try skip(past: ">", what: "declaration")
      } else if byte == UInt8(ascii: "<") {
        return
      } else if allowed || byte <= 0x20 {
        advance()
      } else {
        throw failure("text outside of the root element")
      }
    }
  }

  private mutating func skipToElement() throws(ScannerError) {
    if isAt("\u{FEFF}") { position += 3 }
    try skipText(allowed: false)
    guard current != nil else { throw failure("no root element") }
  }

  private mutating func name(of what: String) throws(ScannerError) -> String {
    let start = position
    while let byte = current, isNameByte(byte) { advance() }
    guard position > start else { throw failure("\(what) without a name") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
      UInt8(ascii: "."):
      true
    default: byte >= 0x80
    }
  }

  /// The element at whose `<` the reader stands. Nesting is kept on a list, not on the call stack, so
  /// that no file can exhaust it.
  private mutating func element() throws(ScannerError) -> XMLElement {
    var open: [XMLElement] = []
    while true {
      try skipText(allowed: true)
      guard current != nil else { throw failure("<\(open.last?.name ?? "")> is not closed") }
      let isClosing = isAt("</")
      let finished = isClosing ? try closingTag(&open) : try openingTag(&open)
      guard let finished else { continue }
      guard !open.isEmpty else { return finished }
      open[open.count - 1].children.append(finished)
    }
  }

  /// Reads `</name>` and takes its element off the list.
  private mutating func closingTag(_ open: inout [XMLElement]) throws(ScannerError) -> XMLElement? {
    position += 2
    let closed = try name(of: "closing tag")
    skipSpace()
    guard let element = open.popLast() else { throw failure("</\(closed)> closes nothing") }
    guard closed == element.name else {
      throw failure("</\(closed)> closes <\(element.name)> of line \(element.line)")
    }
    guard isAt(">") else { throw failure("</\(closed) does not end") }
    position += 1
    return element
  }

  /// Reads `<name …>`, which waits on the list for its end, or `<name …/>`, which is finished at once.
  private mutating func openingTag(_ open: inout [XMLElement]) throws(ScannerError) -> XMLElement? {
    let start = line
    position += 1
    var element = XMLElement(name: try name(of: "tag"), line: start)
    while true {
      skipSpace()
      if isAt("/>") {
        position += 2
        return element
      }
      if isAt(">") {
        position += 1
        open.append(element)
        return nil
      }
      guard current != nil else { throw failure("<\(element.name) does not end") }
      let (key, value) = try attribute()
      guard element.attributes.updateValue(value, forKey: key) == nil else {
        throw failure("<\(element.name)> has two attributes '\(key)'")
      }
    }
  }

  private mutating func attribute() throws(ScannerError) -> (String, String) {
    let key = try name(of: "attribute")
    skipSpace()
    guard isAt("=") else { throw failure("attribute '\(key)' has no value") }
    position += 1
    skipSpace()
    guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("the value of '\(key)' is not quoted")
    }
    advance()
    let start = position
    while let byte = current, byte != quote {
      guard byte != UInt8(ascii: "<") else { throw failure("the value of '\(key)' does not end") }
      advance()
    }
    guard current != nil else { throw failure("the value of '\(key)' does not end") }
    let value = String(decoding: bytes[start..<position], as: UTF8.self)
    advance()
    return (key, value)
  }
}

/// An element with its attributes and child elements; text is dropped, since signatures have none.
struct XMLElement: Equatable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []
  /// Where the element starts, counted from 1.
  var line: Int
}
