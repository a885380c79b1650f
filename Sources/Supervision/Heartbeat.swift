/// Whether the launcher may tell its service manager that all is well.
///
/// It may as long as three things hold: its loop turns, the compositor answers, and frames that were handed
/// over are shown. A beat comes twice per watchdog interval. What is wrong for a whole period is reported at
/// a beat, and so no later than two periods after it began.
///
/// ```swift
/// var heartbeat = Heartbeat(interval: 30)
/// switch heartbeat.beat(at: now) { case .ask: sync(); case .silent: break; … }
/// if heartbeat.answered(at: now, frameAwaitedSince: clock.awaitedSince) == .feed { tell(.alive) }
/// ```
package struct Heartbeat: Hashable, Sendable {
  /// What to do when a beat is due.
  package enum Beat: Hashable, Sendable {
    /// Ask the compositor whether it is there.
    case ask
    /// Do not: it has not answered the last question for so many seconds.
    case silent(seconds: Double)
    /// Do not, and do not complain either: this beat was so late that the whole machine seems to have stood
    /// still, and the compositor is given another period.
    case wait
  }

  /// What an answer of the compositor means.
  package enum Verdict: Hashable, Sendable {
    /// All is well.
    case feed
    /// A frame was handed over so many seconds ago, could be seen, and was not shown.
    case frameOverdue(seconds: Double)
  }

  /// Seconds between two beats: half of the watchdog's interval, as sd_watchdog_enabled(3) advises.
  package let period: Double
  /// When the question was asked that has no answer yet.
  private var askedAt: Double?
  /// Since when the launcher's window could be seen; nil while something is in front of it or there is no
  /// screen.
  private var visibleSince: Double?
  /// When the next beat should come.
  private var due: Double?

  /// A beat that is later than this part of a period shows that the launcher was kept from running.
  private static let mostLateness = 0.5

  /// A heartbeat for a watchdog that is content with one sign of life in `interval` seconds.
  package init(interval: Double) {
    period = interval / 2
  }

  /// Whether the launcher's window can be seen from now on. While it cannot, no frame of it has to be shown.
  package mutating func setVisible(_ isVisible: Bool, at time: Double) {
    if !isVisible { visibleSince = nil } else if visibleSince == nil { visibleSince = time }
  }

  /// A beat is due: the loop turns.
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

  /// The compositor answered. `frameAwaitedSince` is when the oldest frame was handed over that was not shown
  /// yet.
  package mutating func answered(at time: Double, frameAwaitedSince: Double?) -> Verdict {
    askedAt = nil
    guard let frameAwaitedSince, let visibleSince else { return .feed }
    // A frame that was handed over while something was in front counts from the moment it could be seen.
    let waited = time - max(frameAwaitedSince, visibleSince)
    return waited > period ? .frameOverdue(seconds: waited) : .feed
  }
}

/// Tells a process that waits for the disk from one that hangs.
///
/// When memory runs short, the kernel drops pages of programs that run, and reads them again from the disk. A
/// compositor that this happens to answers late, and killing it would make matters worse: the new one has to
/// be read from the same disk.
///
/// ```swift
/// var wait = DiskWait()
/// wait.answered(sample, at: now)
/// if wait.explainsSilence(sample, at: now) { … } else { kill() }
/// ```
package struct DiskWait: Hashable, Sendable {
  /// What the kernel says of the process.
  package struct Sample: Hashable, Sendable {
    /// How many of its pages were read from the disk so far.
    var majorFaults: UInt64
    var isWaiting: Bool

    /// A sample of a process, from `/proc/PID/stat`.
    package init(majorFaults: UInt64, isWaiting: Bool) {
      (self.majorFaults, self.isWaiting) = (majorFaults, isWaiting)
    }
  }

  private var majorFaults: UInt64?
  /// When it answered last.
  private var answerTime = -Double.infinity
  /// When the silence began that is explained.
  private var silentSince: Double?

  /// So many pages that were read since the last sample explain a silence. A single one takes 10 ms of a slow
  /// disk.
  private static let enough: UInt64 = 10
  /// Seconds that it may be silent all in all. The kernel ends the program that takes all the memory sooner
  /// than that.
  private static let patience = 10.0
  /// A complaint that is read so many seconds after an answer says nothing yet: the reader itself was late,
  /// and took the sample of the answer when the silence was already over. Beats are at least ten times as far
  /// apart.
  private static let shortestSilence = 0.05

  package init() {}

  package mutating func answered(_ sample: Sample?, at time: Double) {
    answerTime = time
    majorFaults = sample?.majorFaults
    silentSince = nil
  }

  /// The process did not answer: whether it waits for the disk, and may be given another period.
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
