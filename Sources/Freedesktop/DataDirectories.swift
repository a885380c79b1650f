/// Where applications and icons are installed (XDG Base Directory Specification 0.8).
public struct DataDirectories: Hashable, Sendable {
  /// The directories, the user's own first. Absolute, without a slash at the end.
  public var paths: [String]
  /// The user's home, where `.icons` may lie.
  public var home: String?

  /// Given directories.
  public init(paths: [String], home: String? = nil) {
    self.paths = paths
    self.home = home
  }

  /// What `HOME`, `XDG_DATA_HOME` and `XDG_DATA_DIRS` say, with the specification's defaults. Relative paths are ignored.
  ///
  /// A service, which has a `CONFIGURATION_DIRECTORY`, looks at nobody's home: what its visitors save there must not become
  /// a tile's program.
  public init(environment: [String: String]) {
    let isService = environment["CONFIGURATION_DIRECTORY"]?.isEmpty == false
    let environment = isService ? environment.filter { !Self.usersOwn.contains($0.key) } : environment
    let home = Self.absolute(environment["HOME"])
    let own = Self.absolute(environment["XDG_DATA_HOME"]) ?? home.map { "\($0)/.local/share" }
    let listed =
      environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    var seen: Set<String> = []
    paths = ([own] + listed.split(separator: ":").map { Self.absolute(String($0)) })
      .compactMap(\.self).filter { seen.insert($0).inserted }
    self.home = home
  }

  private static let usersOwn: Set<String> = ["HOME", "XDG_DATA_HOME"]

  private static func absolute(_ path: String?) -> String? {
    guard var path, path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
