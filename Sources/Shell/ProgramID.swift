/// One start of one program.
public struct ProgramID: Hashable, Sendable {
  /// Counts from 1 in the order of the starts.
  public let number: Int

  /// The start with that number.
  public init(_ number: Int) {
    self.number = number
  }
}
