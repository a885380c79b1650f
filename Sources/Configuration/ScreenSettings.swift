import RotundaGeometry

/// The `[screen]` section: the orientation of the picture.
package struct ScreenSettings: Hashable, Sendable {
  /// The rotation of the picture; nil leaves it to the compositor.
  package var rotation: ScreenRotation?

  package init() {}
}

// MARK: Keys

extension ScreenSettings: SectionSettings {
  package static let section = ConfigurationSection.screen
  package static var standard: ScreenSettings { ScreenSettings() }

  package static let fields: [SettingField<ScreenSettings>] = [
    SettingField(
      "rotate", .oneOf(ScreenRotation.allCases.map(\.rawValue)), \.rotation, level: .basic,
      otherwise: "as the compositor has it", example: "90",
      """
      How far the picture is turned on the screen, clockwise and in degrees. 90 is for a screen whose upper
      edge is on the left when it stands upright. The rotation applies to all screens, where rotunda session
      has started the compositor. A touchscreen that knows its screen (WL_OUTPUT, see rotation.md) is turned
      with it. sway, labwc, and cage 0.1.5 or later apply a change at once. Others apply it when the service
      restarts.
      """)
  ]
}

extension ScreenRotation: SettingType {
  package init?(_ value: SettingValue) {
    guard case .number(let number) = value, let degrees = Int(exactly: number) else { return nil }
    self.init(rawValue: degrees)
  }
  package var settingValue: SettingValue? { .number(Double(rawValue)) }
}
