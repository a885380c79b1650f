/// What to execute: words for the kernel, never for a shell.
public struct Command: Hashable, Sendable {
  /// The program and its arguments. The first is looked up in `PATH` when it holds no slash.
  public var arguments: [String]
  /// Variables set for the program on top of the launcher's own.
  public var environment: [String: String]
  /// Where it starts; nil for the launcher's own directory.
  public var workingDirectory: String?
  /// A directory of its own that is wiped when it ends; nil for none.
  public var privateDirectory: PrivateDirectory?

  /// What its windows are likely to call themselves beside its program's name: `app_id`s, classes on X11.
  public var windowNames: [String] = []

  /// A command from its argv.
  public init(_ arguments: [String], environment: [String: String] = [:], workingDirectory: String? = nil) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}
