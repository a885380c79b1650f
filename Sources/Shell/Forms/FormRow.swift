import Configuration
import RotundaGeometry
import Scene

/// A row of a form: something that can be set, or done.
struct FormRow: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case toggle(Bool)
    /// One of a few words; nil is none of them.
    case choice([FormOption], String?)
    /// Any of a few words.
    case words([FormOption], [String])
    /// A number; nil is none.
    case number(Double?, FormNumber)
    /// A color; nil is none of its own.
    case color(Color?)
    case text(String, TextField.Kind, limit: Int)
    /// A text for all languages, and translations.
    case translated(FormTexts)
    /// One of the pictures in these files; nil is none.
    case picture(String?, [FormPicture])
    /// Hours of some days of the week; nil is always.
    case hours(OpeningHours?)
    /// An action. One that a second press cannot undo is `isGrave`.
    case action(isGrave: Bool)
    /// One of several things, with its picture.
    case pick(IconSource?)
    /// A value that is only shown.
    case shown(String)
  }

  /// Names it among the rows of its form.
  let id: String
  let label: String
  var kind: Kind
  /// Why it cannot be changed here; nil where it can.
  var barrier: String?

  init(_ id: String, _ label: String, _ kind: Kind, barrier: String? = nil) {
    (self.id, self.label, self.kind, self.barrier) = (id, label, kind, barrier)
  }
}

/// A word for a choice, and its label.
struct FormOption: Hashable, Sendable {
  let word, label: String

  init(_ word: String, _ label: String) { (self.word, self.label) = (word, label) }
}

/// A picture that can be chosen.
struct FormPicture: Hashable, Sendable {
  /// The value of a key for it.
  let name: String
  let source: IconSource

  /// Its name for people: the last part of a path.
  static func label(of name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }
}

/// A text in several languages.
struct FormTexts: Hashable, Sendable {
  /// For all languages without a translation.
  var text: String
  /// By language tag.
  var translations: [String: String]
  /// The languages that can be written, as tags.
  var languages: [String]
}

/// The new value of a row.
enum FormValue: Hashable, Sendable {
  case boolean(Bool)
  /// Nil removes the value.
  case word(String?)
  case words([String])
  case number(Double?)
  case color(Color?)
  case text(String)
  case translated(String, [String: String])
  case hours(OpeningHours?)
  /// It was pressed.
  case pressed
}

/// A change that a form wants.
struct FormChange: Hashable, Sendable {
  let form, row: String
  let value: FormValue
}

/// A number of a form: how it goes on, and what it counts.
struct FormNumber: Hashable, Sendable {
  enum Unit: Hashable, Sendable { case plain, seconds, percent, minuteOfDay }

  let range: ClosedRange<Double>
  let unit: Unit
  /// Whether there may be none, which is less than any.
  let canBeNothing: Bool
  /// The numbers that can be chosen; empty is any whole step.
  private let choices: [Double]
  private let step: Double

  /// Lengths of time that people name.
  private static let times: [Double] = [
    1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 600, 900, 1200, 1800, 2700, 3600, 5400, 7200,
    10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
  ]
  /// About so many steps lead from one end to the other.
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

  /// The next of 1, 2, 5, 10, 20 … and their tenths, at most so much.
  private static func round(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return 1 }
    var unit = 1.0
    while unit > number { unit /= 10 }
    while unit * 10 <= number { unit *= 10 }
    return [5, 2].first { $0 * unit <= number }.map { $0 * unit } ?? unit
  }

  /// The number that comes before (−1) or after (1) another; the same at the end.
  func next(to value: Double?, by direction: Int) -> Double? {
    guard let value else { return direction > 0 ? first : nil }
    let next: Double?
    if choices.isEmpty {
      // Round numbers come after each other, wherever one began.
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

  /// The number in words; nothing is never, or none.
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

  /// A number without more digits than it needs.
  private static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
  }
}
