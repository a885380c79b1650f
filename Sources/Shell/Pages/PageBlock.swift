/// A piece of a page: what stands below the piece before it.
package enum PageBlock: Hashable, Sendable {
  /// A heading, the largest with `level` 1, the smallest with 3.
  case heading(String, level: Int)
  /// Some lines of writing.
  case paragraph(String)
  /// A point of a list.
  case point(String)
  case picture(PagePicture)
  /// A line across the page.
  case rule

  /// Most pieces that a page has; what follows is left out.
  static let most = 1000
  /// The most characters of a piece of writing: higher than any screen, and small enough for every graphics driver.
  static let longest = 1200

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
    case .heading, .picture, .rule: false
    }
  }

  /// What is said of it aloud, one after the other: what it says, or what it shows.
  var spoken: [String] {
    switch self {
    case .heading, .paragraph, .point: text.map { [$0] } ?? []
    case .picture(let picture): picture.spoken
    case .rule: []
    }
  }

  /// What it says; nil for what says nothing.
  var text: String? {
    switch self {
    case .heading(let text, _), .paragraph(let text), .point(let text): text
    case .picture, .rule: nil
    }
  }

  /// The pictures on it.
  var pictures: [PagePicture] { if case .picture(let picture) = self { [picture] } else { [] } }
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
