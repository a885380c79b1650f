import CarouselEngine
import RotundaGeometry
import SeededRandom
import Testing

@Suite struct FrameRateTests {
  /// The inputs come at the same times. Frames in between are regular, irregular, or missing.
  @Test(arguments: 1...40)
  func naturalPhysicsDoesNotDependOnTheFrames(seed: UInt64) {
    let carousels = [30.0, 60, 90, 120, 144, 0, -1].map { Self.play(seed: seed, rate: $0) }
    for other in carousels.dropFirst() {
      for (one, another) in zip(carousels[0], other) {
        #expect(abs(one - another) < 1e-9, "seed \(seed)")
      }
    }
  }

  /// Returns the offset after each input of a random script. Rate 0 has no frames between inputs, and rate −1
  /// has irregular ones.
  private static func play(seed: UInt64, rate: Double) -> [Double] {
    var script = SeededGenerator(seed: seed)
    var jitter = SeededGenerator(seed: seed &+ 1000)
    var options = CarouselOptions()
    options.wrap = script.chance(0.5)
    options.autoscroll = script.pick([0, 0, 0.7])
    options.stopsAtItemBoundary = script.chance(0.7)
    options.scrollsToItemBoundary = script.chance(0.7)
    var carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 9)
    var events: [CarouselEvent] = []
    var now = 0.0
    // Automatic scrolling begins with the first known time.
    carousel.advance(to: now, into: &events)
    var offsets: [Double] = []
    for _ in 0..<40 {
      let next = now + script.pick([0.01, 0.05, 0.3, 1.1, 4])
      while rate != 0 {
        now += rate > 0 ? 1 / rate : jitter.number(0.001...0.07)
        if now >= next { break }
        carousel.advance(to: now, into: &events)
      }
      now = next
      Self.input(&carousel, &script, at: now)
      carousel.advance(to: now, into: &events)
      offsets.append(carousel.scrollOffset)
    }
    return offsets
  }

  private static func input(_ carousel: inout Carousel, _ script: inout SeededGenerator, at now: Double) {
    switch script.integer(0...5) {
    case 0: carousel.touchDown(at: now)
    case 1: carousel.beginDragging(at: now)
    case 2: carousel.drag(by: script.number(-200...200), at: now)
    case 3: carousel.endDragging(velocity: script.number(-3000...3000), at: now)
    case 4: carousel.touchUp(at: now)
    default: carousel.scroll(toItemAt: script.integer(0...8), duration: script.number(0.1...2), at: now)
    }
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func takingHoldMovesNothing(physics: ScrollPhysicsKind) {
    for seed in 1...200 {
      var script = SeededGenerator(seed: UInt64(seed))
      var options = CarouselOptions()
      options.physics = physics
      options.wrap = script.chance(0.5)
      var carousel = Carousel(
        options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 5)
      var events: [CarouselEvent] = []
      carousel.beginDragging(at: 0)
      carousel.drag(by: script.number(-300...300), at: 0.02)
      carousel.endDragging(velocity: script.number(-5000...5000), at: 0.03)
      let catching = 0.03 + script.number(0...1.5)
      carousel.advance(to: catching, into: &events)
      let before = carousel.scrollOffset
      carousel.touchDown(at: catching)
      carousel.beginDragging(at: catching)
      carousel.drag(by: 0, at: catching + 0.01)
      carousel.advance(to: catching + 0.02, into: &events)
      #expect(abs(carousel.scrollOffset - before) < 1e-9, "seed \(seed)")
    }
  }
}
