import Gestures

/// The `[home-strip]` section: the strip along an edge that leads home out of programs.
package struct HomeStripSettings: Hashable, Sendable {
  package typealias Presence = AutomaticSetting

  package var presence = Presence.automatic
  package var edge = Edge.bottom
  /// The distance that the strip reaches into the screen, in points; within `thicknessRange`.
  package var thickness = 16.0
  package var showsHandle = true

  /// Fingers miss a thinner strip. A thicker one takes too many touches from programs.
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
      Whether a strip appears over programs. "auto" shows it where the compositor offers wlr-layer-shell:
      sway, labwc, Wayfire and KWin do, cage does not. With true, the journal reports a compositor that
      cannot show it.
      """),
    SettingField(
      "edge", .choice(Edge.allCases.map(\.word)), \.edge,
      """
      The edge of the strip. A swipe from it performs the action that [gestures] binds to that edge, or else
      leads home.
      """),
    SettingField(
      "thickness", .number(thicknessRange), \.thickness,
      """
      The thickness of the strip, in points. Programs receive no touches that start in it.
      """),
    SettingField(
      "handle", .boolean, \.showsHandle,
      """
      Whether the strip has a visible handle. It pulses once when a program opens. On the first program of a
      visit it shows "Home" for a moment. It does so only at the upper or lower edge, if it is at least 16
      points thick. Without a handle the strip is invisible.
      """),
  ]
}

extension Edge: WordSetting {
  package init?(_ word: String) {
    guard let edge = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = edge
  }
}
