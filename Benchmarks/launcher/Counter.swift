import Measuring

/// What `counter.so` counts in a program.
final class Counter {
  struct Counts: BitwiseCopyable {
    var blocks: UInt64 = 0
    var drawCalls: UInt64 = 0
    var programs: UInt64 = 0
  }

  private let page: SharedPage<Counts>
  /// For the program.
  let environment: [String: String]

  init(library: String, path: String) throws {
    page = try SharedPage(path: path)
    environment = ["LD_PRELOAD": library, "COUNTER": path]
  }

  var now: Counts { page.content }
}
