/// Tells a process that waits for the disk from one that hangs.
///
/// When memory runs short, the kernel drops pages of programs that run, and reads them again from the disk. A compositor that
/// this happens to answers late, and killing it would make matters worse: the new one has to be read from the same disk.
///
/// ```swift
/// var wait = DiskWait()
/// wait.answered(sample, at: now)
/// if wait.explainsSilence(sample, at: now) { … } else { kill() }
/// ```
public struct DiskWait: Hashable, Sendable {
  /// What the kernel says of the process.
  public struct Sample: Hashable, Sendable {
    /// How many of its pages were read from the disk so far.
    var majorFaults: UInt64
    /// Whether it waits at this moment.
    var isWaiting: Bool

    /// A sample of a process, from `/proc/PID/stat`.
    public init(majorFaults: UInt64, isWaiting: Bool) {
      (self.majorFaults, self.isWaiting) = (majorFaults, isWaiting)
    }
  }

  private var majorFaults: UInt64?
  /// When it answered last.
  private var answerTime = -Double.infinity
  /// When the silence began that is explained.
  private var silentSince: Double?

  /// So many pages that were read since the last sample explain a silence. A single one takes 10 ms of a slow disk.
  private static let enough: UInt64 = 10
  /// Seconds that it may be silent all in all. The kernel ends the program that takes all the memory sooner than that.
  private static let patience = 10.0
  /// A complaint that is read so many seconds after an answer says nothing yet: the reader itself was late, and took the sample of
  /// the answer when the silence was already over. Beats are at least ten times as far apart.
  private static let shortestSilence = 0.05

  /// Nothing is known of the process yet.
  public init() {}

  /// The process answered.
  public mutating func answered(_ sample: Sample?, at time: Double) {
    answerTime = time
    majorFaults = sample?.majorFaults
    silentSince = nil
  }

  /// The process did not answer: whether it waits for the disk, and may be given another period.
  public mutating func explainsSilence(_ sample: Sample?, at time: Double) -> Bool {
    guard let sample, let majorFaults else { return false }
    self.majorFaults = sample.majorFaults
    let start = silentSince ?? time
    silentSince = start
    guard time - start < Self.patience else { return false }
    guard time - answerTime >= Self.shortestSilence else { return true }
    return sample.isWaiting || sample.majorFaults >= majorFaults + Self.enough
  }
}
