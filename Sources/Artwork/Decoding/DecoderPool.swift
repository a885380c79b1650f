import Scene
import Threads

/// Decoders that several threads share.
///
/// One decoder is enough while each picture takes a few milliseconds: it decodes the next picture while a
/// thread draws with the previous one. A thread that waits longer starts another decoder.
final class DecoderPool: PictureDecoding, Sendable {
  /// Seconds that a picture waits for a running decoder before another one is started, which takes ten
  /// milliseconds or more.
  private static let startDelay = 0.03

  private let program: DecoderProgram?
  private let count: Int
  private let idle: Monitor<[IsolatedDecoder]>
  private let stopSwitches: [DecoderSwitch]

  /// - Parameters:
  ///   - program: the decoder; nil decodes nothing.
  ///   - count: the largest number of decoders.
  init(_ program: DecoderProgram?, count: Int) {
    self.program = program
    let turn = LargePictureLimit()
    let switches = (0..<max(1, count)).map { _ in DecoderSwitch() }
    stopSwitches = switches
    self.count = switches.count
    idle = Monitor(switches.map { IsolatedDecoder(program, turn: turn, stopSwitch: $0) })
  }

  /// Starts a process in advance, and takes over those that were started early.
  func warmUp() {
    idle.withLock { idle in
      for (index, decoder) in idle.enumerated() where index == 0 || program?.isStartedEarly == true {
        decoder.warmUp()
      }
    }
  }

  var isRunning: Bool { idle.withLock { $0.count < count || $0.contains(where: \.isRunning) } }

  /// Ends the idle processes.
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

  /// Ends all processes. Waiting threads continue, and no new processes start.
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

/// Allows the decoding of one large picture at a time, to limit the memory in use.
final class LargePictureLimit: Sendable {
  private let isTaken = Monitor(false)

  /// Waits for the turn, and takes it.
  func acquire() {
    isTaken.wait { isTaken -> Void? in
      guard !isTaken else { return nil }
      isTaken = true
      return ()
    }
  }

  /// Ends the turn.
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

  /// Whether threads must no longer wait for a decoder.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Sets the decoder that the thread waits for; nil before that decoder is ended.
  ///
  /// - Returns: false after `stop()`. The thread must not wait then.
  @discardableResult func observe(_ process: DecoderProcess?) -> Bool {
    state.withLock { state in
      state.process = process?.handle
      return !state.isStopped
    }
  }

  /// Kills the decoder. The waiting thread continues.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.kill()
    }
  }
}
