/// The record as a text for monitoring.
///
/// The format is OpenMetrics 1.0. Readers of Prometheus's older text format, such as the node exporter, also
/// accept it.
extension UsageRecord {
  /// Returns the complete text, with `# EOF` at its end.
  package func openMetrics(_ figures: LauncherFigures) -> String {
    var lines = OpenMetricsText.family(
      "rotunda_tile_opens", "counter", "The number of times that visitors opened a tile.")
    for (id, tile) in sortedTiles { lines.append(sample("rotunda_tile_opens_total", id, tile.opens)) }
    lines += OpenMetricsText.family(
      "rotunda_tile_failures", "counter",
      "The number of times that a tile's program did not start, hung, or ended with an error.")
    for (id, tile) in sortedTiles { lines.append(sample("rotunda_tile_failures_total", id, tile.failures)) }
    lines += visitLines + restartLines + figures.lines
    return lines.joined(separator: "\n") + "\n# EOF\n"
  }

  private var sortedTiles: [(key: String, value: Tile)] { tiles.sorted { $0.key < $1.key } }

  private var restartLines: [String] {
    let name = "rotunda_restarts"
    return OpenMetricsText.family(
      name, "counter", "The number of times that the launcher started again, by the reason for its last end.")
      + LauncherEnd.allCases.map { "\(name)_total{reason=\"\($0.rawValue)\"} \(restarts[$0] ?? 0)" }
  }

  private func sample(_ name: String, _ tile: String, _ count: UInt64) -> String {
    "\(name){tile=\"\(EscapedText.escaped(tile))\"} \(count)"
  }

  private var visitLines: [String] {
    let name = "rotunda_visit_duration_seconds"
    var lines = OpenMetricsText.family(name, "histogram", unit: "seconds", "The length of visits.")
    var sum: UInt64 = 0
    for (index, count) in visits.counts.enumerated() {
      sum &+= count
      let bound = index < Histogram.bounds.count ? "\(Histogram.bounds[index])" : "+Inf"
      lines.append("\(name)_bucket{le=\"\(bound)\"} \(sum)")
    }
    lines.append("\(name)_sum \(OpenMetricsText.decimal(visits.milliseconds))")
    lines.append("\(name)_count \(sum)")
    return lines
  }
}

/// The launcher's figures about itself.
package struct LauncherFigures: Hashable, Sendable {
  /// The number of frames since its start, and of those that were visible later than planned.
  package var (frames, lateFrames): (UInt64, UInt64) = (0, 0)
  /// Seconds from its start until its first frame was visible; nil before that.
  package var firstFrame: Double?
  /// Its memory that is not swapped out, in bytes; nil if unknown.
  package var memory: UInt64?

  package init() {}

  fileprivate var lines: [String] {
    var lines =
      OpenMetricsText.family("rotunda_frames", "counter", "The number of frames since the launcher's start.")
      + ["rotunda_frames_total \(frames)"]
      + OpenMetricsText.family(
        "rotunda_late_frames", "counter", "The number of frames that were visible later than planned.")
      + ["rotunda_late_frames_total \(lateFrames)"]
    if let firstFrame {
      let name = "rotunda_first_frame_seconds"
      lines += OpenMetricsText.family(
        name, "gauge", unit: "seconds", "The time from the launcher's start to its first visible frame.")
      lines.append("\(name) \(OpenMetricsText.decimal(UInt64((firstFrame * 1000).rounded())))")
    }
    if let memory {
      let name = "rotunda_resident_memory_bytes"
      lines += OpenMetricsText.family(
        name, "gauge", unit: "bytes", "The launcher's memory in the machine's RAM.")
      lines.append("\(name) \(memory)")
    }
    return lines
  }
}

enum OpenMetricsText {
  /// Returns the lines that describe a family of metrics.
  static func family(_ name: String, _ type: String, unit: String? = nil, _ help: String) -> [String] {
    ["# TYPE \(name) \(type)"] + (unit.map { ["# UNIT \(name) \($0)"] } ?? []) + ["# HELP \(name) \(help)"]
  }

  /// Returns thousandths as a decimal number, without an exponent.
  static func decimal(_ thousandths: UInt64) -> String {
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}

/// Text on a single line, in OpenMetrics's format of label values: a backslash escapes backslashes, quotes
/// and line feeds.
enum EscapedText {
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": result.append(contentsOf: ["\\", scalar])
      case "\n": result.append(contentsOf: ["\\", "n"])
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the original text; nil if `escaped(_:)` did not produce the text.
  static func unescaped(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": result.append("\n")
      case "\\": result.append("\\")
      case "\"": result.append("\"")
      default: return nil
      }
    }
    return String(result)
  }
}
