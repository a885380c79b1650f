import Foundation

/// cage and sway refuse to run as root; this is how root starts them all the same.
enum Unprivileged {
  /// The script that runs its arguments as an ordinary user.
  static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../packaging/unprivileged").standardized.path
}
