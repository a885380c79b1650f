import Dispatch

/// The clock of a program that runs with `virtual-clock.so`.
public final class VirtualClock {
  /// The initial lead over real time in nanoseconds: no timer of the program expires during the run.
  private static let lead: UInt64 = 3_600_000_000_000

  private let page: SharedPage<UInt64>
  private let path: String

  /// Creates the file at `path` that the program reads the time from.
  public init(path: String) throws {
    self.path = path
    page = try SharedPage(path: path)
    // Start at a whole second: timestamps of samples are whole milliseconds, and their rounding would
    // otherwise vary.
    now = (DispatchTime.now().uptimeNanoseconds + Self.lead) / 1_000_000_000 * 1_000_000_000
  }

  /// The environment for the program. `library` is the path of `virtual-clock.so`.
  public func environment(library: String) -> [String: String] {
    ["LD_PRELOAD": library, "VIRTUAL_CLOCK": path]
  }

  /// The time in nanoseconds.
  public var now: UInt64 {
    get { page.content }
    set { page.content = newValue }
  }
}
