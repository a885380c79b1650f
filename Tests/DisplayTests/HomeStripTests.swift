import Display
import EventLoop
import RotundaGeometry
import Gestures
import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct HomeStripTests {
  private func stage(_ change: (inout CompositorOptions) -> Void = { _ in }) throws -> SessionStage {
    let stage = try SessionStage {
      $0.offered = CompositorOptions.everything
      $0.capabilities = [.touch, .pointer]
      change(&$0)
    }
    try stage.show()
    try stage.settle()
    return stage
  }

  /// Shows the strip and waits until it is drawn.
  @discardableResult
  private func show(
    _ options: HomeStripOptions = HomeStripOptions(), on stage: SessionStage
  ) throws -> SurfaceSnapshot {
    let strip = try #require(stage.session.homeStrip)
    strip.show(options)
    #expect(try stage.wait { stage.compositor.layer()?.pixels != nil })
    return try #require(stage.compositor.layer())
  }

  /// Moves a finger on the strip, in the strip's own points, with a sample every 8 ms.
  private func swipe(
    on stage: SessionStage, from start: Point, by way: Point, samples: Int = 12, pause: UInt32 = 8,
    lifts: Bool = true
  ) throws {
    let strip = try #require(stage.compositor.layer())
    stage.compositor.touchDown(id: 3, x: start.x, y: start.y, milliseconds: 0, surface: strip.id)
    for sample in 1...samples {
      let part = Double(sample) / Double(samples)
      stage.compositor.touchMotion(
        id: 3, x: start.x + way.x * part, y: start.y + way.y * part, milliseconds: UInt32(sample) * pause,
        surface: strip.id)
    }
    if lifts {
      stage.compositor.touchUp(id: 3, milliseconds: UInt32(samples + 1) * pause, surface: strip.id)
    }
    try stage.settle()
  }

  // MARK: Its life

  @Test func stripExistsOnlyWhileShown() throws {
    let stage = try stage()
    defer { stage.end() }
    let surfaces = stage.compositor.surfaces.count
    #expect(stage.compositor.layerCount == 0)
    try show(on: stage)
    #expect(stage.session.homeStrip?.isShown == true)
    stage.session.homeStrip?.hide()
    try stage.settle()
    #expect(stage.compositor.layerCount == 0)
    #expect(stage.compositor.surfaces.count == surfaces)
    #expect(stage.session.homeStrip?.isShown == false)
    #expect(stage.disconnections.isEmpty)
  }

  @Test(
    arguments: [
      (Edge.bottom, 640, 20, [.bottom, .left, .right]), (.top, 640, 20, [.top, .left, .right]),
      (.left, 20, 480, [.left, .top, .bottom]), (.right, 20, 480, [.right, .top, .bottom]),
    ] as [(Edge, Int, Int, ZwlrLayerSurfaceV1.Anchor)])
  func stripCoversItsEdgeAndTakesNothingElse(
    edge: Edge, width: Int, height: Int, anchor: ZwlrLayerSurfaceV1.Anchor
  ) throws {
    let stage = try stage()
    defer { stage.end() }
    let strip = try show(HomeStripOptions(edge: edge, thickness: 20), on: stage)
    #expect(strip.pixels?.width == width && strip.pixels?.height == height)
    let layer = try #require(strip.layer)
    #expect(layer.layer == .overlay && layer.anchor == anchor && layer.exclusiveZone == -1)
    #expect(layer.keyboardInteractivity == .none && layer.namespace == "rotunda-home-strip")
    #expect(strip.inputRegion == nil)
  }

  @Test func handleIsCenteredAndOptional() throws {
    let stage = try stage()
    defer { stage.end() }
    let strip = try #require(try show(on: stage).pixels)
    #expect(strip.color(x: 320, y: 8).red > 200)
    #expect(strip.bytes.prefix(4) == [0, 0, 0, 0])
    try show(HomeStripOptions(showsHandle: false), on: stage)
    #expect(try stage.wait { stage.compositor.layer()?.pixels?.bytes.allSatisfy { $0 == 0 } == true })
    #expect(stage.compositor.layerCount == 1)
  }

  @Test func fractionalScaleIsDrawnInItsPixels() throws {
    let stage = try stage {
      $0.outputs = [OutputOptions(width: 960, height: 720)]
      $0.outputs[0].fractionalScale = 180
    }
    defer { stage.end() }
    try show(on: stage)
    #expect(try stage.wait { stage.compositor.layer()?.pixels?.width == 960 })
    let strip = try #require(stage.compositor.layer())
    #expect(strip.pixels?.height == 24 && strip.scale == 1)
    #expect(strip.destination?.width == 640 && strip.destination?.height == 16)
  }

  @Test func anotherScaleOfTheScreenIsDrawnAnew() throws {
    let stage = try stage { $0.offered[.wpFractionalScaleManagerV1] = nil }
    defer { stage.end() }
    try show(on: stage)
    stage.compositor.setScale(2)
    #expect(try stage.wait { stage.compositor.layer()?.scale == 2 })
    #expect(stage.compositor.layer()?.pixels?.height == 32)
  }

  @Test func stripDoesNotWakeAtRest() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    try stage.settle()
    let commits = stage.compositor.layer()?.commits
    #expect(try stage.comesToRest())
    #expect(stage.compositor.layer()?.commits == commits)
  }

  @Test func stripPulsesOnceAndRests() throws {
    let stage = try stage()
    defer { stage.end() }
    let rest = try #require(try show(on: stage).pixels?.bytes)
    try show(HomeStripOptions(breathes: true), on: stage)
    #expect(try stage.wait { stage.compositor.layer()?.pixels.map { $0.bytes != rest } == true })
    #expect(try stage.wait { stage.compositor.layer()?.pixels?.bytes == rest })
    #expect(try stage.comesToRest())
    #expect(stage.compositor.layer()?.pixels?.bytes == rest)
  }

  @Test func wordStandsInTheHandleUntilRemoved() throws {
    let stage = try stage()
    defer { stage.end() }
    let rest = try #require(try show(on: stage).pixels?.bytes)
    let black = [UInt32](repeating: 0xff00_0000, count: 400)
    stage.session.homeStrip?.say(HandleLabel(width: 40, height: 10, pixels: black))
    #expect(try stage.wait { stage.compositor.layer()?.pixels?.color(x: 320, y: 8).red == 0 })
    stage.session.homeStrip?.say(nil)
    #expect(try stage.wait { stage.compositor.layer()?.pixels?.bytes == rest })
  }

  @Test func stripNeedsLayerShell() throws {
    let stage = try stage { $0.offered[.zwlrLayerShellV1] = nil }
    defer { stage.end() }
    #expect(stage.session.homeStrip == nil)
    #expect(!stage.session.capabilities.hasStrip)
  }

  // MARK: Swipes

  @Test(arguments: [
    (Edge.bottom, Point(300, 8), Point(0, -150)), (.top, Point(300, 8), Point(20, 150)),
    (.left, Point(8, 200), Point(150, 10)), (.right, Point(8, 200), Point(-150, 0)),
  ])
  func inwardSwipeIsReported(edge: Edge, start: Point, way: Point) throws {
    let stage = try stage()
    defer { stage.end() }
    try show(HomeStripOptions(edge: edge), on: stage)
    try swipe(on: stage, from: start, by: way)
    #expect(stage.swipes == [edge])
    #expect(stage.touches.isEmpty, "the window receives no touch")
  }

  @Test(arguments: [
    ("along the edge", Point(200, 0), 8), ("outward", Point(0, 8), 8), ("hardly", Point(0, -19), 60),
    ("slowly, but not far enough", Point(0, -50), 200), ("a tap", Point(0, 0), 8),
  ])
  func otherMovementsAreNoSwipe(what: String, way: Point, pause: UInt32) throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    try swipe(on: stage, from: Point(300, 8), by: way, pause: pause)
    #expect(stage.swipes.isEmpty, "\(what)")
  }

  @Test func slowSwipeCountsWhenFarEnough() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -80), pause: 200)
    #expect(stage.swipes == [.bottom])
  }

  /// The screen's points per millimeter relative to the density that the defaults assume, a slow swipe's
  /// length in points, and whether it is long enough. Larger points make the same swipe longer for a finger.
  @Test(arguments: [(0.5, 40.0, true), (0.5, 20, false), (1, 40, false), (2, 80, false), (2, 130, true)])
  func distanceIsMeasuredOnTheGlass(density: Double, way: Double, isEnough: Bool) throws {
    let stage = try stage()
    defer { stage.end() }
    let thresholds = Thresholds().scaled(
      toPointsPerMillimeter: density * Thresholds.defaultPointsPerMillimeter)
    try show(HomeStripOptions(thresholds: thresholds), on: stage)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -way), pause: 200)
    #expect(stage.swipes == (isEnough ? [.bottom] : []))
  }

  @Test func aMouseSwipesAsWell() throws {
    let stage = try stage()
    defer { stage.end() }
    let strip = try show(on: stage)
    stage.compositor.pointerMotion(x: 300, y: 8, milliseconds: 0, surface: strip.id)
    stage.compositor.pointerButton(isPressed: true, milliseconds: 1, surface: strip.id)
    for sample in 1...10 {
      stage.compositor.pointerMotion(
        x: 300, y: 8 - Double(sample) * 12, milliseconds: UInt32(sample) * 8, surface: strip.id)
    }
    stage.compositor.pointerButton(isPressed: false, milliseconds: 88, surface: strip.id)
    #expect(try stage.wait { stage.swipes == [.bottom] })
    #expect(stage.touches.isEmpty)
  }

  @Test func stripAndWindowFingersAreDistinguished() throws {
    let stage = try stage()
    defer { stage.end() }
    let strip = try show(on: stage)
    let window = try #require(stage.compositor.window())
    stage.compositor.touchDown(id: 9, x: 10, y: 10, milliseconds: 5, surface: window.id)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -150))
    #expect(stage.touches == [.down(id: 9, at: Point(10, 10), milliseconds: 5)])
    #expect(stage.swipes == [.bottom])
    _ = strip
  }

  @Test func canceledSwipeIsIgnored() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -150), lifts: false)
    stage.compositor.touchCancel(surface: stage.compositor.layer()?.id)
    try stage.settle()
    #expect(stage.swipes.isEmpty)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -150))
    #expect(stage.swipes == [.bottom])
  }

  @Test func fingerOnARemovedStripIsForgotten() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -150), lifts: false)
    stage.session.homeStrip?.hide()
    try stage.settle()
    stage.compositor.touchUp(id: 3)
    try stage.settle()
    #expect(stage.swipes.isEmpty && stage.touches.isEmpty)
    try show(on: stage)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -150))
    #expect(stage.swipes == [.bottom])
  }

  @Test func unpluggedTouchscreenCancelsTheSwipe() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -150), lifts: false)
    stage.compositor.setCapabilities([])
    try stage.settle()
    stage.compositor.setCapabilities([.touch])
    try stage.settle()
    #expect(stage.swipes.isEmpty)
    try swipe(on: stage, from: Point(300, 8), by: Point(0, -150))
    #expect(stage.swipes == [.bottom])
  }

  // MARK: Hostile compositors

  @Test(arguments: [(UInt32.max, UInt32.max), (0, 0), (1, 1), (100_000, 1), (3, 100_000)])
  func absurdSizesAreNoDisaster(width: UInt32, height: UInt32) throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    stage.compositor.configureLayer(width: width, height: height)
    #expect(
      try stage.wait {
        guard let strip = stage.compositor.layer() else { return false }
        return strip.acknowledged.last == strip.lastConfigure
      })
    try stage.settle()
    #expect(stage.disconnections.isEmpty)
    stage.compositor.configureLayer(width: 640, height: 16)
    #expect(try stage.wait { stage.compositor.layer()?.pixels?.width == 640 })
  }

  @Test func closedStripReturnsOnlyAfterAScreenChange() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    stage.compositor.closeLayer()
    #expect(try stage.wait { stage.compositor.layerCount == 0 })
    for _ in 0..<5 { try stage.settle() }
    #expect(stage.compositor.layerCount == 0)
    #expect(stage.session.homeStrip?.isShown == true)
    stage.compositor.addOutput(OutputOptions(width: 100, height: 100))
    #expect(try stage.wait { stage.compositor.layer()?.pixels != nil })
    try swipe(on: stage, from: Point(50, 8), by: Point(0, -150))
    #expect(stage.swipes == [.bottom])
  }

  @Test func manyConfiguresInARowAreAllAcknowledged() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    for round in 0..<200 {
      stage.compositor.configureLayer(width: UInt32(300 + round % 7), height: 16)
      if round % 50 == 0 { try stage.settle() }
    }
    #expect(
      try stage.wait {
        guard let strip = stage.compositor.layer() else { return false }
        return strip.acknowledged.last == strip.lastConfigure
      })
    #expect(stage.disconnections.isEmpty)
  }

  @Test func showAndHideAtOnceLeavesNothing() throws {
    let stage = try stage()
    defer { stage.end() }
    for _ in 0..<20 {
      stage.session.homeStrip?.show(HomeStripOptions())
      stage.session.homeStrip?.hide()
    }
    try stage.settle()
    #expect(stage.compositor.layerCount == 0)
    #expect(stage.disconnections.isEmpty)
  }

  @Test func lostCompositorEndsTheStrip() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    stage.compositor.disconnect()
    #expect(try stage.wait { !stage.disconnections.isEmpty })
    stage.session.homeStrip?.hide()
    stage.session.homeStrip?.show(HomeStripOptions(edge: .top))
  }
}
