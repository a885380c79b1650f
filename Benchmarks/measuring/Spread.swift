import Foundation

/// The median, minimum and maximum of some values.
public struct Spread: CustomStringConvertible {
  /// The printed form.
  public let description: String
  /// The median; 0 without values.
  public let median: Double

  /// Creates the spread of `values`, printed with this many decimals.
  public init(_ values: [Double], digits: Int) {
    let sorted = values.sorted()
    func text(_ value: Double) -> String { String(format: "%.\(digits)f", value) }
    guard let first = sorted.first, let last = sorted.last else {
      description = "none"
      median = 0
      return
    }
    median = sorted[sorted.count / 2]
    description = "\(text(median)) (\(text(first)) to \(text(last)))"
  }

  /// Prints the ratios of values that were measured in turn, both sets of values, and their number.
  public static func compare(
    _ name: String, _ ours: [Double], _ floors: [Double], unit: String, target: String, digits: Int = 1
  ) {
    let ratios = zip(ours, floors).map { $1 > 0 ? $0 / $1 : .infinity }
    print(
      "\(name): ratio \(Spread(ratios, digits: 2)), to reach \(target); rotunda \(Spread(ours, digits: digits)) \(unit); "
        + "floor \(Spread(floors, digits: digits)) \(unit); \(ours.count) pairs")
    fflush(nil)
  }
}

extension Duration {
  /// The duration in milliseconds.
  public var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
