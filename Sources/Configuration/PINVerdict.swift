/// The result of the check of a PIN.
package enum PINVerdict: Hashable, Sendable {
  /// The PIN is correct.
  case right
  /// The PIN is wrong. Includes the number of failures in a row, and the seconds until the next check.
  case wrong(failures: Int, wait: Double)
  /// The PIN was not checked, because no check happens for that many seconds.
  case early(wait: Double)
  /// The PIN could not be checked, for this reason.
  case failed(reason: String)
}

/// The location of the PIN service, for kiosks where the launcher does not check PINs itself.
package enum PINServicePlace {
  /// The variable with the path of the service's socket. The kiosk's unit sets it. Programs do not inherit
  /// variables with this prefix.
  package static let variable = "ROTUNDA_SESSION_PIN_SOCKET"
  /// The variable with the path of the file that the service reads, if that is not `hashFile`.
  package static let fileVariable = "ROTUNDA_SESSION_PIN_FILE"
  /// The file where the service expects the hash. `rotunda set-pin` writes it.
  package static let hashFile = "/etc/rotunda/pin"
  /// The group of the service's user. Only that user and root may read the file.
  package static let group = "rotunda-pin"
}
