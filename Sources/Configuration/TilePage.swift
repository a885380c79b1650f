/// A text or a picture that the launcher itself shows.
public struct TilePage: Hashable, Sendable {
  /// The absolute path of its file, with those of its translations.
  public var file: LocalizedText
  /// What a page that is a picture shows, for whoever hears it; nil where nothing says that.
  public var description: LocalizedText?
  /// Where it is shown.
  public var place: Place

  /// Where a page is shown.
  public enum Place: String, CaseIterable, Hashable, Sendable {
    /// A tap on the tile opens it on the whole screen.
    case screen
    /// In the tile, where it scrolls; a tap opens it on the whole screen.
    case tile
  }

  /// A page from its parts.
  public init(file: LocalizedText, description: LocalizedText? = nil, place: Place = .screen) {
    (self.file, self.description) = (file, description)
    self.place = place
  }
}
