import CarouselEngine
import Configuration

/// What a finger sets in the demo's panel: a key of the configuration, and how.
struct DemoControl: Hashable, Sendable {
  /// How it is set.
  enum Kind: Hashable, Sendable {
    /// On or off.
    case toggle
    /// One of a few words.
    case choice([String])
    /// Numbers, each within its range.
    case sliders([SliderScale])
  }

  let key: ConfigurationKey
  let kind: Kind

  /// Nil for a key whose values no control sets.
  init?(_ key: ConfigurationKey) {
    self.key = key
    let examples = Self.numbers(in: key.example)
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
    case .curve: kind = .choice(AnimationCurve.names)
    case .number(let range), .angle(let range): kind = scales(1, range)
    case .integer(let range):
      kind = scales(1, Double(range.lowerBound)...Double(range.upperBound), isWhole: true)
    case .pair(let range), .size(let range): kind = scales(2, range)
    case .area(let range): kind = scales(4, range)
    default: return nil
    }
  }

  /// The controls of the panel, from the first to the last: those that change most come first.
  static func all(hasKeyframes: Bool) -> [DemoControl] {
    let keys =
      [.themeName, .themeFace] + ConfigurationSection.carousel.keys + [.textScale, .reducedMotion]
    return keys.compactMap { DemoControl($0)?.without(hasKeyframes ? [] : [LayoutKind.custom.rawValue]) }
  }

  /// A layout of one's own is nothing without keyframes.
  private func without(_ words: [String]) -> DemoControl {
    guard key == .layout, case .choice(let all) = kind else { return self }
    return DemoControl(key, .choice(all.filter { !words.contains($0) }))
  }

  private init(_ key: ConfigurationKey, _ kind: Kind) { (self.key, self.kind) = (key, kind) }

  /// The numbers of a value, or of what stands in the key's example.
  func numbers(_ value: CarouselField.Value?) -> [Double] {
    switch value {
    case .number(let number): [number]
    case .pair(let first, let second): [first, second]
    case .area(let area): (0..<4).map { area[$0] }
    default: Self.numbers(in: key.example)
    }
  }

  /// The value of so many numbers; nil when there are too few.
  func value(_ numbers: [Double]) -> CarouselField.Value? {
    switch numbers.count {
    case 1: .number(numbers[0])
    case 2: .pair(numbers[0], numbers[1])
    case 4: .area(SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]))
    default: nil
    }
  }

  /// The value of one of its words.
  func value(_ word: String) -> CarouselField.Value {
    if key.kind == .curve, let curve = AnimationCurve(name: word) { return .curve(curve) }
    return .word(word)
  }

  /// Which of its words a value is.
  func index(of value: CarouselField.Value?) -> Int? {
    guard case .choice(let words) = kind else { return nil }
    switch value {
    case .word(let word): return words.firstIndex(of: word)
    case .curve(let curve): return curve.word.flatMap { words.firstIndex(of: $0) }
    default: return nil
    }
  }

  private static func numbers(in text: String) -> [Double] {
    text.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
  }
}
