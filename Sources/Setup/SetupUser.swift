/// Users of a tree of files, and where those are at home whom setup makes.
enum SetupUser {
  /// Where the kiosk's user was at home up to version 0.1: the launcher can write there, and libraries look
  /// for settings in a home.
  static let earlierHome = "/var/lib/rotunda"
  /// In the memory of each program by itself.
  private static let visitorsHome = "/run/rotunda-visit/home"
  /// Where an installation has the empty directory.
  private static let homes = ["/usr/lib/rotunda/home", "/usr/local/lib/rotunda/home"]

  /// Where a user is at home that setup makes.
  static func home(for user: String, in tree: some FileTree) -> String {
    if user == SetupOptions.visitor { return visitorsHome }
    return homes.first { tree.node(at: $0) == .directory } ?? homes[0]
  }

  static func exists(_ user: String, in tree: some FileTree) -> Bool { entry(of: user, in: tree) != nil }

  /// Where a user is at home now; nil where there is no such user.
  static func home(of user: String, in tree: some FileTree) -> String? {
    guard let fields = entry(of: user, in: tree), fields.count > 5 else { return nil }
    return fields[5]
  }

  /// The fields of a line of passwd(5).
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
