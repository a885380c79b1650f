import Scene
import Threads

/// Decoders that threads share.
///
/// One is enough while each picture takes a few milliseconds: what a thread draws with one picture, the
/// decoder is at the next. Another is started when a thread has waited for a while.
final class DecoderPool: PictureDecoding, Sendable {
  /// Seconds that a picture waits for a decoder that is there before another is started, which takes ten
  /// milliseconds and more.
  private static let startDelay = 0.03

  private let program: DecoderProgram?
  private let count: Int
  private let idle: Monitor<[IsolatedDecoder]>
  private let stopSwitches: [DecoderSwitch]

  /// - Parameters:
  ///   - program: what decodes; nil decodes nothing.
  ///   - count: how many there are at most.
  init(_ program: DecoderProgram?, count: Int) {
    self.program = program
    let turn = LargePictureLimit()
    let switches = (0..<max(1, count)).map { _ in DecoderSwitch() }
    stopSwitches = switches
    self.count = switches.count
    idle = Monitor(switches.map { IsolatedDecoder(program, turn: turn, stopSwitch: $0) })
  }

  /// Has a process started, so that it is there when it is needed, and takes over those that have been.
  func warmUp() {
    idle.withLock { idle in
      for (index, decoder) in idle.enumerated() where index == 0 || program?.isStartedEarly == true {
        decoder.warmUp()
      }
    }
  }

  var isRunning: Bool { idle.withLock { $0.count < count || $0.contains(where: \.isRunning) } }

  /// Ends the processes that have nothing to do.
  func rest() {
    let resting = idle.withLock { idle in
      defer { idle.removeAll(where: \.isRunning) }
      return idle.filter(\.isRunning)
    }
    for decoder in resting {
      decoder.rest()
      release(decoder)
    }
  }

  /// Ends all processes, and threads that wait for one go on. There are no others from now on.
  func stop() {
    for stopSwitch in stopSwitches { stopSwitch.stop() }
  }

  func decode(
    _ file: borrowing PictureFile, within room: PixelSize, covers: Bool, isForeign: Bool
  ) throws(IconProblem) -> Bitmap {
    let decoder = acquire()
    defer { release(decoder) }
    return try decoder.decode(file, within: room, covers: covers, isForeign: isForeign)
  }

  private func acquire() -> IsolatedDecoder {
    let startTime = monotonicTime() + Self.startDelay
    return idle.wait(seconds: { idle in idle.isEmpty ? nil : startTime - monotonicTime() }) { idle in
      if let running = idle.firstIndex(where: \.isRunning) { return idle.remove(at: running) }
      let isLoneOrLate = idle.count == count || startTime <= monotonicTime()
      return isLoneOrLate ? idle.popLast() : nil
    }
  }

  private func release(_ decoder: IsolatedDecoder) {
    idle.withLock { $0.append(decoder) }
    idle.wakeUp()
  }
}

/// One large picture is decoded at a time: so no two take their memory at once.
final class LargePictureLimit: Sendable {
  private let isTaken = Monitor(false)

  /// Waits for the turn and takes it.
  func acquire() {
    isTaken.wait { isTaken -> Void? in
      guard !isTaken else { return nil }
      isTaken = true
      return ()
    }
  }

  /// The next may have it.
  func release() {
    isTaken.withLock { $0 = false }
    isTaken.wakeUp()
  }
}

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
  @discardableResult func observe(_ process: DecoderProcess?) -> Bool {
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
