import CarouselEngine
import Configuration

/// The settings to try out: those of the carousel, the theme and accessibility.
struct DemoLook: Hashable, Sendable {
  var carousel: CarouselSettings
  var theme: ThemeSettings
  var access: AccessibilitySettings

  /// Returns the value of a key; nil if none is set and no value stands for the default.
  func value(of key: ConfigurationKey) -> SettingValue? {
    Self.field(key, theme)?.value(in: theme) ?? Self.field(key, access)?.value(in: access)
      ?? Self.field(key, carousel)?.value(in: carousel)
  }

  /// Reports whether a key differs from its default.
  func isSet(_ key: ConfigurationKey) -> Bool {
    value(of: key) != Self.standard.value(of: key)
  }

  private static let standard = DemoLook(
    carousel: CarouselSettings(), theme: ThemeSettings(), access: AccessibilitySettings())

  /// Reports whether a key affects the present carousel.
  func hasEffect(_ key: ConfigurationKey) -> Bool {
    Self.field(key, carousel)?.hasEffect(in: carousel) ?? true
  }

  mutating func set(_ value: SettingValue, of key: ConfigurationKey) {
    Self.field(key, theme)?.set(value, in: &theme)
    Self.field(key, access)?.set(value, in: &access)
    Self.field(key, carousel)?.set(value, in: &carousel)
  }

  mutating func reset(_ key: ConfigurationKey) {
    Self.field(key, theme)?.reset(in: &theme)
    Self.field(key, access)?.reset(in: &access)
    Self.field(key, carousel)?.reset(in: &carousel)
  }

  private static func field<Settings: SectionSettings>(
    _ key: ConfigurationKey, _: Settings
  ) -> SettingField<Settings>? {
    Settings.fields.first { $0.key == key }
  }

  /// The lines of the sections in a configuration file that produce these looks.
  var lines: [String] {
    // The launcher would warn about keys without an effect.
    var carousel = carousel
    for field in CarouselField.all where !field.hasEffect(in: carousel) { field.reset(in: &carousel) }
    var lines = [ConfigurationSection.carousel.header] + carousel.lines
    if carousel.layout == .custom { lines += carousel.keyframeLines }
    for (section, more) in [(ConfigurationSection.theme, theme.lines), (.access, access.lines)]
    where !more.isEmpty {
      lines += ["", section.header] + more
    }
    return lines
  }

  /// The contents of the saved file.
  var file: String {
    """
    # How the tiles look and move, as chosen in 'rotunda demo'. Beside a configuration file, in rotunda.d,
    # it counts for that; or copy the sections into yours.

    """ + lines.joined(separator: "\n") + "\n"
  }
}
