/// Formats numbers as in the reference.
enum ReferenceNumber {
  /// The scale for the tables' nine decimals.
  private static let scale = 1e9
  /// Doubles above this cannot represent every integer.
  private static let largestInteger = 9e15

  /// Returns at most nine decimals without trailing zeros; `none` for nil.
  static func text(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "none" }
    let rounded = abs(number) < largestInteger / scale ? (number * scale).rounded() / scale : number
    guard rounded == rounded.rounded(), abs(rounded) < largestInteger else { return "\(rounded)" }
    return "\(Int64(rounded))"
  }

  /// Rounds to two decimals.
  static func rough(_ number: Double) -> String { text((number * 100).rounded() / 100) }
}
