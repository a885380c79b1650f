/// What the latest frame showed on its way, so that another one has to show it farther.
///
/// Events come between frames and later than the end of a motion: whether that end was seen, only a frame can tell.
struct SeenMotion: Hashable {
  /// A tile on its way to the screen or back.
  var opening = false
  /// Anything else: a press, something that comes in, a background that changes.
  var carousel = false
}

extension Shell {
  /// Takes note of what is on its way in the frame that has just been made.
  mutating func noteMotion() {
    seenMotion.opening = opening?.isMoving(at: clock) == true
    seenMotion.carousel =
      press?.depth.isOver(at: clock) == false || entrance?.isOver(at: clock) == false || backdrop.isFading
  }
}
