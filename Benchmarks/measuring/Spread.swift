import Foundation

/// Median, least and most of some figures.
public struct Spread: CustomStringConvertible {
  /// As it is printed.
  public let description: String
  /// The one in the middle; 0 where there are none.
  public let median: Double

  /// Of `values`, with so many digits behind the point.
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

  /// The ratios of figures that were taken in turn, both of them, and how many.
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
  /// The same in milliseconds.
  public var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
