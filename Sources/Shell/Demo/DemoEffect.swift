import Scene

/// What the demo wants done outside.
public enum DemoEffect: Hashable, Sendable {
  /// Draw a picture, the lowest order first; answer with `ShellEvent.pictureReady`.
  case draw(Picture, order: Int)
  /// Look at the clock; answer with `ShellEvent.wallTime`.
  case readWallTime
  /// Write the file that was named; `replaces` says that one which is there may go. Answer with `DemoStage.saved(_:)`.
  case save(String, replaces: Bool)
}

/// What came of `DemoEffect.save`.
public enum DemoSaving: Hashable, Sendable {
  /// The file is written.
  case done
  /// There is one already, and nothing was said about replacing it.
  case exists
  /// It could not be written, and why.
  case failed(String)
}
