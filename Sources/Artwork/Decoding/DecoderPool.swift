import Scene
import Threads

/// Decoders that threads share.
///
/// One is enough while each picture takes a few milliseconds: what a thread draws with one picture, the decoder is at
/// the next. Another is started when a thread has waited for a while.
final class DecoderPool: PictureDecoding, Sendable {
  /// Seconds that a picture waits for a decoder that is there before another is started, which takes ten milliseconds and
  /// more.
  static let startDelay = 0.03

  private let program: DecoderProgram?
  private let count: Int
  private let idle: Monitor<[IsolatedDecoder]>
  private let stopSwitches: [DecoderSwitch]

  /// - Parameters:
  ///   - program: what decodes; nil decodes nothing.
  ///   - count: how many there are at most.
  init(_ program: DecoderProgram?, count: Int) {
    self.program = program
    let turn = LargePictureTurn()
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

  /// Whether there are processes.
  var isRunning: Bool { idle.withLock { $0.count < count || $0.contains(where: \.isRunning) } }

  /// Ends the processes that have nothing to do.
  func rest() {
    let resting = idle.withLock { idle in
      defer { idle.removeAll(where: \.isRunning) }
      return idle.filter(\.isRunning)
    }
    for decoder in resting {
      decoder.rest()
      giveBack(decoder)
    }
  }

  /// Ends all processes, and threads that wait for one go on. There are no others from now on.
  func stop() {
    for stopSwitch in stopSwitches { stopSwitch.stop() }
  }

  func decode(
    _ file: borrowing PictureFile, within room: PixelSize, covers: Bool, isForeign: Bool
  ) throws(IconProblem) -> Bitmap {
    let decoder = take()
    defer { giveBack(decoder) }
    return try decoder.decode(file, within: room, covers: covers, isForeign: isForeign)
  }

  private func take() -> IsolatedDecoder {
    let startTime = monotonicTime() + Self.startDelay
    return idle.wait(seconds: { idle in idle.isEmpty ? nil : startTime - monotonicTime() }) { idle in
      if let running = idle.firstIndex(where: \.isRunning) { return idle.remove(at: running) }
      let isLoneOrLate = idle.count == count || startTime <= monotonicTime()
      return isLoneOrLate ? idle.popLast() : nil
    }
  }

  private func giveBack(_ decoder: IsolatedDecoder) {
    idle.withLock { $0.append(decoder) }
    idle.wakeUp()
  }
}
