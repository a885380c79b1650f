import CSound
import EventLoop
import Logging

private let log = Log("sound")

/// Plays short sounds on the machine's default device, one after another, on background threads. The device
/// is closed in between.
package final class SoundPlayer {
  private let loop: EventLoop
  private var isBusy = false
  /// The next sound and the time of its request; only the latest is kept.
  private var next: (sound: Source, at: Double)?
  /// The decoded files; a theme has few.
  private var decoded: [SoundFile: SoundFile.Samples] = [:]
  /// The files whose fault is already logged.
  private var faulty: Set<SoundFile> = []
  /// The time until which an unavailable device is not tried again.
  private var rests = -Double.infinity
  private var isAbsent = false
  /// Whether the journal already reports the silence.
  private var isSilenceTold = false

  /// Seconds after which a sound is too late for its event.
  private static let patience = 0.3
  /// Seconds until an unavailable device is tried again.
  private static let rest = 10.0

  /// A sound to play.
  package nonisolated enum Source: Hashable, Sendable {
    case tone(Tone)
    /// A file, or the tone if the file cannot be decoded.
    case file(SoundFile, otherwise: Tone?)
  }

  /// The result of playing a sound.
  private nonisolated struct Result: Sendable {
    var outcome = CSOUND_DONE
    var samples: SoundFile.Samples?
    var fault: SoundFile.Fault?
  }

  /// The state of the sound device.
  package enum Device: Sendable {
    /// The device can be opened.
    case ready
    /// The device is missing, or cannot be opened now.
    case absent
    /// The sound library is not installed.
    case notInstalled
  }

  /// Opens the device briefly, without playing. May block on the device.
  package nonisolated static func probe() -> Device {
    switch csound_probe() {
    case CSOUND_DONE: .ready
    case CSOUND_ABSENT: .notInstalled
    default: .absent
    }
  }

  package init(loop: EventLoop) { self.loop = loop }

  /// Plays a sound after the current one. Replaces one that is still waiting.
  package func play(_ sound: Source) {
    guard !isAbsent, EventLoop.now >= rests else { return }
    next = (sound, EventLoop.now)
    go()
  }

  /// Discards the decoded files, which belong to an earlier theme.
  package func forgetFiles() { (decoded, faulty) = ([:], []) }

  private func go() {
    guard !isBusy, let (sound, time) = next else { return }
    next = nil
    guard EventLoop.now - time <= Self.patience else { return }
    isBusy = true
    var known: SoundFile.Samples?
    if case .file(let file, _) = sound { known = decoded[file] }
    do throws(EventLoopError) {
      try loop.inBackground { [known] in
        Self.play(sound, known)
      } done: { [weak self] in
        self?.keep($0, of: sound)
        self?.ended($0.outcome)
      }
    } catch {
      isBusy = false
      log.warning("\(error)")
    }
  }

  private nonisolated static func play(_ sound: Source, _ known: SoundFile.Samples?) -> Result {
    switch sound {
    case .tone(let tone): return Result(outcome: play(tone))
    case .file(let file, let tone):
      do throws(SoundFile.Fault) {
        let samples = if let known { known } else { try file.decoded().limited }
        return Result(outcome: play(samples.values, rate: samples.rate), samples: samples)
      } catch {
        return Result(outcome: tone.map { play($0) } ?? CSOUND_DONE, fault: error)
      }
    }
  }

  private nonisolated static func play(_ tone: Tone) -> csound_outcome {
    let rate = UInt32(Tone.rate)
    return play(Loudness.limited(tone.samples, rate: rate), rate: rate)
  }

  private nonisolated static func play(_ samples: [Int16], rate: UInt32) -> csound_outcome {
    samples.withUnsafeBufferPointer { csound_play($0.baseAddress, $0.count, rate) }
  }

  /// Keeps a file's samples, and logs its fault once.
  private func keep(_ result: Result, of sound: Source) {
    guard case .file(let file, _) = sound else { return }
    if let samples = result.samples { decoded[file] = samples }
    if let fault = result.fault, faulty.insert(file).inserted {
      log.warning("\(file.path) \(fault.message)")
    }
  }

  private func ended(_ outcome: csound_outcome) {
    isBusy = false
    switch outcome {
    case CSOUND_DONE: isSilenceTold = false
    case CSOUND_ABSENT:
      isAbsent = true
      log.warning("no sounds: libasound is not installed")
    default:
      rests = EventLoop.now + Self.rest
      next = nil
      if !isSilenceTold { log.warning("no sounds: there is no device for them") }
      isSilenceTold = true
    }
    go()
  }
}
