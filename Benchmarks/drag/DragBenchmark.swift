import Foundation

/// How far the tiles are from the finger that drags them.
///
///     drag-benchmark ROTUNDA VIRTUAL-CLOCK
///
/// The launcher runs on the test compositor by a clock that stands still until it is set, so that the
/// distances do not depend on the machine: they are the same in every run to three tenths of a point, because
/// how many refreshes pass until the tiles have been drawn, and with it how stamps are rounded, is not.
@main
enum DragBenchmark {
  /// Where the first sample lies between two refreshes, as parts of the distance of two samples.
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

/// How often a touchscreen tells where a finger is, and how often a screen shows it, in Hz.
struct Rates {
  let touch: Double
  let frames: Double

  /// Nanoseconds between two samples.
  var sampleInterval: UInt64 { UInt64(1e9 / touch) }
  /// Nanoseconds between two refreshes.
  var refresh: UInt64 { UInt64(1e9 / frames) }
}

/// What the launcher knows of the time at which its frames are seen.
enum Prediction: CaseIterable {
  /// Nothing is predicted.
  case off
  /// The compositor tells only when to draw, as cage does.
  case estimated
  /// The compositor tells when frames were seen.
  case measured

  var words: String {
    switch self {
    case .off: "without prediction"
    case .estimated: "with"
    case .measured: "with presentation-time"
    }
  }
}

/// Median and 99th percentile of some figures.
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
