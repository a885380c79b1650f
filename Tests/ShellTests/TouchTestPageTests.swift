import RotundaGeometry
import Gestures
import Scene
import SeededRandom
import Testing

@testable import Shell

/// A page with simulated touches and a clock.
private final class PageStage {
  var page = TouchTestPage()
  var effects: [ShellEffect] = []
  var frame = SceneFrame()
  var milliseconds = 5000

  init(_ size: Size = Size(1280, 800)) {
    send(.resized(size, scale: 1))
    draw()
    draw()
  }

  var now: Double { Double(milliseconds) / 1000 }

  func send(_ event: ShellEvent) { page.handle(event, at: now, into: &effects) }

  func touch(_ events: TouchEvent..., shapes: [ContactShape] = []) {
    send(.touch(TouchFrame(events, shapes: shapes)))
  }
  func down(_ id: Int32, _ point: Point) {
    touch(.down(id: id, at: point, milliseconds: UInt32(milliseconds)))
  }
  func move(_ id: Int32, _ point: Point) {
    touch(.motion(id: id, at: point, milliseconds: UInt32(milliseconds)))
  }
  func up(_ id: Int32) { touch(.up(id: id, milliseconds: UInt32(milliseconds))) }

  func wait(_ duration: Int) {
    milliseconds += duration
    while let due = page.deadline, due <= now {
      page.handle(.deadline, at: due, into: &effects)
      if page.isOver { return }
    }
  }

  /// Draws a frame that appears `delay` milliseconds later, and rasterizes the missing pictures.
  func draw(delay: Int = 16) {
    page.advance(
      to: now + Double(delay) / 1000, drawnAt: now, into: &frame, effects: &effects)
    let due = effects
    effects.removeAll()
    for case .draw(let picture, _) in due {
      requested.append(picture)
      page.handle(.pictureReady(picture, size: PixelSize(10, 20)), at: now, into: &effects)
    }
  }
  private(set) var requested: [Picture] = []

  /// The texts in drawing order.
  var writing: String {
    frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content else {
        return nil
      }
      return block.text
    }.joined(separator: "|")
  }

  /// The middles of a word, in points from the upper edge.
  func heights(of word: String) -> [Double] {
    let middle = frame.size.height / 2
    return frame.sprites.compactMap { sprite -> Double? in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
        block.text == word, let place = sprite.transform.project(.zero)
      else { return nil }
      return place.y + middle
    }
  }

  func place(of target: TouchTestTarget) -> Point {
    page.targets.first { $0.target == target }?.place ?? .zero
  }
}

struct TouchTestPageTests {
  @Test func tenFingersAreTenContactsWithTrails() {
    let stage = PageStage()
    for finger in 0..<10 { stage.down(Int32(finger * 7), Point(100 + Double(finger) * 90, 300)) }
    for step in 1...20 {
      stage.milliseconds += 8
      for finger in 0..<10 {
        stage.move(Int32(finger * 7), Point(100 + Double(finger) * 90, 300 + Double(step) * 5))
      }
    }
    stage.draw()
    let contacts = stage.page.contacts
    #expect(contacts.downCount == 10 && contacts.peak == 10)
    #expect(contacts.contacts.allSatisfy { $0.trail.count == 21 })
    #expect(Set(contacts.contacts.map(\.slot)).count == 10)
    for finger in 0..<10 { stage.up(Int32(finger * 7)) }
    #expect(stage.page.contacts.isEmpty && stage.page.contacts.contacts.count == 10)
    stage.down(1, Point(5, 5))
    #expect(stage.page.contacts.contacts.count == 1)
  }

  @Test(arguments: [(8, 125.0), (16, 62.5), (4, 250)]) func touchscreenRateIsShown(
    interval: Int, expected: Double
  ) {
    let stage = PageStage()
    stage.down(3, Point(300, 300))
    for step in 1...40 {
      stage.milliseconds += interval
      stage.move(3, Point(300 + Double(step), 300))
      stage.move(3, Point(300 + Double(step), 300.5))
    }
    stage.up(3)
    #expect(abs((stage.page.device.rate ?? 0) - expected) < 0.01)
  }

  @Test func frameDelayCountsFromTheFirstSample() {
    let stage = PageStage()
    stage.down(3, Point(300, 300))
    stage.milliseconds += 4
    stage.move(3, Point(310, 300))
    stage.milliseconds += 6
    stage.draw(delay: 14)
    stage.up(3)
    #expect(abs((stage.page.device.latency ?? 0) - 0.024) < 1e-9)
  }

  @Test(arguments: TouchTestTarget.allCases) func targetShowsTheFingersDistance(
    target: TouchTestTarget
  ) {
    let stage = PageStage(Size(1080, 1920))
    stage.down(1, stage.place(of: target) + Point(7, -4))
    #expect(stage.page.misses == [target: Point(7, -4)])
    stage.draw()
    stage.draw()
    #expect(stage.writing.contains("+|7|,|−|4"))
  }

  @Test func namesOfTargetsStandTowardTheMiddle() {
    let stage = PageStage(Size(1280, 720))
    var distances: [Double] = []
    for (word, target, way) in [
      ("top", TouchTestTarget.topLeft, 1.0), ("middle", .middle, 1), ("bottom", .bottomLeft, -1),
    ] {
      let place = stage.place(of: target)
      distances += stage.heights(of: word).map { ($0 - place.y) * way }
    }
    #expect(distances.count == 5)
    let (least, most) = (distances.min() ?? 0, distances.max() ?? 0)
    #expect(least > stage.page.targetReach && most - least < 1, "\(distances)")
  }

  @Test func targetsAreAsFarFromAllEdges() {
    let stage = PageStage(Size(1280, 800))
    let first = stage.place(of: .topLeft)
    #expect(first.x > 0 && abs(first.x - first.y) < 1e-9)
    #expect((stage.place(of: .topRight) - Point(1280 - first.x, first.y)).length < 1e-9)
    #expect((stage.place(of: .bottomLeft) - Point(first.x, 800 - first.y)).length < 1e-9)
    #expect((stage.place(of: .bottomRight) - Point(1280 - first.x, 800 - first.y)).length < 1e-9)
    #expect((stage.place(of: .middle) - Point(640, 400)).length < 1e-9)
  }

  @Test func theHintStandsAtTheLowerEdge() throws {
    let stage = PageStage(Size(1280, 800))
    let word = try #require(LabelStore.pieces(of: Localizer.english(.howToClose)).first)
    let lowest = try #require(stage.heights(of: word).max())
    // Letters of 0.75 have less than a line of free room below them.
    #expect(lowest < 800 - 0.75 * stage.page.unit && lowest > 800 - 1.5 * stage.page.unit)
  }

  /// Every word is 10 points wide and 20 high here.
  @Test func lineStandsAroundItsPlace() throws {
    var canvas = PageCanvas(
      frame: SceneFrame(size: Size(1000, 200)), labels: LabelStore(), scale: 1, fontFamily: "sans-serif")
    let style = PageCanvas.Style(size: 20, color: .white)
    canvas.write("a b c", style, at: Point(500, 100))
    #expect(canvas.frame.sprites.isEmpty, "the words are not drawn yet")
    var effects: [ShellEffect] = []
    canvas.labels.request(into: &effects)
    for case .draw(let picture, _) in effects {
      _ = canvas.labels.measured(picture, size: PixelSize(10, 20))
    }
    canvas.write("a b c", style, at: Point(500, 100))
    let places = canvas.frame.sprites.compactMap { $0.transform.project(.zero) }
    #expect(places.count == 3)
    let (first, last) = (try #require(places.first), try #require(places.last))
    #expect(abs(first.x + last.x) <= 1 && last.x - first.x > 20, "\(first) \(last)")
  }

  @Test func aContactBelongsToItsNearestTarget() {
    // The targets of so small a screen are closer to each other than a contact may miss them by.
    let stage = PageStage(Size(160, 120))
    let corner = stage.place(of: .topLeft)
    stage.down(1, corner + Point(1, 2))
    #expect((stage.place(of: .middle) - corner).length < stage.page.captureRadius)
    #expect(stage.page.misses == [.topLeft: Point(1, 2)])
  }

  /// In a line of Arabic that consists of words, the order of words would be wrong.
  @Test func rightToLeftLineIsOnePicture() throws {
    #expect(LabelStore.pieces(of: "drag 12 up").count == 6)
    #expect(LabelStore.pieces(of: "سحب 12 لأعلى") == ["سحب 12 لأعلى"])
    let stage = PageStage()
    let words = try #require(try Localizer.compiled("ar"))
    stage.send(.languages(["ar"], words))
    stage.draw()
    stage.draw()
    #expect(stage.writing.contains(words(.howToClose)))
    let languages = stage.frame.sprites.compactMap { sprite -> String? in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content else {
        return nil
      }
      return block.language
    }
    #expect(Set(languages) == ["ar"])
  }

  @Test func gesturesAreListed() {
    let stage = PageStage()
    stage.down(1, Point(300, 500))
    stage.wait(60)
    stage.up(1)
    stage.wait(400)
    #expect(stage.page.history.names.first == "tap")
    for finger in 0..<3 { stage.down(Int32(finger), Point(300 + Double(finger) * 80, 300)) }
    for step in 1...8 {
      stage.wait(8)
      for finger in 0..<3 {
        stage.move(Int32(finger), Point(300 + Double(finger) * 80, 300 + Double(step) * 20))
      }
    }
    #expect(stage.page.history.names.first == "swipe down with 3 fingers")
  }

  @Test func escapeAndCloseTargetClose() {
    let stage = PageStage()
    stage.send(.key(KeyEvent(.enter)))
    #expect(!stage.page.isOver)
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.page.isOver)

    let other = PageStage()
    let place = other.page.closeTarget.center
    other.down(1, place)
    other.move(1, place + Point(200, 0))
    other.up(1)
    #expect(!other.page.isOver)
    other.down(2, place)
    other.touch(.cancel)
    #expect(!other.page.isOver)
    other.down(3, place)
    #expect(!other.page.isOver)
    other.up(3)
    #expect(other.page.isOver)
  }

  @Test(arguments: [
    (TouchTestTarget.topLeft, TouchTestTarget.bottomRight, true), (.topRight, .bottomLeft, true),
    (.topLeft, .topRight, false), (.topLeft, .middle, false),
  ])
  func twoHandsCloseThePage(first: TouchTestTarget, second: TouchTestTarget, isLeft: Bool) {
    let stage = PageStage()
    stage.down(1, stage.place(of: first))
    stage.down(2, stage.place(of: second))
    stage.wait(1900)
    #expect(!stage.page.isOver)
    stage.wait(200)
    #expect(stage.page.isOver == isLeft)
  }

  @Test func liftedHandDoesNotClose() {
    let stage = PageStage()
    stage.down(1, stage.place(of: .topLeft))
    stage.down(2, stage.place(of: .bottomRight))
    stage.wait(1500)
    stage.up(1)
    stage.wait(5000)
    #expect(!stage.page.isOver)
  }

  @Test func figuresThatChangeNeedNoNewPictures() {
    let stage = PageStage()
    stage.down(1, Point(100, 100))
    for step in 0..<200 {
      stage.milliseconds += 8
      stage.move(1, Point(100 + Double(step) * 5, 100 + Double(step) * 3))
      stage.draw()
    }
    let known = stage.requested.count
    for step in 0..<200 {
      stage.milliseconds += 8
      stage.move(1, Point(1100 - Double(step) * 5, 700 - Double(step) * 2))
      stage.draw()
    }
    #expect(stage.requested.count == known, "\(stage.requested.count - known) more")
    #expect(Set(stage.requested).count == stage.requested.count)
  }

  @Test func atRestNothingIsDrawn() {
    let stage = PageStage()
    stage.down(1, Point(100, 100))
    stage.move(1, Point(200, 100))
    stage.up(1)
    stage.wait(1000)
    stage.draw()
    stage.draw()
    #expect(!stage.page.wantsFrame && stage.page.deadline == nil)
  }

  @Test func contactShapeIsDrawn() {
    let stage = PageStage()
    stage.touch(
      .down(id: 4, at: Point(600, 400), milliseconds: 0), shapes: [ContactShape(id: 4, major: 90, minor: 40)])
    stage.touch(shapes: [ContactShape(id: 4, orientation: 30)])
    #expect(
      stage.page.contacts.contacts.first?.shape
        == ContactShape(id: 4, major: 90, minor: 40, orientation: 30))
  }

  @Test func anyOrderOfEventsIsAccepted() {
    var generator = SeededGenerator(seed: 11)
    let stage = PageStage(Size(480, 320))
    let places = [0, -1e9, 1e9, 200, .nan, .infinity]
    for _ in 0..<3000 {
      stage.milliseconds += Int.random(in: 0...90, using: &generator)
      let id = Int32.random(in: -2...50, using: &generator)
      let x =
        Bool.random(using: &generator)
        ? Double.random(in: 0...480, using: &generator) : places.randomElement(using: &generator) ?? 0
      let (point, stamp) = (Point(x, 100), UInt32.random(in: 0 ... .max, using: &generator))
      let events: [TouchEvent] = [
        .down(id: id, at: point, milliseconds: stamp), .motion(id: id, at: point, milliseconds: stamp),
        .up(id: id, milliseconds: stamp), .cancelContact(id: id), .cancel,
      ]
      let event = events[min(Int.random(in: 0...20, using: &generator) / 5, 4)]
      stage.touch(event, shapes: [ContactShape(id: id, major: x, minor: -x, orientation: x)])
      if Bool.random(using: &generator) { stage.draw() }
      #expect(stage.page.contacts.contacts.count <= TouchTestContacts.mostContacts)
    }
  }
}
