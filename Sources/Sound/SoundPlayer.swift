import CSound
import EventLoop
import Logging

private let log = Log("sound")

/// Plays short sounds on the machine's default device, one after another, on threads of their own. Between two of them nothing is open.
package final class SoundPlayer {
  private let loop: EventLoop
  private var isBusy = false
  /// What is to be heard next, and since when: only the latest counts.
  private var next: (tone: Tone, at: Double)?
  /// Until when a device that could not be had is not tried again.
  private var rests = -Double.infinity
  private var isAbsent = false
  /// Whether the journal knows that nothing is heard.
  private var isSilenceTold = false

  /// Seconds after which a sound no longer belongs to what it is for.
  private static let patience = 0.3
  /// Seconds until a device that could not be had is tried again.
  private static let rest = 10.0

  /// What there is to play sounds with.
  package enum Device: Sendable {
    /// A device that can be opened.
    case ready
    /// No device, or none that may be opened now.
    case absent
    /// Not even what opens devices.
    case notInstalled
  }

  /// Opens the device for a moment, and plays nothing. May take as long as the device likes.
  package nonisolated static func probe() -> Device {
    switch csound_probe() {
    case CSOUND_DONE: .ready
    case CSOUND_ABSENT: .notInstalled
    default: .absent
    }
  }

  package init(loop: EventLoop) { self.loop = loop }

  /// Plays a sound, after the one that is being played; one that waits already is left out.
  package func play(_ tone: Tone) {
    guard !isAbsent, EventLoop.now >= rests else { return }
    next = (tone, EventLoop.now)
    go()
  }

  private func go() {
    guard !isBusy, let (tone, time) = next else { return }
    next = nil
    guard EventLoop.now - time <= Self.patience else { return }
    isBusy = true
    do throws(EventLoopError) {
      try loop.inBackground {
        Self.play(tone)
      } done: { [weak self] in
        self?.ended($0)
      }
    } catch {
      isBusy = false
      log.warning("\(error)")
    }
  }

  private nonisolated static func play(_ tone: Tone) -> csound_outcome {
    let samples = tone.samples
    return samples.withUnsafeBufferPointer {
      csound_play($0.baseAddress, $0.count, UInt32(Tone.rate))
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
