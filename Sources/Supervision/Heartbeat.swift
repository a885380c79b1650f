/// Decides whether the launcher may send a sign of life to its service manager.
///
/// Three conditions must hold: the loop runs, the compositor answers, and submitted frames appear on the
/// screen. A beat is due twice per watchdog interval. A fault that lasts a whole period is reported at a
/// beat, so at most two periods after it began.
///
/// ```swift
/// var heartbeat = Heartbeat(interval: 30)
/// switch heartbeat.beat(at: now) { case .ask: sync(); case .silent: break; … }
/// if heartbeat.answered(at: now, frameAwaitedSince: clock.awaitedSince) == .feed { tell(.alive) }
/// ```
package struct Heartbeat: Hashable, Sendable {
  /// The action at a beat.
  package enum Beat: Hashable, Sendable {
    /// Send the compositor a request that it must answer.
    case ask
    /// Send no sign of life: the compositor has not answered the last request for this many seconds.
    case silent(seconds: Double)
    /// Send neither a sign of life nor a complaint. This beat is so late that the whole machine probably
    /// stalled, and the compositor gets another period.
    case wait
  }

  /// The result of an answer from the compositor.
  package enum Verdict: Hashable, Sendable {
    /// All is well.
    case feed
    /// A frame that should be visible was submitted this many seconds ago and has not appeared.
    case frameOverdue(seconds: Double)
  }

  /// Seconds between two beats: half of the watchdog's interval, as sd_watchdog_enabled(3) advises.
  package let period: Double
  /// The time of the unanswered request.
  private var askedAt: Double?
  /// The time since which the launcher's window is visible; nil while it is covered or no screen exists.
  private var visibleSince: Double?
  /// The time when the next beat is due.
  private var due: Double?

  /// A beat that is late by more than this part of a period shows that the launcher could not run.
  private static let mostLateness = 0.5

  /// Creates a heartbeat for a watchdog that expects one sign of life every `interval` seconds.
  package init(interval: Double) {
    period = interval / 2
  }

  /// Sets whether the launcher's window is visible. While it is not, no frame has to appear.
  package mutating func setVisible(_ isVisible: Bool, at time: Double) {
    if !isVisible { visibleSince = nil } else if visibleSince == nil { visibleSince = time }
  }

  /// Records a beat, which shows that the loop runs.
  package mutating func beat(at time: Double) -> Beat {
    let isLate = due.map { time - $0 > period * Self.mostLateness } ?? false
    due = time + period
    if isLate, visibleSince != nil { visibleSince = time }
    guard let asked = askedAt else {
      askedAt = time
      return .ask
    }
    guard isLate else { return .silent(seconds: time - asked) }
    askedAt = time
    return .wait
  }

  /// Records an answer of the compositor.
  ///
  /// - Parameter frameAwaitedSince: when the oldest frame that has not appeared was submitted; nil if there
  ///   is none.
  package mutating func answered(at time: Double, frameAwaitedSince: Double?) -> Verdict {
    askedAt = nil
    guard let frameAwaitedSince, let visibleSince else { return .feed }
    // The time of a frame that was submitted while the window was covered counts from when the window became
    // visible.
    let waited = time - max(frameAwaitedSince, visibleSince)
    return waited > period ? .frameOverdue(seconds: waited) : .feed
  }
}

/// Distinguishes a process that waits for the disk from one that hangs.
///
/// When memory is short, the kernel drops pages of running programs and reads them again from the disk. A
/// compositor then answers late. Killing it would make matters worse: the new one must be read from the same
/// disk.
///
/// ```swift
/// var wait = DiskWait()
/// wait.answered(sample, at: now)
/// if wait.explainsSilence(sample, at: now) { … } else { kill() }
/// ```
package struct DiskWait: Hashable, Sendable {
  /// The kernel's statistics of a process.
  package struct Sample: Hashable, Sendable {
    /// The number of pages that were read from the disk so far.
    var majorFaults: UInt64
    var isWaiting: Bool

    /// Creates a sample of a process, from `/proc/PID/stat`.
    package init(majorFaults: UInt64, isWaiting: Bool) {
      (self.majorFaults, self.isWaiting) = (majorFaults, isWaiting)
    }
  }

  private var majorFaults: UInt64?
  /// The time of the last answer.
  private var answerTime = -Double.infinity
  /// The time when the current silence began.
  private var silentSince: Double?

  /// The number of pages read since the last sample that explains a silence. A slow disk takes 10 ms for one.
  private static let enough: UInt64 = 10
  /// The limit in seconds of the whole silence. The kernel kills the program that uses all the memory sooner
  /// than that.
  private static let patience = 10.0
  /// The shortest silence in seconds that counts. After a shorter one, the reader itself was late, and took
  /// the sample of the answer when the silence was already over. Beats are at least ten times as far apart.
  private static let shortestSilence = 0.05

  package init() {}

  package mutating func answered(_ sample: Sample?, at time: Double) {
    answerTime = time
    majorFaults = sample?.majorFaults
    silentSince = nil
  }

  /// Reports whether a process that did not answer waits for the disk, and may get another period.
  package mutating func explainsSilence(_ sample: Sample?, at time: Double) -> Bool {
    guard let sample, let majorFaults else { return false }
    self.majorFaults = sample.majorFaults
    let start = silentSince ?? time
    silentSince = start
    guard time - start < Self.patience else { return false }
    guard time - answerTime >= Self.shortestSilence else { return true }
    return sample.isWaiting || sample.majorFaults >= majorFaults + Self.enough
  }
}
