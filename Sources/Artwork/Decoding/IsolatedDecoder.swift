import CLinux
import Glibc
import Scene

/// Decodes picture files.
protocol PictureDecoding {
  /// Returns the picture in `file`, within `room` or covering it: see `PictureDecoder`.
  ///
  /// - Parameter isForeign: whether the picture comes from the network.
  func decode(
    _ file: borrowing PictureFile, within room: PixelSize, covers: Bool, isForeign: Bool
  ) throws(IconProblem) -> Bitmap
}

/// Decodes pictures in another process. The owner ensures that only one thread at a time uses it.
///
/// A hostile picture may control that process. Therefore it gets only the file, the memory for the pixels,
/// and ten seconds. The launcher checks the numbers in its answer, and treats the rest as plain text.
final class IsolatedDecoder: PictureDecoding, @unchecked Sendable {
  /// The longest time for a picture, in seconds.
  private static let mostSeconds = 10
  /// The longest time for a start, in seconds. The disk may be slow, and the code that loads then is trusted.
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
  /// A process that is started but not prepared.
  private var fresh: DecoderProcess?
  private var ready: Ready?
  /// The preparation that all pictures so far needed. The next decoder loads all of it.
  private var preparation: PicturePreparation = []

  /// - Parameters:
  ///   - program: the decoder; nil decodes nothing.
  ///   - turn: the limit that all decoders share.
  ///   - stopSwitch: ends waiting.
  ///   - seconds: the longest time for a picture.
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

  /// Starts a process, and does not wait until it is ready.
  func warmUp() {
    guard !isRunning else { return }
    // If this fails, decoding fails again and reports the reason.
    do throws(DecoderFailure) { fresh = try start() } catch {}
  }

  /// Ends the process. The next picture gets a new one.
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
      // An idle process may have been killed meanwhile, for reasons that have nothing to do with this
      // picture.
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

  /// Returns a process that is prepared for all pictures so far.
  private func prepared(isForeign: Bool) throws(DecoderFailure) -> DecoderProcess {
    if let ready, !ready.preparation.isSuperset(of: preparation) { rest() }
    if ready == nil {
      if fresh == nil { fresh = try start() }
      guard let fresh else { throw .ended }
      ready = try prepare(fresh)
      self.fresh = nil
    }
    guard let ready else { throw .ended }
    // Pictures on the machine are decoded even without confinement: the process is still separate and
    // limited.
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

/// A decoder's failure that is not the picture's fault.
package enum DecoderFailure: Error, Hashable, Sendable {
  /// The process cannot be started; the system's message.
  case notStarted(reason: String)
  /// The kernel cannot confine a process. Pictures from the network are then not decoded.
  case notConfined
  /// The picture took too long; the limit in seconds.
  case outOfTime(seconds: Int)
  /// A signal killed the process.
  case killed(signal: Int32)
  /// The process ended by itself.
  case ended
  /// The answer is invalid.
  case brokenAnswer
  /// The launcher is ending.
  case stopped

  /// A few words for the journal.
  package var message: String {
    switch self {
    case .notStarted(let reason): "no decoder can be started: \(reason)"
    case .notConfined: "this kernel cannot confine its decoder (seccomp), and it comes from the network"
    case .outOfTime(let seconds): "decoding takes longer than \(seconds) seconds"
    case .killed(let signal): "its decoder was ended by signal \(signal)"
    case .ended: "its decoder ended"
    case .brokenAnswer: "its decoder sent an invalid answer"
    case .stopped: "the launcher ends"
    }
  }
}
