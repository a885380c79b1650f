/// The page of a tile.
struct ContentPage: PagePanel {
  let tileID: String?
  var body: PageBody

  /// Creates the page of a tile that grows to it; nil for an invisible tile.
  init(
    _ tile: LauncherTile, _ content: PageContent, from growing: GrowingTile?, isReduced: Bool, at time: Double
  ) {
    tileID = tile.id
    body = PageBody(tile.name, content, from: growing, isReduced: isReduced, at: time)
  }

  var name: ShellStatus.Screen { .page }
  func text(_ words: Localizer) -> (title: String, content: PageContent) { (body.title, body.content) }

  /// Returns the page with the changed content of its tile, in the same place; nil if unchanged.
  func updated(_ tile: LauncherTile, _ content: PageContent) -> ContentPage? {
    guard content != body.content || tile.name != body.title else { return nil }
    var page = self
    page.body.say(tile.name, content)
    return page
  }
}

extension PanelStack {
  /// Updates a page with its tile's new content, or closes it if the tile no longer exists.
  mutating func updatePage() {
    guard let page = first(ContentPage.self), page.isOpen, let id = page.tileID else { return }
    let tile = tiles.findTile(id)
    // While an editor replaces a file, readers keep the old content.
    if case .unavailable = tile?.action { return }
    guard let tile, case .page(let content) = tile.action else {
      close(.page)
      return
    }
    if let new = page.updated(tile, content.linked { tiles.findTile($0) }) { show(new) }
  }
}
