import Foundation

/// Lets root start cage and sway, which refuse to run as root.
enum Unprivileged {
  /// The script that runs its arguments as an ordinary user.
  static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../packaging/unprivileged").standardized.path
}
