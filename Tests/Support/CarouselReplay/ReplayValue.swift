import CarouselEngine
import RotundaGeometry

/// A value in a reference file: a number, a pair or a word.
enum ReplayValue: Decodable, Sendable {
  case number(Double)
  case pair(Double, Double)
  case word(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .number(flag ? 1 : 0)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let numbers = try? container.decode([Double].self), numbers.count == 2 {
      self = .pair(numbers[0], numbers[1])
    } else {
      self = .word(try container.decode(String.self))
    }
  }

  var number: Double {
    switch self {
    case .number(let number): number
    case .word(let word): Double(word) ?? 0
    case .pair(let first, _): first
    }
  }

  /// The integer part, limited to a safe range.
  var integer: Int { number.limitedInteger }

  var isTrue: Bool { number != 0 }

  var point: Point {
    if case .pair(let x, let y) = self { Point(x, y) } else { .zero }
  }

  /// The layout with this name in the reference files.
  var layout: LayoutKind? {
    if case .word(let word) = self { LayoutKind(reference: word) } else { nil }
  }
}

extension Double {
  /// The integer part, limited to a safe range; 0 for NaN.
  var limitedInteger: Int { isNaN ? 0 : Int(min(max(self, -1e12), 1e12)) }
}

extension LayoutKind {
  /// Creates the layout with the name `name` in the reference files.
  init?(reference name: String) {
    switch name {
    case "coverflow": self = .coverFlow
    case "coverflow2": self = .coverFlow2
    default: self.init(rawValue: name.replacing("_", with: "-"))
    }
  }
}
