extension Int {
  /// The number from 0 up to `count` (excluded) that is the same modulo `count`; itself when `count` is not positive.
  func wrapped(below count: Int) -> Int {
    guard count > 0 else { return self }
    let remainder = self % count
    return remainder < 0 ? remainder + count : remainder
  }
}
