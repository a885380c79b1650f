/// Random numbers that a seed repeats on every machine: SplitMix64 (Steele, Lea and Flood, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The numbers of `seed`; a test that fails prints it.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number in `range`.
  public mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  /// A whole number in `range`.
  public mutating func integer(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// True in `part` (0 to 1) of all cases.
  public mutating func chance(_ part: Double) -> Bool { number(0...1) < part }

  /// One of `choices`, of which there is at least one.
  public mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[integer(0...(choices.count - 1))]
  }
}
