/// What a compositor lets the launcher do with its own window and with those of programs.
public nonisolated struct DisplayCapabilities: Hashable, Sendable {
  /// Whether a strip along an edge can lead home out of a program.
  public var hasStrip = false
  /// Whether it tells when a program's window is there.
  public var tellsWindows = false
  /// Whether any program whose window is covered can be brought back. Else it is the one that was covered last, and no
  /// other: the launcher steps out of its way.
  public var canRaiseAnyProgram = false

  /// What every compositor lets it do: come before a program, and step out of the way of the last one.
  public init() {}
}
