import Scene

/// A piece of a page: what stands below the piece before it.
package enum PageBlock: Hashable, Sendable {
  /// A heading, the largest with `level` 1, the smallest with 3.
  case heading(String, level: Int)
  /// Some lines of writing.
  case paragraph(String)
  /// A point of a list.
  case point(String)
  case picture(PagePicture)
  /// Several pictures, in a row that goes sideways.
  case gallery([PagePicture])
  /// Links to tiles, as buttons beside one another.
  case links([PageLink])
  /// A QR code.
  case code(PageCode)
  /// A line across the page.
  case rule

  /// Most pieces that a page has; what follows is left out.
  static let most = 1000
  /// The most characters of a piece of writing: higher than any screen, and small enough for every graphics
  /// driver.
  static let longest = 1200
  /// Most pictures of a row; what follows is in another one.
  static let mostInGallery = 100

  /// A picture file, by its absolute path.
  package static func picture(
    _ path: String, words: String = "", caption: String = "", revision: Int64 = 0
  ) -> PageBlock {
    .picture(PagePicture(path: path, words: words, caption: caption, revision: revision))
  }

  /// Whether the next line of a file can belong to it.
  var runsOn: Bool {
    switch self {
    case .paragraph, .point: true
    case .heading, .picture, .gallery, .links, .code, .rule: false
    }
  }

  /// What is said of it aloud, one after the other: what it says, or what it shows.
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

  /// What it says; nil for what says nothing.
  var text: String? {
    switch self {
    case .heading(let text, _), .paragraph(let text), .point(let text): text
    case .picture, .gallery, .links, .code, .rule: nil
    }
  }

  /// The pictures on it.
  var pictures: [PagePicture] {
    switch self {
    case .picture(let picture): [picture]
    case .gallery(let pictures): pictures
    case .heading, .paragraph, .point, .links, .code, .rule: []
    }
  }
}

/// A link on a page: a button that opens a tile. There are links to nothing else, and so no way out of the
/// launcher.
package struct PageLink: Hashable, Sendable {
  /// What is written on it.
  package var label: String
  /// The tile's identifier.
  package var tile: String
  /// Whether the same words stand in the text above it.
  package var isInText = false
  /// The picture of the tile, as far as that is known.
  var picture: IconSource?

  /// A link from its parts.
  package init(_ label: String, to tile: String, isInText: Bool = false) {
    (self.label, self.tile, self.isInText) = (label, tile, isInText)
  }

  /// What stands before the tile's identifier in a page's text, and the most links in a row.
  static let (prefix, most) = ("tile:", 12)
}

/// A QR code on a page, with which visitors take something with them.
package struct PageCode: Hashable, Sendable {
  /// What it says: the address of a page, for example.
  package var text: String
  /// What is written beside it.
  package var label: String

  /// A code from its parts.
  package init(_ text: String, label: String) { (self.text, self.label) = (text, label) }

  /// Its readable form: an address as people write it. A code with more content, such as the name of a
  /// wireless network with its password, has only its label.
  var shown: String {
    for scheme in Self.unwritten where text.hasPrefix(scheme) { return String(text.dropFirst(scheme.count)) }
    let isAddress = Self.written.contains { text.hasPrefix($0) }
    return isAddress || label.isEmpty || !text.contains(":") ? text : ""
  }

  /// Schemes that are part of an address as people write it, and those that only telephones need.
  private static let (written, unwritten) = (["https://", "http://"], ["tel:", "mailto:"])

  /// What stands before the text of a code in a page's text, and the most bytes of it: more are too fine for
  /// telephones.
  static let prefix = "qr:"
  package static let most = 300
}

/// A picture on a page.
package struct PagePicture: Hashable, Sendable {
  /// The absolute path of its file.
  package var path: String
  /// What it shows, for readers who do not see it.
  package var words = ""
  /// What stands below it; may be empty.
  package var caption = ""
  /// Tells the file from what it was before: with another one it is shown anew.
  package var revision: Int64 = 0

  /// A picture from its parts.
  package init(path: String, words: String = "", caption: String = "", revision: Int64 = 0) {
    (self.path, self.words, self.caption, self.revision) = (path, words, caption, revision)
  }

  var spoken: [String] { [words, caption].filter { !$0.isEmpty } }
}
