/// Judges whether the launcher works with a new bundle: it must show a frame, and report no error for a time.
/// The launcher draws a frame for each configuration that it applies.
package struct BundleTrial: Hashable, Sendable {
  /// The state that the launcher reports.
  package struct Report: Hashable, Sendable {
    /// The number of frames and seconds since its start.
    package let frames, uptime: UInt64
    /// The number of mistakes in its configuration.
    package let problems: UInt32
    package let lastError: String
    /// Whether a configuration waits until no program has the screen.
    package let isWaiting: Bool

    package init(frames: UInt64, uptime: UInt64, problems: UInt32, lastError: String, isWaiting: Bool) {
      (self.frames, self.uptime, self.problems) = (frames, uptime, problems)
      (self.lastError, self.isWaiting) = (lastError, isWaiting)
    }
  }

  package enum Verdict: Hashable, Sendable {
    case open
    case works
    /// The bundle is at fault.
    case fails(String)
    /// The launcher ended, perhaps for another reason.
    case interrupted(String)
    /// The launcher did not apply the bundle in that time.
    case postponed
  }

  private let start: Report
  private var latest: Report
  /// The number of frames without the new bundle.
  private var framesBefore: UInt64
  /// Whether a frame was seen with the new bundle.
  private var hasFrame = false

  /// Begins with the launcher's last report about the old bundle.
  package init(after start: Report) { (self.start, latest, framesBefore) = (start, start, start.frames) }

  /// Returns the verdict on the launcher's report; nil stands for no answer.
  ///
  /// - Parameter isOver: whether the time of the trial is over.
  package mutating func judge(_ report: Report?, isOver: Bool) -> Verdict {
    guard let report else { return .interrupted("the launcher ended") }
    if report.uptime < latest.uptime { return .interrupted("the launcher restarted") }
    latest = report
    if report.isWaiting { framesBefore = report.frames }
    if report.frames > framesBefore { hasFrame = true }
    if report.problems > 0 { return .fails("the launcher found a mistake in the configuration") }
    if !report.lastError.isEmpty, report.lastError != start.lastError { return .fails(report.lastError) }
    guard isOver else { return .open }
    if report.isWaiting { return .postponed }
    return hasFrame ? .works : .fails("the launcher showed no frame")
  }
}
