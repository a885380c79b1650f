import Foundation

/// Measures the distance between the tiles and the finger that drags them.
///
///     drag-benchmark ROTUNDA VIRTUAL-CLOCK
///
/// The launcher runs on the test compositor with a clock that only advances when set, so the distances do not
/// depend on the machine. They are reproducible to 0.3 points: the number of refreshes before the first
/// tiles, and thus the rounding of timestamps, varies.
@main
enum DragBenchmark {
  /// The position of the first sample between two refreshes, as a share of the sample interval.
  private static let phases = [0.0, 0.25, 0.5, 0.75]

  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 3 else {
      print("usage: drag-benchmark ROTUNDA VIRTUAL-CLOCK")
      exit(64)
    }
    let files = try DragFiles(rotunda: words[1], clock: words[2])
    print(
      "tile behind the finger at \(Int(DragRun.speed)) points/s, in points, median (99th percentile) mean")
    for touch in [60.0, 120] {
      for frames in [30.0, 60, 120] { try report(Rates(touch: touch, frames: frames), files) }
    }
  }

  private static func report(_ rates: Rates, _ files: DragFiles) throws {
    let figures = try Prediction.allCases.map { prediction in
      let distances = try phases.flatMap { phase in
        try DragRun(rates, prediction, files).distances(phase: phase)
      }
      return "\(prediction.words) \(Percentiles(distances, digits: 1)) \(mean(of: distances))"
    }
    print("touch \(Int(rates.touch)) Hz, frames \(Int(rates.frames)) Hz: \(figures.joined(separator: "; "))")
    fflush(nil)
  }

  private static func mean(of values: [Double]) -> String {
    String(format: "%.1f", values.reduce(0, +) / Double(max(1, values.count)))
  }
}

/// The report rate of a touchscreen and the refresh rate of a screen, in Hz.
struct Rates {
  let touch: Double
  let frames: Double

  /// Nanoseconds between two samples.
  var sampleInterval: UInt64 { UInt64(1e9 / touch) }
  /// Nanoseconds between two refreshes.
  var refresh: UInt64 { UInt64(1e9 / frames) }
}

/// The launcher's knowledge of when its frames are visible.
enum Prediction: CaseIterable {
  /// Prediction is off.
  case off
  /// The compositor only reports when to draw, like cage.
  case estimated
  /// The compositor reports when frames were presented.
  case measured

  var words: String {
    switch self {
    case .off: "without prediction"
    case .estimated: "with"
    case .measured: "with presentation-time"
    }
  }
}

/// The median and 99th percentile of some values.
struct Percentiles: CustomStringConvertible {
  let description: String

  init(_ values: [Double], digits: Int) {
    let sorted = values.sorted()
    func text(_ part: Double) -> String {
      String(format: "%.\(digits)f", sorted[Int((Double(sorted.count - 1) * part).rounded())])
    }
    description = sorted.isEmpty ? "none" : "\(text(0.5)) (\(text(0.99)))"
  }
}
