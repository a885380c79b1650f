import CPango

/// Which fonts there are, and whether they have letters.
public struct FontSurvey {
  private let typesetter = Typesetter(languages: [])

  /// Looks at this machine's fonts.
  public init() {}

  /// How many families there are.
  public var familyCount: Int { Typesetter.oneAtATime.withLock { _ in typesetter.familyCount } }

  /// Whether the fonts have every character of `text`.
  public func canWrite(_ text: String) -> Bool {
    Typesetter.oneAtATime.withLock { _ in
      typesetter.set(text, TextStyle(family: "sans", fontSize: 20, width: 1000, limit: .lines(1))).isComplete
    }
  }
}
