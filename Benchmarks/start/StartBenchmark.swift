import Foundation
import TestCompositor

/// Times from exec to the first frame, of the launcher and of the least that an EGL client must do (`egl-floor`),
/// in turn on the same compositor in the same run: these machines drift, so only the ratio counts.
///
///     start-benchmark ROTUNDA CONFIG EGL-FLOOR [RUNS]
@main
enum StartBenchmark {
  /// Runs of each that are counted when the command line does not say.
  static let usualRuns = 9

  static func main() throws {
    let words = CommandLine.arguments
    guard words.count >= 4 else {
      print("usage: start-benchmark ROTUNDA CONFIG EGL-FLOOR [RUNS]")
      exit(64)
    }
    let runs = words.count > 4 ? Int(words[4]) ?? usualRuns : usualRuns
    let launcher = Client(path: words[1], arguments: ["--config", words[2]])
    let floor = Client(path: words[3], arguments: ["--quads", "12", "--still", "2"])
    var (ours, floors, faces): ([Double], [Double], [Double]) = ([], [], [])
    // The first of each fills caches and is not counted.
    for run in 0...runs {
      let (ourTimes, floorTimes) = (try launcher.start(), try floor.start())
      guard run > 0 else { continue }
      ours.append(ourTimes.firstFrame)
      faces.append(ourTimes.lastFrame)
      floors.append(floorTimes.firstFrame)
    }
    report("exec to first frame", ours, floors)
    report("exec to all faces", faces, floors)
  }

  private static func report(_ name: String, _ ours: [Double], _ floors: [Double]) {
    let ratios = zip(ours, floors).map { $0 / $1 }
    print(
      "\(name): ratio \(Spread(ratios, digits: 2)); rotunda \(Spread(ours, digits: 1)) ms; "
        + "floor \(Spread(floors, digits: 1)) ms; \(ours.count) pairs")
  }
}

/// Median, least and most of some figures.
struct Spread: CustomStringConvertible {
  let description: String

  init(_ values: [Double], digits: Int) {
    let sorted = values.sorted()
    func text(_ value: Double) -> String { String(format: "%.\(digits)f", value) }
    guard let first = sorted.first, let last = sorted.last else {
      description = "none"
      return
    }
    description = "\(text(sorted[sorted.count / 2])) (\(text(first)) to \(text(last)))"
  }
}

/// A program that shows something.
struct Client {
  let path: String
  let arguments: [String]
  /// Seconds without a new frame after which the picture is taken to be complete.
  private static let still = 0.4

  /// Milliseconds from exec to its first frame, and to the last one before it comes to rest.
  func start() throws -> (firstFrame: Double, lastFrame: Double) {
    var options = CompositorOptions()
    options.outputs = [OutputOptions(width: 1280, height: 800)]
    let compositor = try TestCompositor(options)
    defer { compositor.stop() }
    let start = ContinuousClock.now
    _ = try compositor.launch(path, arguments, environment: ["XDG_RUNTIME_DIR": "/tmp"])
    var frames = try compositor.waitForFrame().frames
    let first = start.duration(to: .now)
    var last = first
    while let window = try? compositor.waitForFrame(after: frames, seconds: Self.still) {
      frames = window.frames
      last = start.duration(to: .now)
    }
    return (first.milliseconds, last.milliseconds)
  }
}

extension Duration {
  /// The same in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
