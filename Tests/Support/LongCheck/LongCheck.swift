import Glibc

/// The long check runs every case of the tests. The usual check runs a sample of what takes long.
public enum LongCheck {
  /// Whether `make check-long` runs the tests.
  public static let isOn = getenv("ROTUNDA_LONG") != nil

  /// All cases in the long check, otherwise the first of every `step` cases.
  public static func sample<Case>(_ cases: [Case], every step: Int) -> [Case] {
    isOn ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
  }
}
