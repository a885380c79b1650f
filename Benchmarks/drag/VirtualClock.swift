import Dispatch
import Measuring

/// The time of a program that runs with `virtual-clock.so`.
final class VirtualClock {
  /// How far ahead of the real time it begins, in nanoseconds: no timer of the program expires meanwhile.
  private static let lead: UInt64 = 3_600_000_000_000

  private let page: SharedPage<UInt64>
  let path: String

  init(path: String) throws {
    self.path = path
    page = try SharedPage(path: path)
    // From a whole second on: samples are stamped in whole milliseconds, which would round otherwise in every
    // run.
    now = (DispatchTime.now().uptimeNanoseconds + Self.lead) / 1_000_000_000 * 1_000_000_000
  }

  /// Nanoseconds.
  var now: UInt64 {
    get { page.content }
    set { page.content = newValue }
  }
}
