/// Users in a file tree, and the homes of those that setup creates.
enum SetupUser {
  /// The home of the kiosk's user up to version 0.1. The launcher can write to it, and libraries read
  /// settings from a home.
  static let earlierHome = "/var/lib/rotunda"
  /// A private in-memory directory of each program.
  private static let visitorsHome = "/run/rotunda-visit/home"
  /// The places of the installed empty directory.
  private static let homes = ["/usr/lib/rotunda/home", "/usr/local/lib/rotunda/home"]

  /// Returns the home for a user that setup creates.
  static func home(for user: String, in tree: some FileTree) -> String {
    if user == SetupOptions.visitor { return visitorsHome }
    return homes.first { tree.node(at: $0) == .directory } ?? homes[0]
  }

  static func exists(_ user: String, in tree: some FileTree) -> Bool { entry(of: user, in: tree) != nil }

  /// Returns a user's current home; nil if the user does not exist.
  static func home(of user: String, in tree: some FileTree) -> String? {
    guard let fields = entry(of: user, in: tree), fields.count > 5 else { return nil }
    return fields[5]
  }

  /// Returns the fields of a user's line in passwd(5).
  private static func entry(of user: String, in tree: some FileTree) -> [String]? {
    guard case .file(let contents, _) = tree.node(at: "/etc/passwd") else { return nil }
    let lines = contents.split(separator: UInt8(ascii: "\n"))
    return lines.first { $0.starts(with: (user + ":").utf8) }.map { line in
      line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}
