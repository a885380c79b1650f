import CLinux
import Glibc
import Scene

/// Makes pixels of picture files.
protocol PictureDecoding {
  /// The picture in `file`, within `room`, or covering it, see `PictureDecoder`.
  ///
  /// - Parameter isForeign: whether it comes from the network.
  func decode(
    _ file: borrowing PictureFile, within room: PixelSize, covers: Bool, isForeign: Bool
  ) throws(IconProblem) -> Bitmap
}

/// Has pictures decoded in another process, for one thread at a time, which its owner ensures.
///
/// That process may be controlled by a hostile picture. So it is given the file, the memory for the pixels
/// and ten seconds; the launcher checks the numbers that it answers, and takes the rest for plain text.
final class IsolatedDecoder: PictureDecoding, @unchecked Sendable {
  /// Seconds that a picture may take.
  private static let mostSeconds = 10
  /// Seconds that a start may take. A disk may be slow, and what is loaded then is trusted.
  private static let mostStartSeconds = 30

  private struct Ready {
    let process: DecoderProcess
    let preparation: PicturePreparation
    let isConfined: Bool
  }

  private let program: DecoderProgram?
  private let turn: LargePictureLimit
  private let stopSwitch: DecoderSwitch
  private let seconds: Int
  /// Started, and not prepared for anything.
  private var fresh: DecoderProcess?
  private var ready: Ready?
  /// What pictures have needed so far: the next decoder is prepared for all of it.
  private var preparation: PicturePreparation = []

  /// - Parameters:
  ///   - program: what decodes; nil decodes nothing.
  ///   - turn: shared by all who have pictures decoded.
  ///   - stopSwitch: ends waiting.
  ///   - seconds: how long a picture may take.
  init(
    _ program: DecoderProgram?, turn: LargePictureLimit, stopSwitch: DecoderSwitch,
    seconds: Int = mostSeconds
  ) {
    self.program = program
    self.turn = turn
    self.stopSwitch = stopSwitch
    self.seconds = seconds
  }

  deinit { rest() }

  var isRunning: Bool { fresh != nil || ready != nil }

  /// Has a process started, which may take a while, and does not wait for it.
  func warmUp() {
    guard !isRunning else { return }
    // A failure is found again, and told, when there is something to decode.
    do throws(DecoderFailure) { fresh = try start() } catch {}
  }

  /// Ends the process. The next picture is another's.
  func rest() {
    stopSwitch.observe(nil)
    fresh?.end()
    ready?.process.end()
    (fresh, ready) = (nil, nil)
  }

  func decode(
    _ file: borrowing PictureFile, within room: PixelSize, covers: Bool, isForeign: Bool
  ) throws(IconProblem) -> Bitmap {
    let needed = try file.preparation()
    let order = DecodingOrder(file, within: room, covers: covers)
    let result: Result<Bitmap, IconProblem>
    do throws(DecoderFailure) {
      result = try carryOut(order, needed, isForeign: isForeign)
    } catch {
      if error != .notConfined { rest() }
      throw .notDecoded(path: file.path, stopSwitch.isStopped ? .stopped : error)
    }
    return try result.get()
  }

  private func carryOut(
    _ order: DecodingOrder, _ needed: PicturePreparation, isForeign: Bool
  ) throws(DecoderFailure) -> Result<Bitmap, IconProblem> {
    let memory = clinux_shared_memory("picture", Int64(order.capacity))
    guard memory >= 0 else { throw .notStarted(reason: systemError()) }
    defer { close(memory) }
    preparation.formUnion(needed)
    let wasRunning = ready != nil
    do throws(DecoderFailure) {
      return try ask(order, memory, isForeign: isForeign)
    } catch {
      // One that rested may have been ended meanwhile, and not for this picture's sake.
      guard wasRunning, ready?.process.hasLeftMessages == true else { throw error }
      rest()
      return try ask(order, memory, isForeign: isForeign)
    }
  }

  private func ask(
    _ order: DecodingOrder, _ memory: Int32, isForeign: Bool
  ) throws(DecoderFailure) -> Result<Bitmap, IconProblem> {
    let process = try prepared(isForeign: isForeign)
    guard order.send(to: process, memory) else { throw process.endReason }
    return try awaitAnswer(to: order, of: process, memory)
  }

  private func awaitAnswer(
    to order: DecodingOrder, of process: DecoderProcess, _ memory: Int32
  ) throws(DecoderFailure) -> Result<Bitmap, IconProblem> {
    var hasTurn = false
    defer { if hasTurn { turn.release() } }
    var deadline = monotonicTime() + Double(seconds)
    while true {
      let message = try process.receive(until: deadline, of: seconds)
      guard message.kind == .large, !hasTurn else {
        let result = try order.result(of: message, memory)
        if message.kind == .pixels, message.numbers[3] != 0 { rest() }
        return result
      }
      turn.acquire()
      hasTurn = true
      deadline = monotonicTime() + Double(seconds)
      _ = process.send(DecoderMessage(.proceed))
    }
  }

  // MARK: The process

  private func start() throws(DecoderFailure) -> DecoderProcess {
    guard let program else { throw .notStarted(reason: "there is no program for it") }
    let process = try DecoderProcess(program)
    guard stopSwitch.observe(process) else {
      process.end()
      throw .stopped
    }
    return process
  }

  /// One that is prepared for all that was needed so far.
  private func prepared(isForeign: Bool) throws(DecoderFailure) -> DecoderProcess {
    if let ready, !ready.preparation.isSuperset(of: preparation) { rest() }
    if ready == nil {
      if fresh == nil { fresh = try start() }
      guard let fresh else { throw .ended }
      ready = try prepare(fresh)
      self.fresh = nil
    }
    guard let ready else { throw .ended }
    // What the operator put on the machine is decoded all the same: it is still another process, with limits.
    guard ready.isConfined || !isForeign else { throw .notConfined }
    return ready.process
  }

  private func prepare(_ process: DecoderProcess) throws(DecoderFailure) -> Ready {
    let preparation = preparation
    guard process.send(DecoderMessage(.prepare, [preparation.rawValue])) else { throw process.endReason }
    let deadline = monotonicTime() + Double(Self.mostStartSeconds)
    let message = try process.receive(until: deadline, of: Self.mostStartSeconds)
    guard message.kind == .ready else { throw .brokenAnswer }
    return Ready(process: process, preparation: preparation, isConfined: message.numbers[0] == 1)
  }
}

/// Why a decoder did not decode a picture, other than for the picture's own sake.
package enum DecoderFailure: Error, Hashable, Sendable {
  /// None can be started; the system's words.
  case notStarted(reason: String)
  /// The kernel has no filters for what a process may do. Pictures from the network are not decoded then.
  case notConfined
  /// It took too long; the seconds that a picture has.
  case outOfTime(seconds: Int)
  /// A signal ended it.
  case killed(signal: Int32)
  /// It ended by itself.
  case ended
  /// It said what makes no sense.
  case brokenAnswer
  /// The launcher ends.
  case stopped

  /// A few words for the journal.
  package var message: String {
    switch self {
    case .notStarted(let reason): "no decoder can be started: \(reason)"
    case .notConfined: "this kernel cannot confine its decoder (seccomp), and it comes from the network"
    case .outOfTime(let seconds): "that takes longer than \(seconds) seconds"
    case .killed(let signal): "its decoder was ended by signal \(signal)"
    case .ended: "its decoder ended"
    case .brokenAnswer: "its decoder's answer makes no sense"
    case .stopped: "the launcher ends"
    }
  }
}
