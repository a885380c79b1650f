import Glibc

/// What programs' units are called: `app-rotunda-TILE-LAUNCHER-NUMBER.service`, after systemd's convention for
/// applications (Desktop Environments, "XDG standardization for applications").
nonisolated enum UnitName {
  static let prefix = "app-rotunda-"
  static let suffix = ".service"
  /// All units of all launchers.
  static let pattern = "\(prefix)*\(suffix)"
  /// How much of a tile's identifier is in the name: unit names have at most 255 bytes.
  private static let tileLimit = 64

  /// The name of the unit of a launcher's start with that number.
  static func make(tile: String, launcher: Int32, number: Int) -> String {
    let word = String(tile.unicodeScalars.prefix(tileLimit).map { isPlain($0) ? Character($0) : "_" })
    return "\(prefix)\(word)-\(launcher)-\(number)\(suffix)"
  }

  /// The process id of the launcher that a unit belongs to; nil for units of others.
  static func launcher(of name: String) -> Int32? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let parts = name.dropLast(suffix.count).split(separator: "-")
    return parts.count >= 4 ? Int32(parts[parts.count - 2]) : nil
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".": true
    default: false
    }
  }
}
