import CarouselEngine
import Programs
import RotundaGeometry

/// A value of a configuration file, in a type of the settings. It is within its key's range.
package enum SettingValue: Hashable, Sendable {
  /// The absence of a value, such as never.
  case nothing
  case boolean(Bool)
  /// A number, an angle in degrees, a time in seconds, or an amount of memory in bytes.
  case number(Double)
  case pair(Double, Double)
  case triple(Vector3)
  /// Left edge, top edge, width and height.
  case area(SIMD4<Double>)
  case curve(AnimationCurve)
  case word(String)
  case text(String)
  case texts([String])
  case localized(LocalizedText)
  case color(Color)
  case colors([Color])
  case icon(IconReference)
  case icons([IconReference])
  case times(WeekSchedule)
}

// MARK: In a file

extension SettingValue {
  /// Returns the value as TOML, for a key of that kind.
  package func text(as kind: ConfigurationKey.Kind) -> String {
    switch (self, kind) {
    case (.number(let seconds), .duration), (.number(let seconds), .wait):
      TOMLText.of(Quantity.text(seconds: seconds))
    case (.nothing, _): TOMLText.of("never")
    default: text
    }
  }

  /// The value as TOML, with plain numbers.
  package var text: String {
    switch self {
    case .nothing: TOMLText.of("")
    case .boolean(let truth): "\(truth)"
    case .number(let number): TOMLText.of(number)
    case .pair(let first, let second): TOMLText.of([first, second])
    case .triple(let triple): TOMLText.of([triple.x, triple.y, triple.z])
    case .area(let area): TOMLText.of((0..<4).map { area[$0] })
    case .curve(let curve): TOMLText.of(curve)
    case .word(let text), .text(let text): TOMLText.of(text)
    case .texts(let texts): TOMLText.of(texts)
    case .localized(let text): TOMLText.of(text)
    case .color(let color): TOMLText.of(color.hexText)
    case .colors(let colors):
      colors.count == 1 ? TOMLText.of(colors[0].hexText) : TOMLText.of(colors.map(\.hexText))
    case .icon(let icon): TOMLText.of(icon.text)
    case .icons(let icons): TOMLText.of(icons.map(\.text))
    case .times(let times): TOMLText.of(times.texts)
    }
  }
}

extension SettingValue {
  /// Returns a key as TOML. It has quotes if it contains other characters than letters, digits, dashes and
  /// underscores.
  package static func keyText(_ key: String) -> String {
    let isBare =
      !key.isEmpty
      && key.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
      }
    return isBare ? key : TOMLText.of(key)
  }
}

/// Values as TOML.
enum TOMLText {
  /// Returns a number, without a fraction if it is an integer.
  static func of(_ number: Double) -> String {
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    return "\(Int(number))"
  }

  static func of(_ numbers: [Double]) -> String { "[" + numbers.map { of($0) }.joined(separator: ", ") + "]" }

  static func of(_ texts: [String]) -> String { "[" + texts.map { of($0) }.joined(separator: ", ") + "]" }

  static func of(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        "\\u" + String(String(scalar.value + 0x10000, radix: 16).suffix(4))
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  static func of(_ text: LocalizedText) -> String {
    guard !text.translations.isEmpty else { return of(text.text) }
    let others = text.translations.sorted { $0.key < $1.key }.map { "\(of($0.key)) = \(of($0.value))" }
    return "{ " + (["default = \(of(text.text))"] + others).joined(separator: ", ") + " }"
  }

  static func of(_ curve: AnimationCurve) -> String {
    if case .bezier(let x1, let y1, let x2, let y2) = curve { return of([x1, y1, x2, y2]) }
    return of(curve.word ?? "linear")
  }
}

extension IconReference {
  fileprivate var text: String {
    switch self {
    case .path(let text), .named(let text): text
    }
  }
}

// MARK: Types of settings

/// A type of a setting.
package protocol SettingType: SendableMetatype {
  /// Converts a value. Returns nil for a value of another type.
  init?(_ value: SettingValue)
  /// The setting as a value; nil if it has none.
  var settingValue: SettingValue? { get }
}

extension Bool: SettingType {
  package init?(_ value: SettingValue) {
    guard case .boolean(let truth) = value else { return nil }
    self = truth
  }
  package var settingValue: SettingValue? { .boolean(self) }
}

extension Double: SettingType {
  package init?(_ value: SettingValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
  package var settingValue: SettingValue? { .number(self) }
}

extension Int: SettingType {
  package init?(_ value: SettingValue) {
    guard case .number(let number) = value else { return nil }
    self.init(exactly: number.rounded())
  }
  package var settingValue: SettingValue? { .number(Double(self)) }
}

extension UInt64: SettingType {
  package init?(_ value: SettingValue) {
    guard case .number(let number) = value else { return nil }
    self.init(exactly: number.rounded())
  }
  package var settingValue: SettingValue? { .number(Double(self)) }
}

extension String: SettingType {
  package init?(_ value: SettingValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
  package var settingValue: SettingValue? { .text(self) }
}

extension Point: SettingType {
  package init?(_ value: SettingValue) {
    guard case .pair(let x, let y) = value else { return nil }
    self.init(x, y)
  }
  package var settingValue: SettingValue? { .pair(x, y) }
}

extension Size: SettingType {
  package init?(_ value: SettingValue) {
    guard case .pair(let width, let height) = value else { return nil }
    self.init(width, height)
  }
  package var settingValue: SettingValue? { .pair(width, height) }
}

extension Vector3: SettingType {
  package init?(_ value: SettingValue) {
    guard case .triple(let triple) = value else { return nil }
    self = triple
  }
  package var settingValue: SettingValue? { .triple(self) }
}

extension Rectangle: SettingType {
  package init?(_ value: SettingValue) {
    guard case .area(let area) = value else { return nil }
    self.init(origin: Point(area[0], area[1]), size: Size(area[2], area[3]))
  }
  package var settingValue: SettingValue? { .area(SIMD4(origin.x, origin.y, size.width, size.height)) }
}

extension AnimationCurve: SettingType {
  package init?(_ value: SettingValue) {
    guard case .curve(let curve) = value else { return nil }
    self = curve
  }
  package var settingValue: SettingValue? { .curve(self) }
}

extension Color: SettingType {
  package init?(_ value: SettingValue) {
    guard case .color(let color) = value else { return nil }
    self = color
  }
  package var settingValue: SettingValue? { .color(self) }
}

/// One color, or an upper and a lower one. An empty list means no color.
extension Array: SettingType where Element == Color {
  package init?(_ value: SettingValue) {
    switch value {
    case .colors(let colors): self = colors
    case .nothing: self = []
    default: return nil
    }
  }
  package var settingValue: SettingValue? { isEmpty ? nil : .colors(self) }
}

extension LocalizedText: SettingType {
  package init?(_ value: SettingValue) {
    guard case .localized(let text) = value else { return nil }
    self = text
  }
  package var settingValue: SettingValue? { .localized(self) }
}

extension IconReference: SettingType {
  package init?(_ value: SettingValue) {
    guard case .icon(let icon) = value else { return nil }
    self = icon
  }
  package var settingValue: SettingValue? { .icon(self) }
}

extension WeekSchedule: SettingType {
  package init?(_ value: SettingValue) {
    guard case .times(let times) = value else { return nil }
    self = times
  }
  package var settingValue: SettingValue? { .times(self) }
}

/// A set of the words of a type.
extension Set: SettingType
where Element: RawRepresentable<String> & CaseIterable {
  package init?(_ value: SettingValue) {
    guard case .texts(let words) = value else { return nil }
    self = Set(words.compactMap { Element(rawValue: $0) })
  }
  package var settingValue: SettingValue? {
    .texts(Element.allCases.filter { contains($0) }.map(\.rawValue))
  }
}

/// A type with a word for each value.
package protocol WordSetting: SettingType {
  init?(_ word: String)
  var word: String { get }
}

extension WordSetting {
  package init?(_ value: SettingValue) {
    guard case .word(let word) = value else { return nil }
    self.init(word)
  }
  package var settingValue: SettingValue? { .word(word) }
}

extension WordSetting where Self: RawRepresentable<String> {
  package init?(_ word: String) { self.init(rawValue: word) }
  package var word: String { rawValue }
}

/// Whether a feature is on: always, never, or if the machine supports it.
package enum AutomaticSetting: Hashable, Sendable {
  /// If the machine supports it.
  case automatic
  /// Always. A machine without support is an error.
  case always
  /// Never.
  case never
}

extension AutomaticSetting: SettingType {
  static let word = "auto"

  package init?(_ value: SettingValue) {
    switch value {
    case .word(Self.word): self = .automatic
    case .boolean(let isWanted): self = isWanted ? .always : .never
    default: return nil
    }
  }

  package var settingValue: SettingValue? {
    self == .automatic ? .word(Self.word) : .boolean(self == .always)
  }
}

/// All addresses, none, or a list of address ranges.
extension NetworkAccess: SettingType {
  package init?(_ value: SettingValue) {
    switch value {
    case .boolean(let isWanted): self = isWanted ? .everywhere : .nowhere
    case .texts(let texts):
      let ranges = texts.compactMap { AddressRange($0) }
      guard !ranges.isEmpty else { return nil }
      self = .only(ranges)
    default: return nil
    }
  }

  package var settingValue: SettingValue? {
    switch self {
    case .everywhere: .boolean(true)
    case .nowhere: .boolean(false)
    case .only(let ranges): .texts(ranges.map(\.text))
    }
  }
}

/// Nil is the absence of a value, and the meaning of a word such as never.
extension Optional: SettingType where Wrapped: SettingType {
  package init?(_ value: SettingValue) {
    guard value != .nothing else {
      self = Optional<Wrapped>.none
      return
    }
    guard let setting = Wrapped(value) else { return nil }
    self = .some(setting)
  }
  package var settingValue: SettingValue? { flatMap(\.settingValue) }
}

extension AnimationCurve {
  /// The named curves.
  static let words: [(word: String, curve: AnimationCurve)] = [
    ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
    ("bounce", .bounce),
  ]

  /// The name of every named curve.
  package static let names = words.map(\.word)

  package init?(name: String) {
    guard let known = Self.words.first(where: { $0.word == name }) else { return nil }
    self = known.curve
  }

  /// The curve's name; nil for other curves.
  package var word: String? { Self.words.first { $0.curve == self }?.word }
}
