import CarouselEngine
import Configuration

/// What is tried out: the carousel's settings and the theme's.
struct DemoLook: Hashable, Sendable {
  var carousel: CarouselSettings
  var theme: ThemeSettings

  /// What is set for a key; nil where nothing is and no value stands for that.
  func value(of key: ConfigurationKey) -> SettingValue? {
    Self.themeField(key)?.value(in: theme) ?? Self.field(key)?.value(in: carousel)
  }

  /// Whether something else is set than what holds where the key is missing.
  func isSet(_ key: ConfigurationKey) -> Bool {
    value(of: key) != DemoLook(carousel: CarouselSettings(), theme: ThemeSettings()).value(of: key)
  }

  /// Whether a key has an effect on the carousel as it is.
  func hasEffect(_ key: ConfigurationKey) -> Bool { Self.field(key)?.hasEffect(in: carousel) ?? true }

  mutating func set(_ value: SettingValue, of key: ConfigurationKey) {
    Self.themeField(key)?.set(value, in: &theme)
    Self.field(key)?.set(value, in: &carousel)
  }

  mutating func reset(_ key: ConfigurationKey) {
    Self.themeField(key)?.reset(in: &theme)
    Self.field(key)?.reset(in: &carousel)
  }

  private static func themeField(_ key: ConfigurationKey) -> SettingField<ThemeSettings>? {
    ThemeSettings.fields.first { $0.key == key }
  }

  private static func field(_ key: ConfigurationKey) -> CarouselField? {
    CarouselField.all.first { $0.key == key }
  }

  /// The sections of a configuration file that make a launcher look like this, a line each.
  var lines: [String] {
    // A file with what has no effect would be warned about.
    var carousel = carousel
    for field in CarouselField.all where !field.hasEffect(in: carousel) { field.reset(in: &carousel) }
    var lines = [ConfigurationSection.carousel.header] + carousel.lines
    if carousel.layout == .custom { lines += carousel.keyframeLines }
    let theme = theme.lines
    return theme.isEmpty ? lines : lines + ["", ConfigurationSection.theme.header] + theme
  }

  /// The file that is saved.
  var file: String {
    """
    # How the tiles look and move, as chosen in 'rotunda demo'. Beside a configuration file, in rotunda.d,
    # it counts for that; or copy the sections into yours.

    """ + lines.joined(separator: "\n") + "\n"
  }
}
