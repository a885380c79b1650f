import RotundaGeometry
import Gestures
import Scene
import Testing

@testable import Shell

/// Drawing predicts the finger's position at the time when the frame is visible.
struct PredictionTests {
  /// A finger that drags at constant speed, with the rates of the touchscreen and the display, in Hz.
  private struct Rates: CustomTestStringConvertible {
    let touch: Double
    let frames: Double
    var testDescription: String { "touch \(Int(touch)) Hz, frames \(Int(frames)) Hz" }
    static let all = [60.0, 120].flatMap { touch in
      [30.0, 60, 120].map { Rates(touch: touch, frames: $0) }
    }
  }

  /// A frame that shows a drag.
  private struct Shown {
    /// Seconds since the finger landed.
    let time: Double
    /// The distance that the carousel has moved, in points.
    let way: Double
  }

  /// Points per second.
  private static let speed = 1000.0
  /// Seconds from a sample to its arrival.
  private static let transport = 0.002

  /// Plays half a second of a drag and the time until `end`, in seconds. As in the launcher, a wanted frame
  /// is drawn when no other is pending, and appears with the next refresh. `phase` is the time of the first
  /// sample in sample intervals. Without `hasOwnSlops`, the slop of taps and drags is 18 points, and the
  /// tiles never make up for it.
  private func play(
    _ rates: Rates, resampling: Bool, phase: Double = 0, until end: Double = 0.6, hasOwnSlops: Bool = false
  ) -> [Shown] {
    let stage = ShellStage(tiles: ShellStage.tiles(40)) {
      $0.gestures.resampling = resampling
      if !hasOwnSlops { $0.gestures.useOneSlop() }
      $0.carousel.spacing = 1
    }
    let start = stage.now
    stage.shell.frameInterval = 1 / rates.frames
    var shown: [Shown] = []
    var (sample, refresh, isOnItsWay) = (0, 0, false)
    while true {
      let arrival = (Double(sample) + phase) / rates.touch + Self.transport
      let tick = Double(refresh) / rates.frames
      let now = min(arrival, tick)
      guard now < end else { return shown }
      stage.wait(start + now - stage.now)
      if arrival <= tick {
        send(sample, of: rates, to: stage)
        sample += 1
      } else {
        isOnItsWay = false
        refresh += 1
      }
      guard !isOnItsWay, stage.shell.wantsFrame else { continue }
      isOnItsWay = true
      let time = Double(refresh) / rates.frames
      stage.shell.advance(
        to: start + time, drawnAt: start + now, into: &stage.frame, effects: &stage.effects)
      let way = stage.shell.tilesPanel.carousel.scrollOffset * stage.shell.tilesPanel.carousel.itemExtent
      if way != 0 { shown.append(Shown(time: time, way: way)) }
    }
  }

  private func send(_ sample: Int, of rates: Rates, to stage: ShellStage) {
    let time = Double(sample) / rates.touch
    let milliseconds = UInt32(4_000_000_000 + (time * 1000).rounded())
    let place = Point(1200 - time * Self.speed, 400)
    if sample == 0 { return stage.touch(.down(id: 3, at: place, milliseconds: milliseconds)) }
    if time < 0.5 { return stage.touch(.motion(id: 3, at: place, milliseconds: milliseconds)) }
    stage.touch(.up(id: 3, milliseconds: milliseconds))
  }

  /// The distances in points from the tiles to the finger at each refresh, for several phases of the first
  /// sample.
  private func refreshDistances(_ rates: Rates, resampling: Bool) -> [Double] {
    [0.0, 0.25, 0.5, 0.75].flatMap { phase -> [Double] in
      let shown = play(rates, resampling: resampling, phase: phase)
      let landing = phase / rates.touch
      let begin = (18 / Self.speed * rates.touch).rounded(.down) + 1
      return stride(from: 0.15, to: 0.48, by: 1 / rates.frames).compactMap { moment in
        let time = (moment * rates.frames).rounded() / rates.frames
        guard let seen = shown.last(where: { $0.time <= time + 1e-9 }) else { return nil }
        return (time - landing - begin / rates.touch) * Self.speed - seen.way
      }
    }
  }

  @Test(arguments: Rates.all) private func predictionIsNeverWorseAtAnyRate(rates: Rates) {
    let with = refreshDistances(rates, resampling: true).sorted()
    let without = refreshDistances(rates, resampling: false).sorted()
    #expect(with.count > 30 && with.count == without.count)
    for part in [0.5, 0.99] {
      let index = Int(Double(with.count - 1) * part)
      #expect(with[index] <= without[index] + 0.5, "\(part): \(with[index]) for \(without[index])")
    }
    #expect(with.reduce(0, +) < without.reduce(0, +))
  }

  /// The distances in points from the tiles to the finger, after the certain start of the drag.
  private func distances(_ shown: [Shown], _ rates: Rates) -> [Double] {
    // The drag counts from the first sample beyond the slop.
    let begin = (18 / Self.speed * rates.touch).rounded(.down) + 1
    return shown.filter { (0.1...0.48).contains($0.time) }.map {
      ($0.time - begin / rates.touch) * Self.speed - $0.way
    }
  }

  @Test(arguments: Rates.all) private func predictionBringsTheTilesCloserToTheFinger(rates: Rates) {
    let with = distances(play(rates, resampling: true), rates)
    let without = distances(play(rates, resampling: false), rates)
    #expect(with.count > 8 && with.count == without.count)
    for (with, without) in zip(with, without) { #expect(with > 0 && with < without) }
    // Prediction gains half a sample interval, at most 8 ms. It stays 5 ms behind the frame, and the
    // transport time of a sample is unknown.
    let (median, reach) = (without.sorted()[without.count / 2], min(0.008, 0.5 / rates.touch))
    let gain = min(Self.speed * reach, median - Self.speed * (0.005 + Self.transport))
    #expect(median - with.sorted()[with.count / 2] > 0.6 * gain)
  }

  @Test(arguments: Rates.all) private func dragStartAndEndDoNotJump(rates: Rates) {
    for hasOwnSlops in [false, true] {
      let shown = play(rates, resampling: true, until: 0.7, hasOwnSlops: hasOwnSlops)
      let steps = zip(shown.dropFirst(), shown).map { (time: $0.time, way: $0.way - $1.way) }
      // The finger's movement from frame to frame or from sample to sample, and the slop's return meanwhile.
      let slops = Thresholds()
      let swallowed = hasOwnSlops ? max(slops.dragSlop, Self.speed / rates.touch) : 0
      let gain = 1 + swallowed / slops.slopReturn
      let usual = Self.speed * max(1 / rates.frames, 1 / rates.touch)
      #expect((shown.first?.way ?? .infinity) <= 1.5 * usual * gain)
      for step in steps {
        #expect(step.way > -1e-6, "\(steps)")
        // Then the finger lifts, and the carousel hurries to its tile: see FlingTests.
        if step.time < 0.5 { #expect(step.way < 1.5 * usual * gain, "\(steps)") }
      }
    }
  }

  @Test func restingDragDrawsOnceAtTheFinger() {
    let stage = ShellStage { $0.carousel.spacing = 1 }
    stage.drag(from: stage.center, by: Point(-200, 0), seconds: 0.2, lifts: false)
    #expect(stage.shell.wantsFrame)
    #expect(stage.settle())
    stage.wait(0.05)
    #expect(stage.shell.wantsFrame && stage.settle())
    let way = stage.shell.tilesPanel.carousel.scrollOffset * stage.shell.tilesPanel.carousel.itemExtent
    // The whole distance: the tiles made up for the slop.
    #expect(abs(way - 200) < 1e-6)
    #expect(!stage.shell.wantsFrame)
  }

  @Test func samplesOfAFrameAreOneMovement() {
    let stage = ShellStage { $0.gestures.resampling = true }
    stage.down(stage.center)
    for sample in 1...20 {
      stage.now += 0.002
      stage.move(stage.center - Point(Double(sample) * 4, 0))
    }
    let offset = stage.shell.tilesPanel.carousel.scrollOffset
    stage.draw()
    #expect(offset == 0 && stage.shell.tilesPanel.carousel.scrollOffset > 0)
  }
}
