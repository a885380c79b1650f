/// What is on a page.
package struct PageContent: Hashable, Sendable {
  /// Its pieces from top to bottom.
  package var blocks: [PageBlock]

  /// A page from its pieces.
  package init(_ blocks: [PageBlock]) {
    self.blocks = Array(blocks.prefix(PageBlock.most))
  }

  /// The picture that is all there is on it; nil when there is more, or none.
  var onlyPicture: String? {
    guard blocks.count == 1, case .picture(let path, _, _) = blocks[0] else { return nil }
    return path
  }

  /// What is said of it aloud, from top to bottom.
  var spoken: [String] { blocks.compactMap(\.spoken) }

  /// With words for the picture that is all there is on it, where it has none of its own.
  func describing(_ words: String) -> PageContent {
    guard blocks.count == 1, case .picture(let path, "", let revision) = blocks[0] else { return self }
    return PageContent([.picture(path, words: words, revision: revision)])
  }

  /// The picture files on it.
  package var pictures: [String] {
    blocks.compactMap { if case .picture(let path, _, _) = $0 { path } else { nil } }
  }

  /// A page from text as it stands: an empty line ends a paragraph, every other line stays a line.
  package init(plain text: String) {
    self.init(
      Self.paragraphs(of: text).flatMap { Self.pieces($0.joined(separator: "\n")).map(PageBlock.paragraph) })
  }

  /// A page from text with a little markup, as in Markdown.
  ///
  /// `#` to `###` before a line make it a heading, `-` or `*` a point of a list, `---` a line across the page, and
  /// `![what it shows](file.png)` a picture. Everything else is text whose lines run on until an empty one.
  ///
  /// - Parameters:
  ///   - locate: the absolute path of a picture by the path that the page has; nil leaves it out.
  ///   - revision: what tells a picture file from what it was before.
  package init(markup text: String, locate: (String) -> String?, revision: (String) -> Int64 = { _ in 0 }) {
    let picture = { path, words in
      locate(path).map { PageBlock.picture($0, words: words, revision: revision($0)) }
    }
    var blocks: [PageBlock] = []
    for lines in Self.paragraphs(of: text) {
      var open: PageBlock?
      for line in lines {
        let line = line.trimmed
        if let block = Self.block(line, picture: picture) {
          if let finished = open { blocks += Self.split(finished) }
          open = block.isEmpty ? nil : block[0]
        } else {
          // Text goes on with text; behind anything else it begins anew.
          if let finished = open, !finished.runsOn { blocks += Self.split(finished) }
          open = Self.continued(open, line)
        }
      }
      if let open { blocks += Self.split(open) }
    }
    self.init(blocks)
  }

  /// The piece that begins with a line, none when the line says that there is none, nil when it is ordinary text.
  private static func block(_ line: String, picture: (String, String) -> PageBlock?) -> [PageBlock]? {
    let marks = line.prefix { $0 == "#" }.count
    if (1...6).contains(marks), line.dropFirst(marks).first == " " {
      return [.heading(String(line.dropFirst(marks)).trimmed, level: min(marks, 3))]
    }
    if line.count >= 3, Set(line).count == 1, "-*_".contains(line.first ?? " ") { return [.rule] }
    if line.hasPrefix("- ") || line.hasPrefix("* ") { return [.point(String(line.dropFirst(2)).trimmed)] }
    guard line.hasPrefix("!["), line.hasSuffix(")"), let bracket = line.firstIndex(of: "]") else {
      return nil
    }
    let rest = line[line.index(after: bracket)...]
    guard rest.hasPrefix("(") else { return nil }
    let words = String(line[..<bracket].dropFirst(2)).trimmed.prefix(PageBlock.longest)
    return picture(String(rest.dropFirst().dropLast()), String(words)).map { [$0] } ?? []
  }

  private static func continued(_ open: PageBlock?, _ line: String) -> PageBlock {
    switch open {
    case .paragraph(let text): .paragraph(text + " " + line)
    case .point(let text): .point(text + " " + line)
    default: .paragraph(line)
    }
  }

  /// Lines between empty ones, without any line feed of whatever system.
  private static func paragraphs(of text: String) -> [[String]] {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    return lines.split { $0.allSatisfy(\.isWhitespace) }.map { $0.map(String.init) }
  }

  private static func split(_ block: PageBlock) -> [PageBlock] {
    switch block {
    case .paragraph(let text): pieces(text).map { .paragraph($0) }
    case .point(let text): pieces(text).enumerated().map { $0 == 0 ? .point($1) : .paragraph($1) }
    case .heading(let text, let level): [.heading(pieces(text).first ?? text, level: level)]
    case .picture, .rule: [block]
    }
  }

  /// A long text in pieces that end between words.
  private static func pieces(_ text: String) -> [String] {
    var (pieces, rest) = ([String](), text[...])
    while rest.count > PageBlock.longest {
      let limit = rest.index(rest.startIndex, offsetBy: PageBlock.longest)
      let end = rest[..<limit].lastIndex(where: \.isWhitespace) ?? limit
      pieces.append(String(rest[..<end]))
      rest = rest[end...].drop(while: \.isWhitespace)
    }
    return pieces + (rest.isEmpty ? [] : [String(rest)])
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}

/// A piece of a page: what stands below the piece before it.
package enum PageBlock: Hashable, Sendable {
  /// A heading, the largest with `level` 1, the smallest with 3.
  case heading(String, level: Int)
  /// Some lines of writing.
  case paragraph(String)
  /// A point of a list.
  case point(String)
  /// A picture file, by its absolute path, as it is now: with another revision it is shown anew.
  /// `words` say what it shows, to whoever does not see it.
  case picture(String, words: String = "", revision: Int64 = 0)
  /// A line across the page.
  case rule

  /// Most pieces that a page has; what follows is left out.
  static let most = 1000
  /// The most characters of a piece of writing: higher than any screen, and small enough for every graphics driver.
  static let longest = 1200

  /// Whether the next line of a file can belong to it.
  var runsOn: Bool {
    switch self {
    case .paragraph, .point: true
    case .heading, .picture, .rule: false
    }
  }

  /// What is said of it aloud: what it says, or what it shows; nil for what is neither.
  var spoken: String? {
    if case .picture(_, let words, _) = self { words.isEmpty ? nil : words } else { text }
  }

  /// What it says; nil for what says nothing.
  var text: String? {
    switch self {
    case .heading(let text, _), .paragraph(let text), .point(let text): text
    case .picture, .rule: nil
    }
  }
}
