/// What is on a page.
package struct PageContent: Hashable, Sendable {
  /// Its pieces from top to bottom.
  package var blocks: [PageBlock]

  /// A page from its pieces.
  package init(_ blocks: [PageBlock]) {
    self.blocks = Array(blocks.prefix(PageBlock.most))
  }

  /// The picture that is all there is on it; nil when there is more, or none.
  var onlyPicture: PagePicture? {
    guard blocks.count == 1, case .picture(let picture) = blocks[0] else { return nil }
    return picture
  }

  /// The picture that it begins with, before anything else; nil where it begins with something else.
  var leadPicture: PagePicture? {
    guard blocks.count > 1, case .picture(let picture) = blocks[0] else { return nil }
    return picture
  }

  /// The title that it has itself, as its first words; nil where it has none.
  var ownTitle: String? {
    guard case .heading(let title, level: 1)? = blocks.dropFirst(leadPicture == nil ? 0 : 1).first else {
      return nil
    }
    return title
  }

  /// What stands below its lead picture and the title on that.
  var blocksBelowLead: ArraySlice<PageBlock> {
    leadPicture == nil ? blocks[...] : blocks.dropFirst(ownTitle == nil ? 1 : 2)
  }

  /// The tiles that its links open.
  var linkedTiles: [String] {
    blocks.flatMap { if case .links(let links) = $0 { links.map(\.tile) } else { [String]() } }
  }

  /// With links only to tiles that are there, and with their pictures; of others the words are left.
  ///
  /// - Parameter find: the tile with an identifier.
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

  /// What is said of it aloud, from top to bottom.
  var spoken: [String] { blocks.flatMap(\.spoken) }

  /// With words for the picture that is all there is on it, where it has none of its own.
  func describing(_ words: String) -> PageContent {
    guard var picture = onlyPicture, picture.words.isEmpty else { return self }
    picture.words = words
    return PageContent([.picture(picture)])
  }

  /// The picture files on it.
  package var pictures: [String] { blocks.flatMap(\.pictures).map(\.path) }

  /// A page from text as it stands: an empty line ends a paragraph, every other line stays a line.
  package init(plain text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    let paragraphs = lines.split { $0.allSatisfy(\.isWhitespace) }
    self.init(paragraphs.flatMap { $0.joined(separator: "\n").pageParts.map(PageBlock.paragraph) })
  }

  /// A page from text with a little markup, see `PageMarkup`.
  ///
  /// - Parameters:
  ///   - locate: the absolute path of a picture by the path that the page has; nil leaves it out.
  ///   - revision: what tells a picture file from what it was before.
  package init(
    markup text: String, locate: @escaping (String) -> String?,
    revision: @escaping (String) -> Int64 = { _ in 0 }
  ) {
    self.init(PageMarkup(text, locate: locate, revision: revision).blocks)
  }
}
