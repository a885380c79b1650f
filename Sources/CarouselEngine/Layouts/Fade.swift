/// How items lose opacity with their offset: fully opaque from `min` to `max`, `minAlpha` when further than `range`
/// outside, linear between.
struct Fade: Hashable, Sendable {
  var min: Double
  var max: Double
  var range: Double
  var minAlpha: Double

  init(_ options: CarouselOptions) {
    min = options.fadeMin ?? (options.layout == .invertedTimeMachine ? 0 : -.infinity)
    max = options.fadeMax ?? (options.layout == .timeMachine ? 0 : .infinity)
    range = options.fadeRange.map { $0.isNaN ? 1 : $0 } ?? 1
    minAlpha = (options.fadeMinAlpha ?? 0).limited(to: 0...1, else: 0)
    if min.isNaN { min = -.infinity }
    if max.isNaN { max = .infinity }
  }

  @inline(__always)
  func opacity(_ offset: Double) -> Double {
    var outside = 0.0
    if offset > max {
      outside = offset - max
    } else if offset < min {
      outside = min - offset
    }
    guard outside > 0 else { return 1 }
    guard range > 0, outside < range else { return minAlpha }
    return 1 - outside / range * (1 - minAlpha)
  }
}

extension Double {
  /// The nearest value of `range`; `fallback` for what is not a number.
  func limited(to range: ClosedRange<Double>, else fallback: Double) -> Double {
    isNaN ? fallback : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// An offset that is an item's but for rounding errors becomes that item's.
  var onItem: Double {
    let item = rounded(.toNearestOrAwayFromZero)
    return abs(self - item) < Limit.sameOffset ? item : self
  }

  /// The value when it is finite, else `fallback`.
  func finite(else fallback: Double) -> Double { isFinite ? self : fallback }

  /// The integer part, limited to what an `Int` of any use can hold; 0 for what is not a number.
  var integerPart: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -1e15), 1e15)) }
}
