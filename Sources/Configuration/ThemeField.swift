import RotundaGeometry

/// A key of `[theme]` together with the part of a theme that it stands for.
///
/// The decoder follows this table, and the defaults that are documented are read from the built-in themes.
public struct ThemeField: Sendable {
  package typealias Value = SettingValue

  /// Where a value goes.
  enum Place: Sendable {
    case color(WritableKeyPath<Theme, Color> & Sendable)
    case number(WritableKeyPath<Theme, Double> & Sendable, ClosedRange<Double>)
    case font(WritableKeyPath<Theme, String> & Sendable)
  }

  /// What is written about it.
  public let key: ConfigurationKey
  private let place: Place

  init(_ name: String, _ place: Place, _ words: String) {
    self.place = place
    let kind: ConfigurationKey.Kind =
      switch place {
      case .color: .color
      case .number(_, let range): .number(range)
      case .font: .font
      }
    key = ConfigurationKey(
      .theme, name, kind, otherwise: Self.defaults(place), example: Self.example(place), words)
  }

  /// Puts a value into its place. One of another type than the key's changes nothing.
  package func set(_ value: Value, in theme: inout Theme) {
    switch (place, value) {
    case (.color(let path), .color(let color)): theme[keyPath: path] = color
    case (.number(let path, _), .number(let number)): theme[keyPath: path] = number
    case (.font(let path), .text(let text)): theme[keyPath: path] = text
    default: break
    }
  }

  /// What the built-in themes have.
  private static func defaults(_ place: Place) -> String {
    let values = Theme.Name.allCases.map { text(place, Theme($0)) }
    guard Set(values).count > 1 else { return values[0] }
    return zip(Theme.Name.allCases, values).map { "\($1) in \($0.rawValue)" }.joined(separator: ", ")
  }

  private static func example(_ place: Place) -> String { text(place, Theme(.light)) }

  private static func text(_ place: Place, _ theme: Theme) -> String {
    switch place {
    case .color(let path): return "\"\(theme[keyPath: path].hexText)\""
    case .number(let path, _):
      let number = theme[keyPath: path]
      return number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .font(let path): return "\"\(theme[keyPath: path])\""
    }
  }
}

extension Color {
  /// The colour as a configuration has it.
  var hexText: String {
    let channels = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
    return "#"
      + channels.map { channel in
        let digits = String(Int((min(max(channel, 0), 1) * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}
