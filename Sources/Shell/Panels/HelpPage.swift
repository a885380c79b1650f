/// Explains the launcher to visitors who see it for the first time.
struct HelpPage: PagePanel {
  var body: PageBody
  /// Whether the launcher returns to the initial screen after a while without touches.
  let returnsHome: Bool

  init(returnsHome: Bool, at time: Double) {
    self.returnsHome = returnsHome
    body = PageBody("", PageContent([]), at: time)
  }

  var name: ShellStatus.Screen { .help }

  func text(_ words: Localizer) -> (title: String, content: PageContent) {
    var points: [Phrase] = [.helpSwipe, .helpTap, .helpClose, .helpKeys]
    if returnsHome { points.append(.helpReturn) }
    points.append(.helpStaff)
    return (words(.help), PageContent(points.map { .point(words($0)) }))
  }
}
