import Foundation

/// The kernel's statistics of a process at one time.
public struct ProcessSample: Sendable {
  /// Processor time of its main thread in milliseconds.
  public var mainMilliseconds = 0.0
  /// Processor time of all current threads in milliseconds.
  public var milliseconds = 0.0
  /// Context switches of all current threads.
  public var switches = 0.0

  /// Reads the statistics of a process; zeros if it is gone.
  public init(_ process: pid_t) {
    let folder = "/proc/\(process)/task"
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let time = Self.nanoseconds("\(folder)/\(thread)/schedstat") / 1e6
      milliseconds += time
      if thread == "\(process)" { mainMilliseconds = time }
      switches += Self.sum(of: "ctxt_switches", in: "\(folder)/\(thread)/status")
    }
  }

  /// Returns the difference from an earlier sample.
  public func since(_ earlier: ProcessSample) -> ProcessSample {
    var difference = self
    difference.mainMilliseconds -= earlier.mainMilliseconds
    difference.milliseconds -= earlier.milliseconds
    difference.switches -= earlier.switches
    return difference
  }

  /// Returns the memory that only this process has and has written to, in MiB.
  public static func privateMemory(_ process: pid_t) -> Double {
    sum(of: "Private_Dirty", in: "/proc/\(process)/smaps_rollup") / 1024
  }

  /// Returns the time on a processor, the first number of schedstat.
  private static func nanoseconds(_ path: String) -> Double {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  private static func sum(of name: String, in path: String) -> Double {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.contains(name) }.reduce(0) { sum, line in
      sum + (line.split { $0 == " " || $0 == "\t" }.compactMap { Double($0) }.first ?? 0)
    }
  }
}
