/// A directory that a program has for itself while it runs, and that nothing is left of afterwards.
public struct PrivateDirectory: Hashable, Sendable {
  /// What stands for its path in the words and variables of the command.
  public static let mark = "{profile}"

  /// What is in it at first, by paths relative to it; one that ends with a slash is a directory.
  public var files: [String: String]

  /// A directory with these files.
  public init(files: [String: String] = [:]) {
    self.files = files
  }
}
