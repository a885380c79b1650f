import Configuration
import RotundaGeometry
import Scene

/// A row of a form: a setting or an action.
struct FormRow: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case toggle(Bool)
    /// One of a few words; nil if none of them is chosen.
    case choice([FormOption], String?)
    /// Any number of a few words.
    case words([FormOption], [String])
    /// A number; nil if unset.
    case number(Double?, FormNumber)
    /// A color; nil if unset.
    case color(Color?)
    case text(String, TextField.Kind, limit: Int)
    /// A text for all languages, and translations.
    case translated(FormTexts)
    /// One of the pictures in these files; nil if unset.
    case picture(String?, [FormPicture])
    /// Hours on some days of the week; nil means always.
    case hours(OpeningHours?)
    /// An action. It is `isGrave` if a second press cannot undo it.
    case action(isGrave: Bool)
    /// A choice with a picture.
    case pick(IconSource?)
    /// A value that the form cannot change.
    case shown(String)
  }

  /// Identifies the row within its form.
  let id: String
  let label: String
  var kind: Kind
  /// The reason why the row cannot change; nil if it can.
  var barrier: String?

  init(_ id: String, _ label: String, _ kind: Kind, barrier: String? = nil) {
    (self.id, self.label, self.kind, self.barrier) = (id, label, kind, barrier)
  }
}

/// A word to choose, and its label.
struct FormOption: Hashable, Sendable {
  let word, label: String

  init(_ word: String, _ label: String) { (self.word, self.label) = (word, label) }
}

/// A picture to choose.
struct FormPicture: Hashable, Sendable {
  /// The value that selects the picture.
  let name: String
  let source: IconSource

  /// Returns the label of a path: its last component.
  static func label(of name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }
}

/// A text in several languages.
struct FormTexts: Hashable, Sendable {
  /// The text for all languages without a translation.
  var text: String
  /// The translations by language tag.
  var translations: [String: String]
  /// The tags of the languages that the form offers.
  var languages: [String]
}

/// The new value of a row.
enum FormValue: Hashable, Sendable {
  case boolean(Bool)
  /// A word; nil removes the value.
  case word(String?)
  case words([String])
  case number(Double?)
  case color(Color?)
  case text(String)
  case translated(String, [String: String])
  case hours(OpeningHours?)
  /// A press on an action.
  case pressed
}

/// A change that a form requests.
struct FormChange: Hashable, Sendable {
  let form, row: String
  let value: FormValue
}

/// The range, steps and unit of a number in a form.
struct FormNumber: Hashable, Sendable {
  enum Unit: Hashable, Sendable { case plain, seconds, percent, minuteOfDay }

  let range: ClosedRange<Double>
  let unit: Unit
  /// Whether the number may be unset, which comes before the smallest.
  let canBeNothing: Bool
  /// The numbers to choose from; empty if all multiples of `step` are.
  private let choices: [Double]
  private let step: Double

  /// Common durations in seconds.
  private static let times: [Double] = [
    1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 600, 900, 1200, 1800, 2700, 3600, 5400, 7200,
    10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
  ]
  /// The approximate number of steps across the range.
  private static let steps = 20.0

  init(
    _ range: ClosedRange<Double>, _ unit: Unit = .plain, canBeNothing: Bool = false, isWhole: Bool = false,
    choices: [Double]? = nil
  ) {
    (self.range, self.unit, self.canBeNothing) = (range, unit, canBeNothing)
    let known = choices ?? (unit == .seconds ? Self.times : [])
    self.choices = known.filter { range.contains($0) }
    let wide = Self.round((range.upperBound - range.lowerBound) / Self.steps)
    step = unit == .minuteOfDay ? 30 : isWhole ? max(1, wide) : wide
  }

  /// Rounds down to 1, 2 or 5 times a power of ten.
  private static func round(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return 1 }
    var unit = 1.0
    while unit > number { unit /= 10 }
    while unit * 10 <= number { unit *= 10 }
    return [5, 2].first { $0 * unit <= number }.map { $0 * unit } ?? unit
  }

  /// Returns the number before (−1) or after (1) another. At an end of the range it returns the number
  /// itself, but nil below the smallest if the number may be unset.
  func next(to value: Double?, by direction: Int) -> Double? {
    guard let value else { return direction > 0 ? first : nil }
    let next: Double?
    if choices.isEmpty {
      // Steps lead to multiples of `step`, even from a number in between.
      let place = value / step
      let tick = direction > 0 ? (place + 1e-6).rounded(.down) + 1 : (place - 1e-6).rounded(.up) - 1
      let number = (tick * step * 1e6).rounded() / 1e6
      next = range.contains(number) ? number : nil
    } else {
      next = direction > 0 ? choices.first { $0 > value + 1e-6 } : choices.last { $0 < value - 1e-6 }
    }
    if let next { return next }
    return direction < 0 && canBeNothing ? nil : value
  }

  private var first: Double { choices.first ?? range.lowerBound }

  /// Returns the number as text. Without a number it returns “never” for a duration, otherwise “not set”.
  func text(_ value: Double?, in words: Localizer) -> String {
    guard let value else { return words(unit == .seconds ? .never : .notSet) }
    switch unit {
    case .plain: return Self.plain(value)
    case .percent: return words(.percent, Self.plain(value * 100))
    case .minuteOfDay: return OpeningHours.time(Int(value))
    case .seconds:
      let whole = Int(value.rounded())
      if whole >= 3600, whole % 3600 == 0 { return words(.hours, whole / 3600) }
      if whole >= 60, whole % 60 == 0 { return words(.minutes, whole / 60) }
      return words(.seconds, whole)
    }
  }

  /// Formats a number with at most three decimals.
  private static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
  }
}
