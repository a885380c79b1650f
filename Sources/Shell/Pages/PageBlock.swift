import Scene

/// A block of a page, below the previous one.
package enum PageBlock: Hashable, Sendable {
  /// A heading. `level` 1 is the largest, and 3 the smallest.
  case heading(String, level: Int)
  /// Lines of text.
  case paragraph(String)
  /// An item of a list.
  case point(String)
  case picture(PagePicture)
  /// Several pictures, in a row that scrolls sideways.
  case gallery([PagePicture])
  /// Links to tiles, as buttons side by side.
  case links([PageLink])
  /// A QR code.
  case code(PageCode)
  /// A horizontal rule.
  case rule

  /// The most blocks of a page. Further ones are left out.
  static let most = 1000
  /// The maximum number of characters of a text block: taller than any screen, and small enough for all
  /// graphics drivers.
  static let longest = 1200
  /// The most pictures of a row. Further ones go into another row.
  static let mostInGallery = 100

  /// Returns a block with a picture file, by its absolute path.
  package static func picture(
    _ path: String, words: String = "", caption: String = "", revision: Int64 = 0
  ) -> PageBlock {
    .picture(PagePicture(path: path, words: words, caption: caption, revision: revision))
  }

  /// Whether the next line of a file can belong to the block.
  var runsOn: Bool {
    switch self {
    case .paragraph, .point: true
    case .heading, .picture, .gallery, .links, .code, .rule: false
    }
  }

  /// The spoken texts, in order: the block's text, or the descriptions of its pictures.
  var spoken: [String] {
    switch self {
    case .heading, .paragraph, .point: text.map { [$0] } ?? []
    case .picture(let picture): picture.spoken
    case .gallery(let pictures): pictures.flatMap(\.spoken)
    case .links(let links): links.filter { !$0.isInText }.map(\.label)
    case .code(let code): code.label.isEmpty ? [] : [code.label]
    case .rule: []
    }
  }

  /// The text; nil for blocks without text.
  var text: String? {
    switch self {
    case .heading(let text, _), .paragraph(let text), .point(let text): text
    case .picture, .gallery, .links, .code, .rule: nil
    }
  }

  /// The pictures in the block.
  var pictures: [PagePicture] {
    switch self {
    case .picture(let picture): [picture]
    case .gallery(let pictures): pictures
    case .heading, .paragraph, .point, .links, .code, .rule: []
    }
  }
}

/// A link on a page: a button that opens a tile. Pages have no other links, and therefore no way out of the
/// launcher.
package struct PageLink: Hashable, Sendable {
  /// The text on the button.
  package var label: String
  /// The tile's identifier.
  package var tile: String
  /// Whether the same words stand in the text above.
  package var isInText = false
  /// The picture of the tile, if known.
  var picture: IconSource?

  /// Creates a link.
  package init(_ label: String, to tile: String, isInText: Bool = false) {
    (self.label, self.tile, self.isInText) = (label, tile, isInText)
  }

  /// The prefix of a tile's identifier in a page's text, and the most links in a row.
  static let (prefix, most) = ("tile:", 12)
}

/// A QR code on a page, for visitors to take a link or a text with them.
package struct PageCode: Hashable, Sendable {
  /// The content of the code, such as a web address.
  package var text: String
  /// The text beside the code.
  package var label: String

  /// Creates a code.
  package init(_ text: String, label: String) { (self.text, self.label) = (text, label) }

  /// The readable form of the content: an address as people write it. A code with other content, such as a
  /// wireless network's name and password, shows only its label.
  var shown: String {
    for scheme in Self.unwritten where text.hasPrefix(scheme) { return String(text.dropFirst(scheme.count)) }
    let isAddress = Self.written.contains { text.hasPrefix($0) }
    return isAddress || label.isEmpty || !text.contains(":") ? text : ""
  }

  /// The schemes that people write in addresses, and those that only telephones need.
  private static let (written, unwritten) = (["https://", "http://"], ["tel:", "mailto:"])

  /// The prefix of a code in a page's text, and the most bytes of its content: longer codes are too fine for
  /// telephones.
  static let prefix = "qr:"
  package static let most = 300
}

/// A picture on a page.
package struct PagePicture: Hashable, Sendable {
  /// The absolute path of its file.
  package var path: String
  /// A description for readers who do not see the picture.
  package var words = ""
  /// The text below the picture; may be empty.
  package var caption = ""
  /// The revision of the file. The launcher loads the file again if it changes.
  package var revision: Int64 = 0

  /// Creates a picture.
  package init(path: String, words: String = "", caption: String = "", revision: Int64 = 0) {
    (self.path, self.words, self.caption, self.revision) = (path, words, caption, revision)
  }

  var spoken: [String] { [words, caption].filter { !$0.isEmpty } }
}
