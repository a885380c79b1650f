/// The page of a tile.
struct ContentPage: PagePanel {
  let tileID: String?
  var body: PageBody

  /// The page of a tile that grows to it; nil where that is not seen.
  init(
    _ tile: LauncherTile, _ content: PageContent, from growing: GrowingTile?, isReduced: Bool, at time: Double
  ) {
    tileID = tile.id
    body = PageBody(tile.name, content, from: growing, isReduced: isReduced, at: time)
  }

  var name: ShellStatus.Screen { .page }
  func text(_ words: Words) -> (title: String, content: PageContent) { (body.title, body.content) }

  /// What it is after its tile has changed, where it was; nil where it is the same.
  func updated(_ tile: LauncherTile, _ content: PageContent) -> ContentPage? {
    guard content != body.content || tile.name != body.title else { return nil }
    var page = self
    page.body.say(tile.name, content)
    return page
  }
}

extension PanelStack {
  /// A page whose tile is still there shows what it says now; any other goes.
  mutating func updatePage() {
    guard let page = first(ContentPage.self), page.isOpen, let id = page.tileID else { return }
    let tile = tiles.findTile(id)
    // A file that is being replaced: who reads what was in it goes on doing so.
    if case .unavailable = tile?.action { return }
    guard let tile, case .page(let content) = tile.action else {
      close(.page)
      return
    }
    if let new = page.updated(tile, content.linked { tiles.findTile($0) }) { show(new) }
  }
}
