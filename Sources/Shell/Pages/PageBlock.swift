/// A piece of a page: what stands below the piece before it.
public enum PageBlock: Hashable, Sendable {
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
