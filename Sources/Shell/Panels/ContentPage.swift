/// The page of a tile.
struct ContentPage: PagePanel {
  let tileID: String?
  var body: PageBody

  init(_ tile: LauncherTile, _ content: PageContent, at time: Double) {
    tileID = tile.id
    body = PageBody(tile.name, content, at: time)
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
