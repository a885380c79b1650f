import Configuration
import Programs

/// Screens that only some visit or some hour brings about, for previews.
package enum PreviewScreen: Hashable, Sendable {
  /// The question whether the visitor is still there, with so many seconds left of so many.
  case question(left: Int, of: Int)
  /// The PIN pad, with so many digits entered.
  case pin(digits: Int)
  /// The system's page.
  case system
  /// The picture of the tile in the middle, as it is seen while nobody touches the screen.
  case attract
  /// Screens that stand for the tiles, and the one for a tile that needs the network.
  case settingUp, closed, outOfOrder, offline
}

extension Shell {
  /// Brings a screen about.
  package mutating func preview(_ screen: PreviewScreen, into effects: inout [ShellEffect]) {
    withOutbox(&effects) { $0.preview(screen) }
  }

  private mutating func preview(_ screen: PreviewScreen) {
    switch screen {
    case .question(let left, let all):
      let end = clock + Double(left)
      idle.cover(.question(end: end), before: nil, at: clock, into: &outbox)
      presentation.setSurroundings(isCovered: true, isLauncherSeen: true)
      panels.setTime(end - Double(all))
      show(Notice(.stillThere(seconds: left), expires: nil, countdownEnd: end))
      panels.setTime(end - Double(left))
    case .pin(let digits):
      let tile = tilesPanel.middleTile
      var pad = PINPad(.open(tile: tile?.id ?? ""), tileName: tile?.name, gate: access.gate, at: clock)
      pad.preview(digits: digits)
      show(pad)
    case .system:
      system.update(.example)
      showSystem()
    case .attract: previewScene()
    case .settingUp: show(stateScreen(.settingUp))
    case .closed: show(stateScreen(.closed(OpeningTime(9 * 60, after: 0))))
    case .outOfOrder: show(stateScreen(.outOfOrder))
    case .offline:
      let tile = tilesPanel.middleTile
      panels.setTime(clock - 1)
      defer { panels.setTime(clock + 1) }
      show(stateScreen(.offline(.init(id: tile?.id ?? "", name: tile?.name ?? ""))))
    }
  }
}

extension SystemInformation {
  /// A machine such as there are, at an address that nobody has (RFC 5737).
  fileprivate static var example: SystemInformation {
    var information = SystemInformation(
      version: "1.0", configurationPath: "/etc/rotunda/rotunda.toml", compositor: "cage")
    (information.host, information.addresses) = ("lobby", ["192.0.2.7 (eth0)"])
    (information.uptime, information.disk) = (3 * 86400, Disk(free: 34 << 30, total: 58 << 30))
    information.program = "rotunda"
    return information
  }
}
