import EventLoop

/// A signal that ends the program, blocked before there is anything to end.
final class EndSignal {
  var onSignal: () -> Void = {}

  init(_ signal: Int32, _ loop: EventLoop) throws(EventLoopError) {
    try loop.addSignal(signal) { self.onSignal() }
  }
}
