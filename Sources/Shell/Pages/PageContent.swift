/// The content of a page.
package struct PageContent: Hashable, Sendable {
  /// The blocks from top to bottom.
  package var blocks: [PageBlock]

  /// Creates a page from its blocks.
  package init(_ blocks: [PageBlock]) {
    self.blocks = Array(blocks.prefix(PageBlock.most))
  }

  /// The picture that is the only content; nil otherwise.
  var onlyPicture: PagePicture? {
    guard blocks.count == 1, case .picture(let picture) = blocks[0] else { return nil }
    return picture
  }

  /// The picture at the beginning of a longer page; nil for none.
  var leadPicture: PagePicture? {
    guard blocks.count > 1, case .picture(let picture) = blocks[0] else { return nil }
    return picture
  }

  /// The page's own title, if its text begins with one; nil otherwise.
  var ownTitle: String? {
    guard case .heading(let title, level: 1)? = blocks.dropFirst(leadPicture == nil ? 0 : 1).first else {
      return nil
    }
    return title
  }

  /// The blocks below the lead picture and the title on it.
  var blocksBelowLead: ArraySlice<PageBlock> {
    leadPicture == nil ? blocks[...] : blocks.dropFirst(ownTitle == nil ? 1 : 2)
  }

  /// The tiles that the links open.
  var linkedTiles: [String] {
    blocks.flatMap { if case .links(let links) = $0 { links.map(\.tile) } else { [String]() } }
  }

  /// Returns the page with links only to existing tiles, and with their pictures. Other links become plain
  /// text.
  ///
  /// - Parameter find: Returns the tile with an identifier.
  func linked(_ find: (String) -> LauncherTile?) -> PageContent {
    guard !linkedTiles.isEmpty else { return self }
    return PageContent(
      blocks.compactMap { block in
        guard case .links(let links) = block else { return block }
        let there = links.compactMap { link in
          find(link.tile).map { tile in
            var link = link
            link.picture = tile.appearance.photograph?.source
            return link
          }
        }
        if !there.isEmpty { return .links(there) }
        let words = links.filter { !$0.isInText }.map(\.label)
        return words.isEmpty ? nil : .paragraph(words.joined(separator: " · "))
      })
  }

  /// The spoken texts, from top to bottom.
  var spoken: [String] { blocks.flatMap(\.spoken) }

  /// Returns the page with a description for its only picture, if that has none.
  func describing(_ words: String) -> PageContent {
    guard var picture = onlyPicture, picture.words.isEmpty else { return self }
    picture.words = words
    return PageContent([.picture(picture)])
  }

  /// The paths of the picture files.
  package var pictures: [String] { blocks.flatMap(\.pictures).map(\.path) }

  /// Creates a page from plain text. An empty line ends a paragraph; every other line break stays.
  package init(plain text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    let paragraphs = lines.split { $0.allSatisfy(\.isWhitespace) }
    self.init(paragraphs.flatMap { $0.joined(separator: "\n").pageParts.map(PageBlock.paragraph) })
  }

  /// Creates a page from text with a little markup: see `PageMarkup`.
  ///
  /// - Parameters:
  ///   - locate: Returns the absolute path for a picture's path on the page; nil leaves the picture out.
  ///   - revision: Returns the revision of a picture file.
  package init(
    markup text: String, locate: @escaping (String) -> String?,
    revision: @escaping (String) -> Int64 = { _ in 0 }
  ) {
    self.init(PageMarkup(text, locate: locate, revision: revision).blocks)
  }
}
