import Supervision

/// What a session is asked to be.
public nonisolated struct SessionOptions: Hashable, Sendable {
  /// Which compositor is started.
  public var compositor: SessionCompositor
  /// Words for it.
  public var compositorArguments: [String]
  /// The launcher's configuration file; nil lets the launcher look for one.
  public var configuration: String?

  /// Options, cage by default.
  public init(
    compositor: SessionCompositor = .standard, compositorArguments: [String] = [],
    configuration: String? = nil
  ) {
    self.compositor = compositor
    self.compositorArguments = compositorArguments
    self.configuration = configuration
  }
}
