/// The touch events that belong to one instant, in the order in which they came.
public struct TouchFrame: Hashable, Sendable {
  /// What happened.
  public var events: [TouchEvent]

  /// A frame of events.
  public init(_ events: [TouchEvent] = []) {
    self.events = events
  }
}
