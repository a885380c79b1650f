import Foundation
import Measuring
import TestCompositor

/// Runs the launcher with a finger that drags at constant speed, one refresh of a virtual clock at a time.
final class DragRun {
  /// The finger's speed in points per second.
  static let speed = 800.0
  /// Nanoseconds from a sample to its arrival at the launcher.
  private static let transport: UInt64 = 2_000_000
  /// The distance in points before a drag begins: the launcher's default.
  private static let slop = 18.0
  /// The measured part of a drag, in seconds after the finger landed.
  private static let measured = 0.15...0.7
  /// The offset of the samples' timestamps in milliseconds: their base is arbitrary.
  private static let stampBase: UInt64 = 77_777

  private let rates: Rates
  private let clock: VirtualClock
  private let compositor: TestCompositor
  private var lastRefresh: UInt64

  init(_ rates: Rates, _ prediction: Prediction, _ files: DragFiles) throws {
    self.rates = rates
    clock = try VirtualClock(path: files.path("clock"))
    lastRefresh = clock.now
    var options = CompositorOptions()
    options.outputs = [OutputOptions(width: 1280, height: 800)]
    options.outputs[0].refreshMilliHertz = Int32(rates.frames * 1000)
    options.frames = .manual
    if prediction == .measured { options.offered = CompositorOptions.everything }
    compositor = try TestCompositor(options)
    _ = try files.launch(
      on: compositor, resampling: prediction != .off, clock.environment(library: files.clock))
    try compositor.waitForFrame()
    try compositor.waitForDevice(.wlTouch)
  }

  deinit { compositor.stop() }

  /// Returns the distance in points by which the tile was behind the finger in each frame.
  func distances(phase: Double) throws -> [Double] {
    try rest()
    // Lets the launcher measure the screen's latency.
    _ = try drag(speed: 200, seconds: 0.5, phase: phase)
    try rest()
    return try drag(speed: Self.speed, seconds: Self.measured.upperBound, phase: phase)
  }

  /// Shows frames until the tiles are visible and nothing moves.
  private func rest() throws {
    var still = 0
    for _ in 0..<2000 where still < 20 {
      try refresh()
      still = compositor.waitingFrameCallbacks == 0 && compositor.pixels?.redPlace != nil ? still + 1 : 0
      usleep(1000)
    }
    guard still == 20 else { throw POSIXError(.ETIMEDOUT) }
  }

  private func drag(speed: Double, seconds: Double, phase: Double) throws -> [Double] {
    guard let home = compositor.pixels?.redPlace else { return [] }
    let landing = lastRefresh + UInt64(phase * Double(rates.sampleInterval))
    // The drag starts with the first sample beyond the slop.
    let lost = ((Self.slop / speed * rates.touch).rounded(.down) + 1) / rates.touch * speed
    var distances: [Double] = []
    var sample: UInt64 = 0
    while true {
      let taken = landing + sample * rates.sampleInterval
      guard Double(taken - landing) / 1e9 < seconds else { break }
      while lastRefresh + rates.refresh <= taken + Self.transport {
        try refresh()
        let time = Double(lastRefresh) / 1e9 - Double(landing) / 1e9
        guard Self.measured.contains(time), let place = shown else { continue }
        distances.append(speed * time - lost - (home - place))
      }
      clock.now = taken + Self.transport
      send(sample, at: taken, x: 1000 - speed * Double(taken - landing) / 1e9)
      try settle()
      sample += 1
    }
    compositor.touchCancel()
    return distances
  }

  private func send(_ sample: UInt64, at time: UInt64, x: Double) {
    let stamp = UInt32(truncatingIfNeeded: time / 1_000_000 + Self.stampBase)
    if sample == 0 {
      compositor.touchDown(id: 0, x: x, y: 400, milliseconds: stamp)
    } else {
      compositor.touchMotion(id: 0, x: x, y: 400, milliseconds: stamp)
    }
  }

  /// The tile's position in the frame of the latest refresh.
  private var shown: Double?

  /// Shows the committed frame, and lets the launcher draw the next one.
  private func refresh() throws {
    lastRefresh += rates.refresh
    clock.now = lastRefresh
    shown = compositor.pixels?.redPlace
    compositor.releaseFrame(atNanoseconds: lastRefresh)
    try settle()
  }

  /// Waits until the launcher has finished its work. The answer to the first ping may come while it still
  /// draws; the second cannot.
  private func settle() throws {
    try compositor.ping()
    try compositor.ping()
  }
}
