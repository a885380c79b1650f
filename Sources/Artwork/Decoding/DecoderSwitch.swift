import Threads

/// Stops a decoder from another thread than the one that waits for it.
final class DecoderSwitch: Sendable {
  private struct State {
    var isStopped = false
    var process: DecoderProcess.Handle?
  }

  private let state = Monitor(State())

  /// Whether no decoder is to be waited for any more.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The decoder that is waited for from now on; nil before that one is ended.
  ///
  /// - Returns: false when it has been stopped, and none is to be waited for.
  @discardableResult func follow(_ process: DecoderProcess?) -> Bool {
    state.withLock { state in
      state.process = process?.handle
      return !state.isStopped
    }
  }

  /// Ends the decoder, so that the thread that waits for it goes on.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.kill()
    }
  }
}
