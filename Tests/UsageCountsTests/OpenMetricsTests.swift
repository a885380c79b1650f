import Foundation
import Testing
import UsageCounts

/// The format's own parser and the node exporter's older one can read the exported text.
@Suite struct OpenMetricsTests {
  /// The Python of Debian's package. The parser is from the authors of the format.
  private static let python = "/usr/bin/python3"
  private static let hasParser =
    (try? run("import prometheus_client.openmetrics.parser", "").status) == 0

  private static func run(_ script: String, _ input: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", script]
    let (stdin, stdout) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (stdin, stdout)
    process.standardError = stdout
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Prints name, label and value of every sample.
  private static let script = """
    import sys
    from prometheus_client.openmetrics.parser import text_string_to_metric_families as strict
    from prometheus_client.parser import text_string_to_metric_families as old
    text = sys.stdin.buffer.read().decode("utf-8")
    for family in strict(text):
        for sample in family.samples:
            print(family.type, sample.name, repr(sorted(sample.labels.items())), float(sample.value))
    count = sum(len(family.samples) for family in old(text))
    print("older:", count)
    """

  @Test func emptyExportHasOnlyVisits() {
    let lines = UsageRecord().openMetrics.split(separator: "\n")
    #expect(lines.last == "# EOF")
    #expect(lines.count { !$0.hasPrefix("#") } == Histogram.bounds.count + 3)
  }

  @Test(.enabled(if: hasParser, "needs python3-prometheus-client"))
  func strictParserReadsAllCounts() throws {
    var record = UsageRecordTests.counted
    for _ in 0..<3 { record.visited(seconds: 3e7) }
    for record in [UsageRecord(), record] {
      let (status, output) = try Self.run(Self.script, record.openMetrics)
      #expect(status == 0, "\(output)")
      let lines = output.split(separator: "\n").map(String.init)
      for (tile, counts) in record.tiles
      where !tile.unicodeScalars.contains(where: {
        !$0.isASCII || $0 == "\\" || $0 == "\n" || $0 == "\r" || $0 == "\""
      }) {
        #expect(
          lines.contains("counter rotunda_tile_opens_total [('tile', '\(tile)')] \(Double(counts.opens))"))
      }
      #expect(
        lines.contains("histogram rotunda_visit_duration_seconds_count [] \(Double(record.visits.total))"))
      let samples = 2 * record.tiles.count + Histogram.bounds.count + 3
      #expect(lines.count == samples + 1)
      #expect(lines.last == "older: \(samples)")
    }
  }
}
