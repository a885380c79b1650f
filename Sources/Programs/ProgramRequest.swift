/// A program that a tile wants started.
public struct ProgramRequest: Hashable, Sendable {
  /// What to execute.
  public var command: Command
  /// The tile's identifier, for names and journals.
  public var tile: String
  /// The tile's name, for people.
  public var title: String
  /// What it may have of the machine.
  public var limits: ProgramLimits
  /// Whether it will have windows.
  public var opensWindow = true

  /// A request from its parts.
  public init(
    _ command: Command, tile: String = "", title: String = "", limits: ProgramLimits = ProgramLimits()
  ) {
    self.command = command
    self.tile = tile
    self.title = title
    self.limits = limits
  }
}
