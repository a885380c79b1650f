/// The record as a text for monitoring.
///
/// The format is OpenMetrics 1.0. Readers of Prometheus's older text format, such as the node exporter, also
/// accept it.
extension UsageRecord {
  /// The complete text, with `# EOF` at its end.
  package var openMetrics: String {
    var lines = family("rotunda_tile_opens", "counter", "The number of times that visitors opened a tile.")
    for (id, tile) in sortedTiles { lines.append(sample("rotunda_tile_opens_total", id, tile.opens)) }
    lines += family(
      "rotunda_tile_failures", "counter",
      "The number of times that a tile's program did not start, or ended with an error.")
    for (id, tile) in sortedTiles { lines.append(sample("rotunda_tile_failures_total", id, tile.failures)) }
    lines += visitLines
    return lines.joined(separator: "\n") + "\n# EOF\n"
  }

  private var sortedTiles: [(key: String, value: Tile)] { tiles.sorted { $0.key < $1.key } }

  private func family(_ name: String, _ type: String, unit: String? = nil, _ help: String) -> [String] {
    ["# TYPE \(name) \(type)"] + (unit.map { ["# UNIT \(name) \($0)"] } ?? []) + ["# HELP \(name) \(help)"]
  }

  private func sample(_ name: String, _ tile: String, _ count: UInt64) -> String {
    "\(name){tile=\"\(EscapedText.escaped(tile))\"} \(count)"
  }

  private var visitLines: [String] {
    let name = "rotunda_visit_duration_seconds"
    var lines = family(name, "histogram", unit: "seconds", "The length of visits.")
    var sum: UInt64 = 0
    for (index, count) in visits.counts.enumerated() {
      sum &+= count
      let bound = index < Histogram.bounds.count ? "\(Histogram.bounds[index])" : "+Inf"
      lines.append("\(name)_bucket{le=\"\(bound)\"} \(sum)")
    }
    lines.append("\(name)_sum \(decimal(visits.milliseconds))")
    lines.append("\(name)_count \(sum)")
    return lines
  }

  /// Returns thousandths as a decimal number, without an exponent.
  private func decimal(_ thousandths: UInt64) -> String {
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
