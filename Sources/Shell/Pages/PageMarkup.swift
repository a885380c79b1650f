/// Parses a page's text with a little markup, as in Markdown, line by line.
///
/// `#` to `###` before a line make it a heading, and `-` or `*` an item of a list. `---` is a horizontal
/// rule. A line `![description](file.png "caption")` is a picture, and several in succession are a row of
/// pictures. `![label](qr:text)` is a QR code. `[label](tile:id)` in text is a link to a tile, and a button
/// below it. Everything else is text whose lines run on until an empty line.
package struct PageMarkup {
  package private(set) var blocks: [PageBlock] = []
  /// The references to tiles and codes, with the numbers of their lines.
  package private(set) var references: [(line: Int, kind: Reference)] = []
  /// The block to which the next line may belong.
  private var open: PageBlock?
  /// The links in the open block, and whether the block has other words.
  private var (links, hasWords) = ([PageLink](), false)
  /// The number of the present line, from 1.
  private var line = 0
  private let locate: (String) -> String?
  private let revision: (String) -> Int64

  /// A reference of a page besides pictures.
  package enum Reference: Hashable, Sendable {
    case tile(String)
    case code(String)
    /// Any other target: the page shows only its label.
    case other(String)
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - locate: Returns the absolute path for a picture's path on the page; nil leaves the picture out.
  ///   - revision: Returns the revision of a picture file.
  package init(
    _ text: String, locate: @escaping (String) -> String?, revision: @escaping (String) -> Int64 = { _ in 0 }
  ) {
    (self.locate, self.revision) = (locate, revision)
    for text in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      line += 1
      read(String(text).trimmed)
    }
    finish()
  }

  private mutating func read(_ line: String) {
    if line.isEmpty { return finish() }
    if let block = heading(line) ?? rule(line) ?? point(line) { return begin(block) }
    if let reference = PageReference(picture: line) { return add(picture(reference)) }
    // Text continues a text block. After any other block, it begins a new one.
    guard let block = open, block.runsOn else { return begin(.paragraph(line)) }
    let words = takeLinks(of: line)
    open = block.mapText { $0 + " " + words }
  }

  /// Adds a picture, which continues a row, whether or not it can be shown.
  private mutating func add(_ block: PageBlock?) {
    let before = open?.pictures ?? []
    guard !before.isEmpty else { return begin(block) }
    guard let block else { return }
    if case .picture(let picture) = block, before.count < PageBlock.mostInGallery {
      open = .gallery(before + [picture])
    } else {
      begin(block)
    }
  }

  /// Begins a block, or none, and ends the previous one.
  private mutating func begin(_ block: PageBlock?) {
    finish()
    open = block?.mapText { takeLinks(of: $0) }
  }

  private mutating func finish() {
    if let open {
      if hasWords || links.isEmpty { blocks += open.pieces }
      if !links.isEmpty {
        blocks.append(
          .links(links.prefix(PageLink.most).map { PageLink($0.label, to: $0.tile, isInText: hasWords) }))
      }
    }
    (open, links, hasWords) = (nil, [], false)
  }

  /// Returns a line with the labels of its links, and collects the links.
  private mutating func takeLinks(of line: String) -> String {
    var (words, rest, isBare) = ("", line[...], true)
    while let reference = PageReference(firstIn: rest) {
      let before = rest[..<reference.range.lowerBound]
      if before.contains(where: \.isLetter) || before.contains(where: \.isNumber) { isBare = false }
      words += before + reference.label
      rest = rest[reference.range.upperBound...]
      if reference.target.hasPrefix(PageLink.prefix), !reference.label.isEmpty {
        let tile = String(reference.target.dropFirst(PageLink.prefix.count))
        links.append(PageLink(reference.label, to: tile))
        references.append((self.line, .tile(tile)))
      } else {
        isBare = false
        references.append((self.line, .other(reference.target)))
      }
    }
    if rest.contains(where: { $0.isLetter || $0.isNumber }) { isBare = false }
    if !isBare { hasWords = true }
    return words + rest
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

  private mutating func picture(_ reference: PageReference) -> PageBlock? {
    if reference.target.hasPrefix(PageCode.prefix) {
      let text = String(reference.target.dropFirst(PageCode.prefix.count))
      references.append((line, .code(text)))
      return text.isEmpty || text.utf8.count > PageCode.most
        ? reference.label.isEmpty ? nil : .paragraph(reference.label)
        : .code(PageCode(text, label: reference.label))
    }
    return locate(reference.target).map {
      .picture($0, words: reference.label, caption: reference.title, revision: revision($0))
    }
  }
}

/// A reference in brackets and parentheses: `[label](target "title")`.
private struct PageReference {
  let label: String
  let target: String
  /// The title; may be empty.
  let title: String
  /// The longest target after a label, in characters. Without a limit, malicious text could take forever.
  private static let longest = 300
  /// The range of the reference.
  let range: Range<String.Index>

  /// Parses a line that consists of a picture.
  init?(picture line: String) {
    guard line.hasPrefix("!["), line.hasSuffix(")"), let bracket = line.firstIndex(of: "]"),
      line[line.index(after: bracket)...].hasPrefix("(")
    else { return nil }
    label = Self.shortened(line[..<bracket].dropFirst(2))
    (target, title) = Self.parts(line[line.index(bracket, offsetBy: 2)...].dropLast())
    range = line.startIndex..<line.endIndex
  }

  /// Parses the first link in a text.
  init?(firstIn text: Substring) {
    var rest = text
    while let start = rest.firstIndex(of: "[") {
      let isPicture = start > text.startIndex && text[text.index(before: start)] == "!"
      let inside = text[text.index(after: start)...]
      // A bracket within brackets starts over.
      guard let bracket = inside.firstIndex(where: { $0 == "]" || $0 == "[" }) else { return nil }
      let behind = inside[inside.index(after: bracket)...]
      guard !isPicture, inside[bracket] == "]", behind.first == "(",
        let end = behind.prefix(Self.longest).firstIndex(of: ")")
      else {
        rest = text[bracket...]
        if rest.first == "]" { rest = rest.dropFirst() }
        continue
      }
      label = Self.shortened(inside[..<bracket])
      (target, title) = Self.parts(behind[..<end].dropFirst())
      range = start..<text.index(after: end)
      return
    }
    return nil
  }

  private static func shortened(_ text: Substring) -> String {
    String(String(text).trimmed.prefix(PageBlock.longest))
  }

  /// Returns the target and the quoted title after it.
  private static func parts(_ text: Substring) -> (target: String, title: String) {
    let text = String(text).trimmed
    guard text.hasSuffix("\""), let quote = text.dropLast().firstIndex(of: "\""),
      text[..<quote].last?.isWhitespace == true
    else { return (text, "") }
    return (String(text[..<quote]).trimmed, shortened(text[text.index(after: quote)...].dropLast()))
  }
}

extension PageBlock {
  /// The block itself, or if it is too long several blocks that end between words.
  fileprivate var pieces: [PageBlock] {
    switch self {
    case .paragraph(let text): text.pageParts.map { .paragraph($0) }
    case .point(let text): text.pageParts.enumerated().map { $0 == 0 ? .point($1) : .paragraph($1) }
    case .heading(let text, let level): [.heading(text.pageParts.first ?? text, level: level)]
    case .picture, .gallery, .links, .code, .rule: [self]
    }
  }

  /// Returns the block with changed text.
  fileprivate func mapText(_ change: (String) -> String) -> PageBlock {
    switch self {
    case .paragraph(let text): .paragraph(change(text))
    case .point(let text): .point(change(text))
    case .heading(let text, let level): .heading(change(text), level: level)
    case .picture, .gallery, .links, .code, .rule: self
    }
  }
}

extension String {
  /// The text without whitespace at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  /// The text in parts that end between words, if it is long.
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
