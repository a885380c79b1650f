import Foundation
import Measuring
import TestCompositor

/// A graphical program on its own test compositor.
final class Client {
  /// The program to run.
  struct Program {
    var path: String
    var arguments: [String]
    var environment: [String: String] = [:]
  }

  let compositor: TestCompositor
  private let process: ClientProcess
  private let start = ContinuousClock.now

  convenience init(_ program: Program, width: Int32 = 1280, height: Int32 = 800) throws {
    var options = CompositorOptions()
    options.outputs = [OutputOptions(width: width, height: height)]
    try self.init(program, options)
  }

  init(_ program: Program, _ options: CompositorOptions) throws {
    compositor = try TestCompositor(options)
    let variables = ["XDG_RUNTIME_DIR": "/tmp"].merging(program.environment) { $1 }
    process = try compositor.launch(program.path, program.arguments, environment: variables)
  }

  deinit { compositor.stop() }

  var processID: pid_t { process.processID }

  /// Milliseconds since its start.
  var age: Double { start.duration(to: .now).milliseconds }

  /// Returns the milliseconds from exec to its first frame.
  func firstFrame() throws -> Double {
    try compositor.waitForFrame()
    return age
  }

  /// Seconds without a new frame after which the program is at rest.
  private static let still = 0.4

  /// Returns the milliseconds from exec to the last frame before it comes to rest.
  func lastFrame() throws -> Double {
    var (frames, last) = (try compositor.waitForFrame().frames, age)
    while let window = try? compositor.waitForFrame(after: frames, seconds: Self.still) {
      frames = window.frames
      last = age
    }
    return last
  }

  /// Measures the cost of each frame of an animation.
  func animation(seconds: Double) throws -> Animation {
    try compositor.waitForFrame(after: Animation.warmUp, seconds: 60)
    var (frames, last) = (compositor.window()?.frames ?? 0, ContinuousClock.now)
    let (first, sample, requests) = (frames, ProcessSample(processID), compositor.requests.count)
    let begin = ContinuousClock.now
    var gaps: [Double] = []
    while begin.duration(to: .now).milliseconds < seconds * 1000 {
      frames = try compositor.waitForFrame(after: frames, seconds: 10).frames
      gaps.append(last.duration(to: .now).milliseconds)
      last = .now
    }
    let used = ProcessSample(processID).since(sample)
    let count = Double(max(1, frames - first))
    return Animation(
      main: used.mainMilliseconds / count, all: used.milliseconds / count, switches: used.switches / count,
      requests: Double(compositor.requests.count - requests) / count,
      perSecond: count / begin.duration(to: .now).milliseconds * 1000,
      longGap: gaps.sorted()[gaps.count * 99 / 100])
  }
}

/// The cost of a frame.
struct Animation {
  /// Frames until caches are filled and pictures are loaded.
  static let warmUp = 60

  /// Processor time of the main thread in milliseconds.
  let main: Double
  /// Processor time of all threads in milliseconds.
  let all: Double
  /// Context switches.
  let switches: Double
  /// Wayland requests.
  let requests: Double
  /// Frames per second.
  let perSecond: Double
  /// The 99th percentile of the time between two frames, in milliseconds.
  let longGap: Double
}
