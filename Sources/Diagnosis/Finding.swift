/// What a look at one thing of a machine came to: a line.
public struct Finding: Hashable, Sendable {
  /// How it is.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// As it should be.
    case good
    /// A kiosk runs all the same, but it is worth knowing.
    case note
    /// Something is missing.
    case missing
  }

  /// What was looked at, in a word or two.
  public var name: String
  /// How it is.
  public var verdict: Verdict
  /// What was found.
  public var text: String
  /// What helps; nil where nothing has to.
  public var remedy: String?

  /// A finding from its parts.
  public init(_ verdict: Verdict, _ name: String, _ text: String, remedy: String? = nil) {
    (self.verdict, self.name, self.text, self.remedy) = (verdict, name, text, remedy)
  }
}
