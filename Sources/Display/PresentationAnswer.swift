import Wayland

/// Word of when a frame was presented, which the compositor owes. It serves one frame after the other, because a new one
/// takes several blocks of memory.
final class PresentationAnswer {
  /// Which frame is spoken of.
  private(set) var frame = 0
  /// When its drawing began.
  private(set) var start = 0.0
  private var feedback: WpPresentationFeedback?
  private let tell: (PresentationAnswer, WpPresentationFeedback.Event) -> Void

  init(tell: @escaping (PresentationAnswer, WpPresentationFeedback.Event) -> Void) { self.tell = tell }

  /// Whether the word has come, so that another frame may have its turn.
  var hasEnded: Bool { feedback?.hasEnded ?? true }

  /// Asks for word of the frame that is committed next.
  func ask(_ presentation: WpPresentation, _ surface: WlSurface, frame: Int, drawnFrom start: Double) {
    (self.frame, self.start) = (frame, start)
    let isFirst = feedback == nil
    let feedback = presentation.feedback(surface: surface, into: feedback)
    self.feedback = feedback
    // Each keeps the other until `forget()`: nobody else keeps what is under way.
    if isFirst { feedback.onEvent = { [self] in tell(self, $0) } }
  }

  /// The frame did not become one.
  func withdraw() {
    feedback?.destroyProxy()
    forget()
  }

  func forget() { feedback?.onEvent = nil }
}
