/// A control that has a value: a slider, a stepper or a choice.
package struct ValueControl: Hashable, Sendable {
  /// What it looks like and how fingers set it.
  package enum Style: String, CaseIterable, Hashable, Sendable {
    /// A bar that a finger fills.
    case slider
    /// A value with a button for less and one for more.
    case stepper
    /// Some words, of which one is chosen.
    case choice
  }

  package var style: Style
  /// What the value may be; for a choice the numbers of the choices, from 0.
  package var range: ClosedRange<Double>
  /// The value is a whole number of these above the least one; 0 for a slider without steps.
  package var step: Double
  /// What is written on the parts of a choice, in its order.
  package var choices: [String] = []
  /// What stands for them in a command; empty for what is written.
  package var words: [String] = []
  /// What is written behind a number, such as %.
  package var unit = ""
  /// The value that is shown until another is known.
  package var initial: Double
  /// Where the value is looked up; nil for one that only this control sets.
  package var source: ValueSource?

  /// What stands for the value in a command.
  package static let mark = "{value}"
  /// How many choices there may be: more find no room on a tile.
  package static let mostChoices = 8

  /// A control for the values of a range, which begins with `initial`.
  package init(_ style: Style, range: ClosedRange<Double>, step: Double, initial: Double) {
    self.style = style
    self.range = range
    self.step = step
    self.initial = range.lowerBound
    self.initial = nearest(initial)
  }

  /// The value nearest to `value` that it may have; the least one for what is no number.
  package func nearest(_ value: Double) -> Double {
    guard !value.isNaN else { return range.lowerBound }
    let inside = min(max(value, range.lowerBound), range.upperBound)
    guard step > 0 else { return inside }
    let steps = ((inside - range.lowerBound) / step).rounded()
    // The last step may be a short one.
    let stepped = range.lowerBound + steps * step
    return stepped > range.upperBound || range.upperBound - inside < inside - stepped
      ? range.upperBound : stepped
  }

  /// How far a value is from the least to the greatest, 0 to 1.
  package func share(of value: Double) -> Double {
    (nearest(value) - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  /// The value that is so far from the least to the greatest.
  package func value(atShare share: Double) -> Double {
    nearest(range.lowerBound + share * (range.upperBound - range.lowerBound))
  }

  /// By how much keys change it: its step, or a twentieth of its range.
  package var increment: Double { step > 0 ? step : (range.upperBound - range.lowerBound) / 20 }

  /// The value that is so many steps away from another one, as far as there are any. A short last step counts
  /// as one.
  package func value(_ value: Double, changedBy steps: Double) -> Double {
    guard step > 0 else { return nearest(value + steps * increment) }
    let place = (value - range.lowerBound) / step
    let whole = steps < 0 ? (place - 1e-9).rounded(.up) : (place + 1e-9).rounded(.down)
    return min(max(range.lowerBound + (whole + steps) * step, range.lowerBound), range.upperBound)
  }

  /// What stands for a value in a command.
  package func word(for value: Double) -> String {
    guard style == .choice else { return Self.plain(nearest(value)) }
    let list = words.isEmpty ? choices : words
    let index = Int(nearest(value))
    return list.indices.contains(index) ? list[index] : ""
  }

  /// What is shown and said of a value.
  package func text(of value: Double) -> String {
    guard style == .choice else { return Self.plain(rounded(nearest(value))) + unit }
    let index = Int(nearest(value))
    return choices.indices.contains(index) ? choices[index] : ""
  }

  /// The value that a file or a command's output tells: for a choice one of its words, else the first number
  /// in it.
  package func value(in text: String) -> Double? {
    guard style == .choice else { return Self.firstNumber(in: text).map { nearest($0) } }
    let word = text.trimmingBlanks
    return ((words.isEmpty ? choices : words).firstIndex(of: word) ?? choices.firstIndex(of: word)).map(
      Double.init)
  }

  /// A number with at most six decimals and no zeros at its end.
  private static func plain(_ number: Double) -> String {
    let millionths = Int((abs(number) * 1e6).rounded())
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    var decimals = String(rest)
    decimals = String(repeating: "0", count: 6 - decimals.count) + decimals
    while decimals.hasSuffix("0") { decimals.removeLast() }
    let sign = number < 0 && millionths > 0 ? "-" : ""
    return sign + "\(whole)" + (decimals.isEmpty ? "" : "." + decimals)
  }

  /// As many decimals as a fiftieth of the range has: more are not seen on a slider without steps.
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
    // Swift wants a digit on both sides of the point.
    return Double(match.output.hasSuffix(".") ? match.output + "0" : "0" + match.output)
      ?? Double(match.output)
  }
}

/// Where the value of a control is looked up.
package enum ValueSource: Hashable, Sendable {
  /// In a file, by its absolute path.
  case file(String)
  /// In what a command writes to standard output.
  case command([String])
}

extension String {
  /// Without the blanks and line ends around it.
  fileprivate var trimmingBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
