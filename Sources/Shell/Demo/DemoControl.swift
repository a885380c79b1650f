import CarouselEngine
import Configuration
import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A control in the demo's panel: a key of the configuration, and the kind of its values.
struct DemoControl: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A switch.
    case toggle
    /// A choice among a few words.
    case choice([String])
    /// Numbers, each within its range.
    case sliders([SliderScale])
  }

  let key: ConfigurationKey
  let kind: Kind

  /// Returns nil for a key whose values no control can set.
  init?(_ key: ConfigurationKey) {
    self.key = key
    let examples = Self.numbers(in: key)
    func scales(_ count: Int, _ range: ClosedRange<Double>, isWhole: Bool = false) -> Kind {
      .sliders(
        (0..<count).map { index in
          let usual = examples.indices.contains(index) ? abs(examples[index]) : 0
          return SliderScale(range: range, usual: usual > 0 ? usual : 1, isWhole: isWhole)
        })
    }
    switch key.kind {
    case .boolean: kind = .toggle
    case .choice(let words): kind = .choice(words)
    case .theme: kind = .choice(Theme.Name.allCases.map(\.rawValue))
    case .curve: kind = .choice(AnimationCurve.names)
    case .number(let range), .angle(let range), .duration(let range): kind = scales(1, range)
    case .integer(let range):
      kind = scales(1, Double(range.lowerBound)...Double(range.upperBound), isWhole: true)
    case .pair(let range), .size(let range): kind = scales(2, range)
    case .area(let range): kind = scales(4, range)
    default: return nil
    }
  }

  /// Returns the controls of the panel in order, those of basic keys first.
  static func all(hasKeyframes: Bool) -> [DemoControl] {
    let keys =
      [.themeName, .tileStyle] + ConfigurationSection.carousel.keys + [.textScale, .reducedMotion]
    return keys.basicFirst.compactMap {
      DemoControl($0)?.without(hasKeyframes ? [] : [LayoutKind.custom.rawValue])
    }
  }

  /// Returns the control without some words. A custom layout needs keyframes.
  private func without(_ words: [String]) -> DemoControl {
    guard key == .layout, case .choice(let all) = kind else { return self }
    return DemoControl(key, .choice(all.filter { !words.contains($0) }))
  }

  private init(_ key: ConfigurationKey, _ kind: Kind) { (self.key, self.kind) = (key, kind) }

  /// Returns the numbers of a value, or else of the key's example.
  func numbers(_ value: SettingValue?) -> [Double] {
    switch value {
    case .number(let number): [number]
    case .pair(let first, let second): [first, second]
    case .area(let area): (0..<4).map { area[$0] }
    default: Self.numbers(in: key)
    }
  }

  /// Returns the value of one, two or four numbers; nil otherwise.
  func value(_ numbers: [Double]) -> SettingValue? {
    switch numbers.count {
    case 1: .number(numbers[0])
    case 2: .pair(numbers[0], numbers[1])
    case 4: .area(SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]))
    default: nil
    }
  }

  /// Returns the value of a word.
  func value(_ word: String) -> SettingValue {
    if key.kind == .curve, let curve = AnimationCurve(name: word) { return .curve(curve) }
    return .word(word)
  }

  /// Returns the index of a value among the words.
  func index(of value: SettingValue?) -> Int? {
    guard case .choice(let words) = kind else { return nil }
    switch value {
    case .word(let word): return words.firstIndex(of: word)
    case .curve(let curve): return curve.word.flatMap { words.firstIndex(of: $0) }
    default: return nil
    }
  }

  /// Returns the numbers of a key's example.
  private static func numbers(in key: ConfigurationKey) -> [Double] {
    if case .duration = key.kind, let seconds = Quantity.seconds(key.example.filter { $0 != "\"" }) {
      return [seconds]
    }
    return key.example.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
  }
}

/// The mapping between a slider's places and numbers.
///
/// Ranges of keys are as wide as possible, from usual to barely possible values. If a range is much wider
/// than the usual values, the slider gives most of its length to those. Places are then the inverse
/// hyperbolic sine of numbers, which is linear around 0 and logarithmic far from it.
struct SliderScale: Hashable, Sendable {
  /// The documented range.
  let range: ClosedRange<Double>
  /// A usual value.
  let usual: Double
  /// Whether the slider has only whole numbers.
  let isWhole: Bool

  /// The multiple of the usual value up to which a range is linear.
  private static let straight = 10.0
  /// The share of the slider's length whose value determines the rounding.
  private static let grain = 0.005
  /// The distance of a key's step, as a share of the length.
  private static let keyStep = 0.02

  private var isStraight: Bool {
    max(abs(range.lowerBound), abs(range.upperBound)) <= Self.straight * usual
  }
  private var ends: (low: Double, high: Double) { (bent(range.lowerBound), bent(range.upperBound)) }
  private func bent(_ number: Double) -> Double { isStraight ? number : asinh(number / usual) }
  private func unbent(_ place: Double) -> Double { isStraight ? place : sinh(place) * usual }

  /// Returns the place of a number on the slider, 0 to 1.
  func part(of number: Double) -> Double {
    let (low, high) = ends
    return high > low ? min(max((bent(number) - low) / (high - low), 0), 1) : 0
  }

  /// Returns the number at a place, rounded to the slider's resolution, and within the range.
  func number(at part: Double) -> Double {
    let part = min(max(part, 0), 1)
    if part == 0 || part == 1 { return part == 0 ? range.lowerBound : range.upperBound }
    let near = part + (part < 0.5 ? Self.grain : -Self.grain)
    return rounded(exact(part), to: abs(exact(near) - exact(part)))
  }

  /// Returns the number that is `count` key steps away from a number.
  func number(from number: Double, steps count: Int) -> Double {
    let next = self.number(at: part(of: number) + Double(count) * Self.keyStep)
    guard isWhole, abs(next - number) < 1 else { return next }
    return min(max(number + Double(count), range.lowerBound), range.upperBound)
  }

  private func exact(_ part: Double) -> Double {
    let (low, high) = ends
    return unbent(low + (high - low) * part)
  }

  /// Rounds to the next smaller power of ten, which needs the fewest digits.
  private func rounded(_ number: Double, to grain: Double) -> Double {
    let exponent = isWhole ? max(0, log10(grain).rounded(.down)) : log10(grain).rounded(.down)
    guard exponent.isFinite else { return number }
    // Powers of ten below 1 are not exact in binary; their inverses are.
    let power = pow(10, abs(exponent)).rounded()
    let rounded =
      exponent < 0 ? (number * power).rounded() / power : (number / power).rounded() * power
    return min(max(rounded, range.lowerBound), range.upperBound)
  }
}

/// The layout of a control in the panel, in points from the upper left corner of the scrolled content.
struct DemoRow: Hashable, Sendable {
  let control: DemoControl
  /// The whole area.
  let area: Rectangle
  /// The name and the value.
  let head: Rectangle
  /// The button that resets the value.
  let reset: Rectangle
  /// The touch areas of sliders.
  let tracks: [Rectangle]
  /// The words of a choice.
  let chips: [Rectangle]

  /// The margin from its edges to its content, in font sizes.
  private static let margin = 0.8
  private static let headHeight = 1.9
  private static let toggleHeight = 2.7
  static let trackHeight = 2.1
  static let chipHeight = 2.1
  private static let chipGap = 0.35
  /// The estimated width of a letter, in font sizes. Measured widths would come too late.
  private static let letter = 0.47
  private static let chipMargin = 1.5
  /// The least width of a column.
  private static let column = 17.0

  private init(_ control: DemoControl, at corner: Point, width: Double, unit: Double) {
    self.control = control
    let inner = Rectangle(
      origin: corner + Point(Self.margin * unit, 0), size: Size(width - 2 * Self.margin * unit, 0))
    var head = Self.headHeight * unit
    var below = corner.y + head
    var (tracks, chips): ([Rectangle], [Rectangle]) = ([], [])
    switch control.kind {
    case .toggle:
      head = Self.toggleHeight * unit
      below = corner.y + head
    case .sliders(let scales):
      for _ in scales {
        let size = Size(inner.size.width, Self.trackHeight * unit)
        tracks.append(Rectangle(origin: Point(inner.origin.x, below), size: size))
        below += size.height
      }
    case .choice(let words):
      var left = inner.origin.x
      for word in words {
        let wanted = (Double(word.count) * Self.letter + Self.chipMargin) * unit
        let size = Size(min(wanted, inner.size.width), Self.chipHeight * unit)
        if left > inner.origin.x, left + size.width > inner.maxX {
          left = inner.origin.x
          below += size.height + Self.chipGap * unit
        }
        chips.append(Rectangle(origin: Point(left, below), size: size))
        left += size.width + Self.chipGap * unit
      }
      below += (Self.chipHeight + Self.chipGap) * unit
    }
    (self.tracks, self.chips) = (tracks, chips)
    self.head = Rectangle(origin: Point(inner.origin.x, corner.y), size: Size(inner.size.width, head))
    area = Rectangle(origin: corner, size: Size(width, below - corner.y))
    reset = Rectangle(
      origin: Point(corner.x + width - 2.6 * unit, corner.y), size: Size(2.6 * unit, head))
  }

  /// Returns the rows in as many columns as fit, each below the shortest, and their whole height.
  static func rows(
    _ controls: [DemoControl], width: Double, unit: Double
  ) -> (rows: [DemoRow], length: Double) {
    let count = max(1, Int(width / (column * unit)))
    let columnWidth = width / Double(count)
    var ends = [Double](repeating: unit * 0.4, count: count)
    let rows = controls.map { control in
      let shortest = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      let corner = Point(Double(shortest) * columnWidth, ends[shortest])
      let row = DemoRow(control, at: corner, width: columnWidth, unit: unit)
      ends[shortest] = row.area.maxY + unit * 0.3
      return row
    }
    return (rows, (ends.max() ?? 0) + unit * 0.4)
  }
}
