/// What came of a PIN that was entered.
package enum PINVerdict: Hashable, Sendable {
  /// It is the one.
  case right
  /// It is not: so many were wrong in a row, and so many seconds pass before the next is checked.
  case wrong(failures: Int, wait: Double)
  /// It was not checked, because none is for so many seconds yet.
  case early(wait: Double)
  /// It could not be checked, and why.
  case failed(reason: String)
}

/// Where the PIN is checked, where the launcher does not do it itself.
package enum PINServicePlace {
  /// The variable with the path of the service's socket. The kiosk's unit sets it; it is of the family that
  /// programs do not inherit.
  package static let variable = "ROTUNDA_SESSION_PIN_SOCKET"
  /// The variable with the path of the file that the service reads, where that is another than `hashFile`.
  package static let fileVariable = "ROTUNDA_SESSION_PIN_FILE"
  /// Where the service expects the hash, which `rotunda set-pin` writes.
  package static let hashFile = "/etc/rotunda/pin"
  /// The group of the service's user, which alone may read that file beside root.
  package static let group = "rotunda-pin"
}
