import Gestures

/// The `[home-strip]` section: the strip along an edge that leads home out of programs.
package struct HomeStripSettings: Hashable, Sendable {
  package typealias Presence = AutomaticSetting

  package var presence = Presence.automatic
  package var edge = Edge.bottom
  /// How far it reaches into the screen, in points; within `thicknessRange`.
  package var thickness = 16.0
  package var showsHandle = true

  /// Thinner, and no finger lands in it; thicker, and programs miss what it takes.
  package static let thicknessRange = 4.0...64.0

  package init() {}
}

// MARK: Keys

extension HomeStripSettings: SectionSettings {
  package static let section = ConfigurationSection.homeStrip
  package static var standard: HomeStripSettings { HomeStripSettings() }

  package static let fields: [SettingField<HomeStripSettings>] = [
    SettingField(
      "enabled", .automatic, \.presence,
      """
      Whether there is a strip while a program has the screen. "auto" has one wherever the compositor can show
      it, which needs wlr-layer-shell: sway, labwc, Wayfire and KWin have it, cage has not. With true the
      journal complains where it cannot be shown.
      """),
    SettingField(
      "edge", .choice(Edge.allCases.map(\.word)), \.edge,
      """
      The edge that the strip lies along. A swipe from it does what [gestures] binds to a swipe from that
      edge, and leads home where that is nothing.
      """),
    SettingField(
      "thickness", .number(thicknessRange), \.thickness,
      """
      How far the strip reaches into the screen, in points. Programs get no touches that start in it.
      """),
    SettingField(
      "handle", .boolean, \.showsHandle,
      """
      Whether a small handle in the middle of the strip shows where to swipe. It breathes once when a program opens, and says "Home" for
      a moment the first time in a visit, where the strip is at least 16 points thick and at the upper or the lower edge. Without it
      the strip cannot be seen.
      """),
  ]
}

extension Edge: WordSetting {
  package init?(_ word: String) {
    guard let edge = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = edge
  }
}
