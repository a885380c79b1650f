import Configuration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which number a slider's place stands for.
///
/// Ranges of keys are as wide as can be, from what is usual to what is just possible. Where they are much wider than what
/// is usual, the slider gives most of its length to that: places are the inverse hyperbolic sine of numbers, which is straight
/// around 0 and logarithmic far from it.
struct SliderScale: Hashable, Sendable {
  /// The documented range.
  let range: ClosedRange<Double>
  /// What is usual.
  let usual: Double
  /// Whether only whole numbers count.
  let isWhole: Bool

  /// Ranges that reach further than so many times what is usual are not straight.
  private static let straight = 10.0
  /// A number is rounded to what so much of the slider's length is worth, or less.
  private static let grain = 0.005
  /// How far a key moves it, as a part of its length.
  private static let keyStep = 0.02

  private var isStraight: Bool {
    max(abs(range.lowerBound), abs(range.upperBound)) <= Self.straight * usual
  }
  private var ends: (low: Double, high: Double) { (bent(range.lowerBound), bent(range.upperBound)) }
  private func bent(_ number: Double) -> Double { isStraight ? number : asinh(number / usual) }
  private func unbent(_ place: Double) -> Double { isStraight ? place : sinh(place) * usual }

  /// Where a number is on the slider, 0 to 1.
  func part(of number: Double) -> Double {
    let (low, high) = ends
    return high > low ? min(max((bent(number) - low) / (high - low), 0), 1) : 0
  }

  /// The number at a place, rounded to what can be told there, and always within the range.
  func number(at part: Double) -> Double {
    let part = min(max(part, 0), 1)
    if part == 0 || part == 1 { return part == 0 ? range.lowerBound : range.upperBound }
    let near = part + (part < 0.5 ? Self.grain : -Self.grain)
    return rounded(exact(part), to: abs(exact(near) - exact(part)))
  }

  /// The number that a key makes of one: `count` steps further.
  func number(from number: Double, steps count: Int) -> Double {
    let next = self.number(at: part(of: number) + Double(count) * Self.keyStep)
    guard isWhole, abs(next - number) < 1 else { return next }
    return min(max(number + Double(count), range.lowerBound), range.upperBound)
  }

  private func exact(_ part: Double) -> Double {
    let (low, high) = ends
    return unbent(low + (high - low) * part)
  }

  /// To the next smaller power of ten, so that as few digits are written as will do.
  private func rounded(_ number: Double, to grain: Double) -> Double {
    let exponent = isWhole ? max(0, log10(grain).rounded(.down)) : log10(grain).rounded(.down)
    guard exponent.isFinite else { return number }
    // Powers of ten below 1 are no binary fractions; their inverses are whole.
    let power = pow(10, abs(exponent)).rounded()
    let rounded =
      exponent < 0 ? (number * power).rounded() / power : (number / power).rounded() * power
    return min(max(rounded, range.lowerBound), range.upperBound)
  }
}
