extension Obstacle {
  /// The obstacle in words, a whole sentence. What is for whoever looks after the machine stays in English.
  func text(in words: Words) -> String {
    switch self {
    case .unreadableFile(let path): words(.fileCannotBeRead, path)
    case .noBrowser: words(.noBrowser)
    case .desktopEntry(let error): words(.entryCannotBeUsed, "\(error)")
    case .powerNotAllowed: words(.powerNotAllowed)
    case .told(let text): text
    }
  }
}
