import EventLoop
import Glibc

/// A signal that ends the program, blocked before there is anything to end.
final class EndSignal {
  /// Being told to end, Ctrl+C, and a terminal that is closed: nohup(1) has the last ignored, and so it
  /// stays.
  static func all(_ loop: EventLoop) throws(EventLoopError) -> [EndSignal] {
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    let isIgnored = unsafeBitCast(hangup.__sigaction_handler.sa_handler, to: Int.self) == 1
    let signals = [SIGTERM, SIGINT] + (isIgnored ? [] : [SIGHUP])
    return try signals.map { signal throws(EventLoopError) in try EndSignal(signal, loop) }
  }

  var onSignal: () -> Void = {}

  init(_ signal: Int32, _ loop: EventLoop) throws(EventLoopError) {
    try loop.addSignal(signal) { self.onSignal() }
  }
}
