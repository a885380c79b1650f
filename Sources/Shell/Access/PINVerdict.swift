/// What came of checking a PIN.
public enum PINVerdict: Hashable, Sendable {
  /// It is the one.
  case right
  /// It is not.
  case wrong
  /// It could not be checked, and why.
  case failed(reason: String)
}
