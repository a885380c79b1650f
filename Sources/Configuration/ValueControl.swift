/// A control that has a value: a slider, a stepper or a choice.
package struct ValueControl: Hashable, Sendable {
  /// The look of the control, and how fingers set its value.
  package enum Style: String, CaseIterable, Hashable, Sendable {
    /// A bar that a finger fills.
    case slider
    /// A value with buttons for less and more.
    case stepper
    /// Several words, one of which is selected.
    case choice
  }

  package var style: Style
  /// The range of values. For a choice these are the indexes of the choices, from 0.
  package var range: ClosedRange<Double>
  /// The distance between two values, counted from the lowest; 0 for a slider without steps.
  package var step: Double
  /// The texts of a choice, in order.
  package var choices: [String] = []
  /// The words for the choices in a command; empty uses their texts.
  package var words: [String] = []
  /// The unit after a number, such as %.
  package var unit = ""
  /// The value until another is known.
  package var initial: Double
  /// The source of the value; nil if only this control sets it.
  package var source: ValueSource?

  /// The placeholder for the value in a command.
  package static let mark = "{value}"
  /// The largest number of choices: a tile has no room for more.
  package static let mostChoices = 8

  /// Creates a control for a range of values, with an initial value.
  package init(_ style: Style, range: ClosedRange<Double>, step: Double, initial: Double) {
    self.style = style
    self.range = range
    self.step = step
    self.initial = range.lowerBound
    self.initial = nearest(initial)
  }

  /// Returns the valid value nearest to `value`; the lowest one for NaN.
  package func nearest(_ value: Double) -> Double {
    guard !value.isNaN else { return range.lowerBound }
    let inside = min(max(value, range.lowerBound), range.upperBound)
    guard step > 0 else { return inside }
    let steps = ((inside - range.lowerBound) / step).rounded()
    // The last step may be shorter.
    let stepped = range.lowerBound + steps * step
    return stepped > range.upperBound || range.upperBound - inside < inside - stepped
      ? range.upperBound : stepped
  }

  /// Returns the position of a value in the range, from 0 to 1.
  package func share(of value: Double) -> Double {
    (nearest(value) - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  /// Returns the value at a position in the range, from 0 to 1.
  package func value(atShare share: Double) -> Double {
    nearest(range.lowerBound + share * (range.upperBound - range.lowerBound))
  }

  /// The change by one key press: a step, or a twentieth of the range.
  package var increment: Double { step > 0 ? step : (range.upperBound - range.lowerBound) / 20 }

  /// Returns the value that many steps away from another one, within the range. A short last step counts as
  /// one.
  package func value(_ value: Double, changedBy steps: Double) -> Double {
    guard step > 0 else { return nearest(value + steps * increment) }
    let place = (value - range.lowerBound) / step
    let whole = steps < 0 ? (place - 1e-9).rounded(.up) : (place + 1e-9).rounded(.down)
    return min(max(range.lowerBound + (whole + steps) * step, range.lowerBound), range.upperBound)
  }

  /// Returns the word for a value in a command.
  package func word(for value: Double) -> String {
    guard style == .choice else { return Self.plain(nearest(value)) }
    let list = words.isEmpty ? choices : words
    let index = Int(nearest(value))
    return list.indices.contains(index) ? list[index] : ""
  }

  /// Returns the text of a value, for the screen and the screen reader.
  package func text(of value: Double) -> String {
    guard style == .choice else { return Self.plain(rounded(nearest(value))) + unit }
    let index = Int(nearest(value))
    return choices.indices.contains(index) ? choices[index] : ""
  }

  /// Returns the value in a file's content or a command's output: for a choice one of its words, otherwise
  /// the first number.
  package func value(in text: String) -> Double? {
    guard style == .choice else { return Self.firstNumber(in: text).map { nearest($0) } }
    let word = text.trimmingBlanks
    return ((words.isEmpty ? choices : words).firstIndex(of: word) ?? choices.firstIndex(of: word)).map(
      Double.init)
  }

  /// Returns a number with at most six decimals, without trailing zeros.
  private static func plain(_ number: Double) -> String {
    let millionths = Int((abs(number) * 1e6).rounded())
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    var decimals = String(rest)
    decimals = String(repeating: "0", count: 6 - decimals.count) + decimals
    while decimals.hasSuffix("0") { decimals.removeLast() }
    let sign = number < 0 && millionths > 0 ? "-" : ""
    return sign + "\(whole)" + (decimals.isEmpty ? "" : "." + decimals)
  }

  /// Rounds a value to the decimals of a fiftieth of the range. On a slider without steps, more decimals are
  /// not visible.
  private func rounded(_ value: Double) -> Double {
    guard step == 0 else { return value }
    var unit = 1.0
    while unit > (range.upperBound - range.lowerBound) / 50, unit > 1e-6 { unit /= 10 }
    return (value / unit).rounded() * unit
  }

  private static func firstNumber(in text: String) -> Double? {
    guard let match = text.firstMatch(of: /-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/) else {
      return nil
    }
    // Swift requires a digit on both sides of the point.
    return Double(match.output.hasSuffix(".") ? match.output + "0" : "0" + match.output)
      ?? Double(match.output)
  }
}

/// The source of a control's value.
package enum ValueSource: Hashable, Sendable {
  /// A file, by its absolute path.
  case file(String)
  /// The standard output of a command.
  case command([String])
}

extension String {
  /// The text without blanks and line ends around it.
  fileprivate var trimmingBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
