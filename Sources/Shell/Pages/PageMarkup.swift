/// Reads a page's text with a little markup, as in Markdown, line by line.
///
/// `#` to `###` before a line make it a heading, `-` or `*` a point of a list, `---` a line across the page, and
/// `![what it shows](file.png "caption")` a picture. Everything else is text whose lines run on until an empty one.
struct PageMarkup {
  private(set) var blocks: [PageBlock] = []
  /// The piece that the next line may still belong to.
  private var open: PageBlock?
  private let locate: (String) -> String?
  private let revision: (String) -> Int64

  /// - Parameters:
  ///   - locate: the absolute path of a picture by the path that the page has; nil leaves it out.
  ///   - revision: what tells a picture file from what it was before.
  init(_ text: String, locate: @escaping (String) -> String?, revision: @escaping (String) -> Int64) {
    (self.locate, self.revision) = (locate, revision)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      read(String(line).trimmed)
    }
    finish()
  }

  private mutating func read(_ line: String) {
    if line.isEmpty { return finish() }
    if let block = heading(line) ?? rule(line) ?? point(line) { return begin(block) }
    if let reference = PageReference(picture: line) { return begin(picture(reference)) }
    // Text goes on with text; behind anything else it begins anew.
    switch open {
    case .paragraph(let text): open = .paragraph(text + " " + line)
    case .point(let text): open = .point(text + " " + line)
    default: begin(.paragraph(line))
    }
  }

  /// A new piece, or none, ends the one before.
  private mutating func begin(_ block: PageBlock?) {
    finish()
    open = block
  }

  private mutating func finish() {
    if let open { blocks += open.pieces }
    open = nil
  }

  private func heading(_ line: String) -> PageBlock? {
    let marks = line.prefix { $0 == "#" }.count
    guard (1...6).contains(marks), line.dropFirst(marks).first == " " else { return nil }
    return .heading(String(line.dropFirst(marks)).trimmed, level: min(marks, 3))
  }

  private func rule(_ line: String) -> PageBlock? {
    line.count >= 3 && Set(line).count == 1 && "-*_".contains(line.first ?? " ") ? .rule : nil
  }

  private func point(_ line: String) -> PageBlock? {
    line.hasPrefix("- ") || line.hasPrefix("* ") ? .point(String(line.dropFirst(2)).trimmed) : nil
  }

  private func picture(_ reference: PageReference) -> PageBlock? {
    locate(reference.target).map {
      .picture($0, words: reference.label, caption: reference.title, revision: revision($0))
    }
  }
}

/// What stands between brackets and parentheses: `[label](target "title")`.
struct PageReference {
  let label: String
  let target: String
  /// May be empty.
  let title: String

  /// A line that is a picture and nothing else.
  init?(picture line: String) {
    guard line.hasPrefix("!["), line.hasSuffix(")"), let bracket = line.firstIndex(of: "]"),
      line[line.index(after: bracket)...].hasPrefix("(")
    else { return nil }
    label = String(String(line[..<bracket].dropFirst(2)).trimmed.prefix(PageBlock.longest))
    (target, title) = Self.parts(line[line.index(bracket, offsetBy: 2)...].dropLast())
  }

  /// A target, and behind it a title in quotation marks.
  private static func parts(_ text: Substring) -> (target: String, title: String) {
    let text = String(text).trimmed
    guard text.hasSuffix("\""), let quote = text.dropLast().firstIndex(of: "\""),
      text[..<quote].last?.isWhitespace == true
    else { return (text, "") }
    let title = String(text[text.index(after: quote)...].dropLast()).trimmed
    return (String(text[..<quote]).trimmed, String(title.prefix(PageBlock.longest)))
  }
}

extension PageBlock {
  /// Itself, or where it is too long several that end between words.
  fileprivate var pieces: [PageBlock] {
    switch self {
    case .paragraph(let text): text.pageParts.map { .paragraph($0) }
    case .point(let text): text.pageParts.enumerated().map { $0 == 0 ? .point($1) : .paragraph($1) }
    case .heading(let text, let level): [.heading(text.pageParts.first ?? text, level: level)]
    case .picture, .rule: [self]
    }
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  /// A long text in pieces that end between words.
  var pageParts: [String] {
    var (parts, rest) = ([String](), self[...])
    while rest.count > PageBlock.longest {
      let limit = rest.index(rest.startIndex, offsetBy: PageBlock.longest)
      let end = rest[..<limit].lastIndex(where: \.isWhitespace) ?? limit
      parts.append(String(rest[..<end]))
      rest = rest[end...].drop(while: \.isWhitespace)
    }
    return parts + (rest.isEmpty ? [] : [String(rest)])
  }
}
