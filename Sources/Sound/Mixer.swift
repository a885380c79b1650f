import CSound
import EventLoop
import Logging

private let log = Log("sound")

/// The machine's mixer, set on a background thread, because a sound server may be slow.
package final class Mixer {
  private let loop: EventLoop
  private var isBusy = false
  /// The next volume in percent; only the latest is kept.
  private var next: Int?
  /// Whether the journal already reports the failure.
  private var isFaultTold = false

  package init(loop: EventLoop) { self.loop = loop }

  /// Sets the volume, 0 to 100 percent.
  package func set(percent: Int) {
    next = percent
    go()
  }

  /// Sets the volume synchronously; may block on the device. Reports whether that succeeded.
  package nonisolated static func set(percent: Int) -> Bool {
    csound_set_volume(UInt32(min(max(0, percent), 100))) == CSOUND_DONE
  }

  private func go() {
    guard !isBusy, let percent = next else { return }
    next = nil
    isBusy = true
    do throws(EventLoopError) {
      try loop.inBackground {
        Self.set(percent: percent)
      } done: { [weak self] isSet in
        self?.ended(isSet)
      }
    } catch {
      isBusy = false
      log.warning("\(error)")
    }
  }

  private func ended(_ isSet: Bool) {
    isBusy = false
    if !isSet, !isFaultTold { log.warning("the loudness cannot be set: ALSA's default mixer has no control") }
    isFaultTold = !isSet
    go()
  }
}
