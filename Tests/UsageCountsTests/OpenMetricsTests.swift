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

  private static var pulls: PullCounts {
    var pulls = PullCounts()
    pulls.pulled(.fetched, at: 1_795_219_200)
    for time in [1, 2] { pulls.pulled(.failed, at: 1_795_300_000 + UInt64(time)) }
    return pulls
  }

  /// Visits, restarts for each reason, and frames.
  private static let fixedSamples = Histogram.bounds.count + 3 + LauncherEnd.allCases.count + 2

  @Test func emptyExportHasNoTiles() {
    let lines = UsageRecord().openMetrics(LauncherFigures()).split(separator: "\n")
    #expect(lines.last == "# EOF")
    #expect(lines.count { !$0.hasPrefix("#") } == Self.fixedSamples)
  }

  /// Alert rules and the dashboard ask only for metrics that the launcher exports.
  @Test(arguments: ["rotunda-alerts.yml", "rotunda-dashboard.json"])
  func monitoringExamplesNameExportedMetrics(file: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../examples/monitoring")
    let text = try String(contentsOf: folder.appending(path: file).standardized, encoding: .utf8)
    var figures = LauncherFigures()
    (figures.firstFrame, figures.memory) = (1, 1)
    let texts = UsageRecordTests.counted.openMetrics(figures) + Self.pulls.openMetrics(kept: 41, failed: 42)
    let exported = Set(
      texts.split(separator: "\n").compactMap {
        $0.hasPrefix("#") ? nil : $0.split { $0 == "{" || $0 == " " }.first.map(String.init)
      })
    let named = Set(text.matches(of: /\brotunda_[a-z_]+/).map { String($0.output) })
    #expect(named.count >= 5 && named.isSubset(of: exported), "\(named.subtracting(exported))")
  }

  @Test(.enabled(if: hasParser, "needs python3-prometheus-client"))
  func strictParserReadsAllCounts() throws {
    var record = UsageRecordTests.counted
    for _ in 0..<3 { record.visited(seconds: 3e7) }
    record.restarted(after: .compositor)
    var figures = LauncherFigures()
    (figures.frames, figures.lateFrames, figures.firstFrame, figures.memory) = (7, 2, 1.0296, 3 << 32)
    for record in [UsageRecord(), record] {
      let (status, output) = try Self.run(Self.script, record.openMetrics(figures))
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
      for line in [
        "counter rotunda_frames_total [] 7.0", "counter rotunda_late_frames_total [] 2.0",
        "gauge rotunda_first_frame_seconds [] 1.03", "gauge rotunda_resident_memory_bytes [] 12884901888.0",
        "counter rotunda_restarts_total [('reason', 'crash')] \(Double(record.restarts[.crash] ?? 0))",
        "counter rotunda_restarts_total [('reason', 'compositor')] \(Double(record.restarts[.compositor] ?? 0))",
      ] { #expect(lines.contains(line), "\(line)") }
      let samples = 2 * record.tiles.count + Self.fixedSamples + 2
      #expect(lines.count == samples + 1)
      #expect(lines.last == "older: \(samples)")
    }
  }

  @Test(.enabled(if: hasParser, "needs python3-prometheus-client"))
  func strictParserReadsPulls() throws {
    let (status, output) = try Self.run(Self.script, Self.pulls.openMetrics(kept: 41, failed: 42))
    #expect(status == 0, "\(output)")
    #expect(
      output.split(separator: "\n").map(String.init) == [
        "counter rotunda_bundle_pulls_total [('result', 'fetched')] 1.0",
        "counter rotunda_bundle_pulls_total [('result', 'unchanged')] 0.0",
        "counter rotunda_bundle_pulls_total [('result', 'failed')] 2.0",
        "gauge rotunda_bundle_answer_timestamp_seconds [] 1795219200.0",
        "gauge rotunda_bundle_number [] 41.0", "gauge rotunda_bundle_failed_number [] 42.0", "older: 6",
      ])
    // Without a bundle and an answer.
    #expect(!PullCounts().openMetrics(kept: nil, failed: nil).contains("failed_number"))
    #expect(PullCounts().openMetrics(kept: nil, failed: nil).contains("rotunda_bundle_number 0\n"))
  }

  @Test func pullsAreReadBack() {
    #expect(
      PullCounts(text: Self.pulls.text) == Self.pulls && PullCounts(text: PullCounts().text) == PullCounts())
  }

  @Test(arguments: [
    "", "rotunda pulls 2\n", "rotunda pulls 1\nfetched x\n", "rotunda pulls 1\nfetched -1\n",
    "rotunda pulls 1\nother 1\n", "rotunda pulls 1\nfetched 1 2\n", "rotunda pulls 1\nfetched 1",
  ])
  func damagedPullsAreNotRead(text: String) { #expect(PullCounts(text: text) == nil) }
}
