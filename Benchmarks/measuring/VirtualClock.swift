import Dispatch
import Measuring

/// The clock of a program that runs with `virtual-clock.so`.
final class VirtualClock {
  /// The initial lead over real time in nanoseconds: no timer of the program expires during the run.
  private static let lead: UInt64 = 3_600_000_000_000

  private let page: SharedPage<UInt64>
  let path: String

  init(path: String) throws {
    self.path = path
    page = try SharedPage(path: path)
    // Start at a whole second: timestamps of samples are whole milliseconds, and their rounding would
    // otherwise vary.
    now = (DispatchTime.now().uptimeNanoseconds + Self.lead) / 1_000_000_000 * 1_000_000_000
  }

  /// The time in nanoseconds.
  var now: UInt64 {
    get { page.content }
    set { page.content = newValue }
  }
}
