import Foundation

/// The instructions per frame of earlier commits, in a file with a line for each.
///
/// A count may grow by 3 % in each line. A larger growth needs a reason in the line.
struct InstructionHistory {
  /// The counts of a commit, in millions of instructions per frame.
  struct Row: CustomStringConvertible {
    /// Of all threads, when the processor draws.
    let processor: Double
    /// Of the main thread, through graphics.
    let graphics: Double
    /// Of the main thread of the minimum of an EGL client.
    let floor: Double

    /// Creates a row from instructions per frame.
    init(processor: Double, graphics: Double, floor: Double) {
      (self.processor, self.graphics, self.floor) = (processor / 1e6, graphics / 1e6, floor / 1e6)
    }

    /// Parses the fields of a line after its date and commit.
    fileprivate init?(_ fields: [Substring]) {
      guard fields.count >= 3, let processor = Double(fields[0]), let graphics = Double(fields[1]),
        let floor = Double(fields[2])
      else { return nil }
      (self.processor, self.graphics, self.floor) = (processor, graphics, floor)
    }

    private static func text(_ value: Double) -> String { String(format: "%.3f", value) }

    fileprivate var fields: String {
      [processor, graphics, floor, graphics / floor].map(Self.text).joined(separator: "\t")
    }

    var description: String {
      "\(Self.text(processor)) million if the processor draws; through graphics \(Self.text(graphics)) million of the main "
        + "thread, \(Self.text(graphics / floor)) times those of the floor, to reach 1.0"
    }

    /// The larger growth of the two counts since `earlier`, as a ratio.
    fileprivate func growth(since earlier: Row) -> Double {
      max(processor / earlier.processor, graphics / earlier.graphics)
    }
  }

  /// The growth that needs no reason.
  private static let allowed = 1.03

  private let path: String
  private let rows: [(row: Row, reason: Substring, line: Int)]

  init(path: String) throws {
    self.path = path
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    rows = lines.enumerated().compactMap { number, line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Row(Array(fields.dropFirst(2))).map { ($0, fields.count > 6 ? fields[6] : "", number + 1) }
    }
  }

  /// Ends the benchmark with an error if a count has grown without a reason. Adds a line if ROTUNDA_UPDATE is
  /// set.
  func compare(_ row: Row) throws {
    for (earlier, later) in zip(rows, rows.dropFirst())
    where later.row.growth(since: earlier.row) > Self.allowed && later.reason.isEmpty {
      fail(
        "\(path):\(later.line): the instructions have grown by more than 3 %, and the line gives no reason")
    }
    if ProcessInfo.processInfo.environment["ROTUNDA_UPDATE"] == "1" {
      try add(row)
    } else if let last = rows.last, row.growth(since: last.row) > Self.allowed {
      fail(
        "the instructions have grown by more than 3 % since the last line of \(path)."
          + " ROTUNDA_UPDATE=1 adds a line: write the reason at its end")
    }
  }

  private func add(_ row: Row) throws {
    let commit = try output("git", "show", "--no-patch", "--format=%cs%x09%h", "HEAD")
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("\(commit)\t\(row.fields)\t\n".utf8))
  }

  private func output(_ words: String...) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }
}
