import CarouselEngine
import RotundaGeometry

/// A value of the reference files: a number, a pair, or a word.
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

  /// Without what is behind the point, and within what can be counted.
  var integer: Int { number.limitedInteger }

  var isTrue: Bool { number != 0 }

  var point: Point {
    if case .pair(let x, let y) = self { Point(x, y) } else { .zero }
  }

  /// The layout of that name in the reference files.
  var layout: LayoutKind? {
    if case .word(let word) = self { LayoutKind(reference: word) } else { nil }
  }
}

extension Double {
  /// The integer part, far within the range of integers; 0 for what is not a number.
  var limitedInteger: Int { isNaN ? 0 : Int(min(max(self, -1e12), 1e12)) }
}

extension LayoutKind {
  /// The layout that the reference files call `name`.
  init?(reference name: String) {
    switch name {
    case "coverflow": self = .coverFlow
    case "coverflow2": self = .coverFlow2
    default: self.init(rawValue: name.replacing("_", with: "-"))
    }
  }
}
