import CarouselEngine

extension AnimationCurve {
  /// The curves that have a name.
  static let words: [(word: String, curve: AnimationCurve)] = [
    ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
    ("bounce", .bounce),
  ]

  /// Every name that a curve can have in a configuration file.
  public static let names = words.map(\.word)

  /// The curve of that name.
  public init?(name: String) {
    guard let known = Self.words.first(where: { $0.word == name }) else { return nil }
    self = known.curve
  }

  /// Its name; nil for one that has none.
  public var word: String? { Self.words.first { $0.curve == self }?.word }
}
