import Configuration
import Programs

/// Where what tiles show comes from, beside the configuration.
public struct TileSources: Sendable {
  /// What is on the page in a file; nil when the file cannot be read.
  public var page: @Sendable (_ path: String) -> PageContent?
  /// The command that opens a page of the web; nil when there is no browser.
  public var browser: @Sendable (WebPage) -> Command?
  /// What tiles are called that do what the launcher can, and have no name of their own.
  public var words: Words

  /// Sources from their parts; without any there are no pages.
  public init(
    page: @escaping @Sendable (_ path: String) -> PageContent? = { _ in nil },
    browser: @escaping @Sendable (WebPage) -> Command? = { _ in nil }, words: Words = .english
  ) {
    self.page = page
    self.browser = browser
    self.words = words
  }

  /// What a tap on a tile with that page does.
  func action(page path: String, description: String?) -> LauncherTile.Action {
    page(path).map { .page($0.describing(description ?? "")) } ?? .unavailable(.unreadableFile(path))
  }

  /// What a tap on a tile with that page of the web does.
  func action(browse page: WebPage) -> LauncherTile.Action {
    browser(page).map { .start($0) } ?? .unavailable(.noBrowser)
  }
}
