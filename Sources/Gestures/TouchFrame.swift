/// The touch events that belong to one instant, in the order in which they came.
public struct TouchFrame: Hashable, Sendable {
  /// What happened.
  public var events: [TouchEvent]
  /// What fingers cover, as far as it was told anew; at most once for each.
  public var shapes: [ContactShape]

  /// A frame of events.
  public init(_ events: [TouchEvent] = [], shapes: [ContactShape] = []) {
    self.events = events
    self.shapes = shapes
  }
}
