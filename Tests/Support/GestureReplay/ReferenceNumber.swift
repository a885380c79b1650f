/// Numbers as the reference writes them.
enum ReferenceNumber {
  /// The decimals that the tables carry.
  private static let scale = 1e9
  /// Integers beyond this are not exact any more.
  private static let largestInteger = 9e15

  /// At most nine decimals, without trailing zeros; `none` for nothing.
  static func text(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "none" }
    let rounded = abs(number) < largestInteger / scale ? (number * scale).rounded() / scale : number
    guard rounded == rounded.rounded(), abs(rounded) < largestInteger else { return "\(rounded)" }
    return "\(Int64(rounded))"
  }

  /// Two decimals.
  static func rough(_ number: Double) -> String { text((number * 100).rounded() / 100) }
}
