import Configuration

/// Screens that need a certain visit or hour, for previews.
package enum PreviewScreen: Hashable, Sendable {
  /// The question whether the visitor is still there, with the seconds left and their total.
  case question(left: Int, of: Int)
  /// The PIN pad, with a number of entered digits.
  case pin(digits: Int)
  /// The keyboard, with the name of the middle tile.
  case keyboard
  /// The editor.
  case edit
  /// A form of the editor, and the facts of the machine that it shows.
  case form(PreviewedForm, [SetupFact] = [])
  /// The sheet "For everyone", with the screen reader on.
  case forEveryone
  /// The system's page, and the one that shows how a phone sets up the kiosk.
  case system, phone
  /// The picture of the middle tile, as on an idle screen.
  case attract
  /// A page of the first run, and the facts that it shows.
  case firstRun(page: String, [SetupFact])
  /// Screens instead of the tiles, and the screen of a tile without network.
  case settingUp, closed, outOfOrder, offline
}

/// A form of the editor: the tile in the middle, the forms for a new tile, or the last shelf.
package enum PreviewedForm: Hashable, Sendable { case tile, add, applications, files, shelf }

extension Presentation {
  /// Shows a screen as at some moment of a visit.
  mutating func preview(_ screen: PreviewScreen, _ gate: PINPad.Gate, _ settings: IdleSettings) {
    let (time, tile) = (panels.environment.time, panels.tiles.middleTile)
    switch screen {
    case .system, .phone, .edit, .form: break
    case .firstRun(let page, let facts):
      let panel = FirstRunPanel(previewOf: page, facts, at: time)
      panels.show(panel)
      if let request = panel.previewedRequest(panels.environment) { preview(request) }
    case .question(let left, let all):
      let end = time + Double(left)
      panels.setTime(end - Double(all))
      show(Notice(.stillThere(seconds: left), expires: nil, countdownEnd: end))
      panels.setTime(end - Double(left))
    case .pin(let digits):
      var pad = PINPad(.open(tile: tile?.id ?? ""), tileName: tile?.name, gate: gate, at: time)
      pad.preview(digits: digits)
      panels.show(pad)
    case .keyboard:
      let field = TextField(text: tile?.name ?? "", language: panels.environment.languages.first)
      let label = panels.environment.words(.tileName)
      preview(TextRequest(id: ElementID("name"), label: label, field: field))
    case .forEveryone:
      panels.environment.isSpoken = true
      panels.show(VisitorSheet(.forEveryone, at: time - 1))
    case .attract:
      guard let pictures = panels.pictures(of: .hero, settings) else { return }
      let middle = pictures.slides.firstIndex { $0.name == tile?.name } ?? 0
      var panel = AttractPanel(pictures, from: middle, at: time)
      panel.skipHalf()
      panels.show(panel)
    case .settingUp: show(.settingUp)
    case .closed: show(.closed(OpeningTime(9 * 60, after: 0)))
    case .outOfOrder: show(.outOfOrder)
    case .offline:
      panels.setTime(time - 1)
      show(.offline(.init(id: tile?.id ?? "", name: tile?.name ?? "")))
      panels.setTime(time)
    }
  }

  /// Shows a text field a second after it appeared.
  private mutating func preview(_ request: TextRequest) {
    let time = panels.environment.time
    panels.setTime(time - 1)
    panels.show(TextEntryPanel(request, at: time - 1))
    panels.setTime(time)
  }
}

extension SystemInformation {
  /// A typical machine, at an address reserved for documentation (RFC 5737).
  static var example: SystemInformation {
    var information = SystemInformation(
      version: "1.0", configurationPath: "/etc/rotunda/rotunda.toml", compositor: "cage")
    (information.host, information.addresses) = ("lobby", ["192.0.2.7 (eth0)"])
    (information.uptime, information.disk) = (3 * 86400, Disk(free: 34 << 30, total: 58 << 30))
    information.program = "rotunda"
    return information
  }
}
