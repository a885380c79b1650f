import Measuring

/// The counts of `counter.so` in a program.
final class Counter {
  struct Counts: BitwiseCopyable {
    var blocks: UInt64 = 0
    var drawCalls: UInt64 = 0
    var programs: UInt64 = 0
  }

  private let page: SharedPage<Counts>
  /// The environment for the program.
  let environment: [String: String]

  init(library: String, path: String) throws {
    page = try SharedPage(path: path)
    environment = ["LD_PRELOAD": library, "COUNTER": path]
  }

  var now: Counts { page.content }
}
