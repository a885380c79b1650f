import Configuration
import Gestures
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Pictures that fill the screen.
struct PictureViewTests {
  /// A stage with a page whose pictures have a given size.
  private func stage(
    _ blocks: [PageBlock] = [.picture("/map.png")], measure: PixelSize = PixelSize(1280, 800),
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let tile = LauncherTile(name: "Map", icon: nil, action: .page(PageContent(blocks)))
    let stage = ShellStage(tiles: [tile] + ShellStage.tiles(2), change: change)
    stage.tap(stage.center)
    settle(stage, measure)
    return stage
  }

  private func settle(_ stage: ShellStage, _ measure: PixelSize = PixelSize(1280, 800)) {
    stage.draw()
    stage.measureIllustrations(measure)
    #expect(stage.settle())
  }

  private func picture(_ stage: ShellStage) throws -> (size: Size, center: Point) {
    let sprite = try #require(stage.illustrations.last)
    let center = try #require(sprite.transform.project(.zero))
    // The sprite is cut off at the edge of the screen. Its part gives the whole picture.
    let whole = Size(sprite.size.width / sprite.part.size.width, sprite.size.height / sprite.part.size.height)
    let shift = Point(
      (0.5 - sprite.part.center.x) * whole.width, (0.5 - sprite.part.center.y) * whole.height)
    return (whole, Point(center.x, center.y) + shift)
  }

  private func pinch(_ stage: ShellStage, at center: Point, from: Double, to: Double, lifts: Bool = true) {
    let (left, right) = (center - Point(from / 2, 0), center + Point(from / 2, 0))
    let way = Point((to - from) / 2, 0)
    stage.down(left, id: 0)
    stage.down(right, id: 1)
    for sample in 1...12 {
      stage.draw()
      stage.move(left - way * (Double(sample) / 12), id: 0)
      stage.move(right + way * (Double(sample) / 12), id: 1)
    }
    guard lifts else { return }
    stage.up(id: 0)
    stage.up(id: 1)
  }

  private func close(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1 }

  @Test func pictureIsAsLargeAsTheScreenAllows() throws {
    let stage = stage(measure: PixelSize(400, 100))
    let picture = try picture(stage)
    #expect(picture.size == Size(1280, 320) && picture.center == .zero)
    #expect(stage.writing.contains("Map"), "it has its title")
    #expect(!stage.shell.wantsFrame && stage.shell.deadline == nil)
  }

  @Test func titleIsBesideTheCloseControl() throws {
    let stage = stage()
    let title = try #require(stage.frame.sprites.first { $0.text == "Map" })
    let center = try #require(title.transform.project(.zero)) + stage.center
    let close = stage.shell.environment.pageMetrics.closeFrame
    #expect(abs(center.y - close.center.y) < 1 && center.x - title.size.width / 2 > close.maxX)
  }

  @Test func aTallPictureScrolls() throws {
    let stage = stage(measure: PixelSize(640, 2000))
    #expect(try picture(stage).center.y == 4000 / 2 - 400, "it begins at its upper edge")
    #expect(stage.writing.contains("Map"))
    stage.send(.key(KeyEvent(.end)))
    #expect(stage.settle())
    #expect(try close(picture(stage).center.y, 400 - 4000 / 2))
    #expect(!stage.writing.contains("Map"), "its title does not cover its end")
    stage.send(.key(KeyEvent(.home)))
    #expect(stage.settle())
    #expect(try close(picture(stage).center.y, 4000 / 2 - 400))
  }

  @Test func pinchZoomsAtTheFingers() throws {
    let stage = stage()
    let finger = stage.center + Point(200, 100)
    pinch(stage, at: finger, from: 200, to: 400)
    #expect(stage.settle())
    let (size, center) = try picture(stage)
    #expect(size.width > 2000 && size.width <= 2561)
    // The content below the fingers stays there.
    let zoom = size.width / 1280
    #expect(close(center.x, 200 - 200 * zoom) && close(center.y, 100 - 100 * zoom))
  }

  @Test(arguments: [(100.0, 1000.0, 4.0), (600, 60, 1)])
  func zoomHasLimits(from: Double, to: Double, size: Double) throws {
    let stage = stage()
    pinch(stage, at: stage.center, from: from, to: to, lifts: false)
    let held = try picture(stage).size.width / 1280
    #expect(size > 1 ? held > 4 : held < 1, "the zoom stretches: \(held)")
    stage.up(id: 0)
    stage.up(id: 1)
    #expect(stage.settle())
    #expect(try close(picture(stage).size.width, 1280 * size))
    #expect(stage.shell.page != nil)
  }

  @Test func doubleTapZoomsInAndOut() throws {
    let stage = stage()
    for expected in [2.5, 1] {
      stage.tap(stage.center + Point(-300, -200))
      stage.wait(0.1)
      stage.tap(stage.center + Point(-300, -200))
      #expect(stage.settle())
      #expect(try close(picture(stage).size.width, 1280 * expected))
    }
    #expect(try picture(stage).center == .zero)
    // Two taps that are far apart are not a double tap.
    stage.tap(stage.center)
    stage.wait(0.1)
    stage.tap(stage.center + Point(300, 0))
    #expect(stage.settle())
    #expect(try close(picture(stage).size.width, 1280))
  }

  @Test func dragMovesItWithARubberBand() throws {
    let stage = stage()
    stage.send(.key(KeyEvent(.character("+"))))
    stage.send(.key(KeyEvent(.character("+"))))
    #expect(stage.settle())
    let most = try picture(stage).size.width / 2 - 640
    stage.drag(from: stage.center, by: Point(150, 80), seconds: 0.5, thenHold: 0.3, lifts: false)
    stage.draw()
    let moved = try picture(stage).center
    #expect(close(moved.x, 150) && close(moved.y, 80), "\(moved)")
    stage.up()
    #expect(stage.settle())
    stage.drag(from: Point(100, 400), by: Point(1100, 0), seconds: 0.6, thenHold: 0.3, lifts: false)
    stage.draw()
    #expect(try picture(stage).center.x > most + 20)
    stage.up()
    #expect(stage.settle())
    #expect(try close(picture(stage).center.x, most))
    // A thrown picture moves on, but not past its edge.
    stage.drag(from: Point(1200, 400), by: Point(-400, 0), seconds: 0.1)
    let thrown = try picture(stage).center.x
    #expect(stage.settle())
    #expect(try picture(stage).center.x < thrown - 50 && picture(stage).center.x >= -most - 1)
  }

  @Test func enlargedPictureIsNotPulledAway() {
    let stage = stage()
    stage.send(.key(KeyEvent(.character("+"))))
    #expect(stage.settle())
    stage.drag(from: stage.center, by: Point(0, 350), seconds: 0.4, thenHold: 0.2)
    #expect(stage.settle())
    #expect(stage.shell.page != nil)
    stage.send(.key(KeyEvent(.character("0"))))
    #expect(stage.settle())
    stage.drag(from: stage.center, by: Point(0, 350), seconds: 0.4, thenHold: 0.2)
    #expect(stage.settle())
    #expect(stage.shell.page == nil)
  }

  @Test func keysReachEveryPartOfThePicture() throws {
    let stage = stage()
    func choose(_ element: ElementID) {
      stage.shell.withPanels { $0.activate(element) }
      #expect(stage.settle())
    }
    func has(_ element: ElementID) -> Bool { stage.shell.panels.elements().contains { $0.id == element } }
    #expect(!has(PictureView.smaller) && !has(ContentScroll.down))
    for _ in 0..<5 { if has(PictureView.larger) { choose(PictureView.larger) } }
    #expect(try close(picture(stage).size.width, 4 * 1280))
    #expect(!has(PictureView.larger) && has(PictureView.smaller))
    var seen: Set<Point> = []
    while has(ContentScroll.up) { choose(ContentScroll.up) }
    for _ in 0..<40 {
      seen.insert(try picture(stage).center)
      guard has(ContentScroll.down) else { break }
      choose(ContentScroll.down)
    }
    #expect(Set(seen.map(\.y)).count >= 4 && Set(seen.map(\.x)).count >= 4, "\(seen)")
    for key in [Key.left, .right, .up, .down] {
      stage.send(.key(KeyEvent(.character("0"))))
      stage.send(.key(KeyEvent(.character("+"))))
      #expect(stage.settle())
      stage.send(.key(KeyEvent(key)))
      #expect(stage.settle())
      #expect(try picture(stage).center != .zero, "\(key)")
    }
  }

  @Test func zoomedPictureIsDrawnWithMorePixels() throws {
    let stage = stage()
    let before = stage.effects.count
    stage.send(.key(KeyEvent(.character("+"))))
    stage.draw()
    let sizes = stage.effects.dropFirst(before).compactMap { effect -> Int? in
      guard case .draw(let picture, _) = effect, case .illustration = picture.content else { return nil }
      return picture.size.width
    }
    #expect(sizes == [3200])
  }

  @Test func tapShowsAPagePictureAloneAndBack() throws {
    let blocks: [PageBlock] = [.paragraph("Text"), .picture("/map.png", words: "a map", caption: "The map")]
    let stage = stage(blocks, measure: PixelSize(600, 300))
    let (size, place) = try picture(stage)
    #expect(size == Size(600, 300))
    stage.tap(stage.center + place)
    settle(stage, PixelSize(600, 300))
    #expect(try picture(stage).size == Size(1280, 640))
    #expect(!stage.writing.contains("Text") && stage.writing.contains("The map"))
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle())
    #expect(stage.shell.page != nil && stage.writing.contains("Text"))
    #expect(try picture(stage).size == size)
    // Keys reach it, too.
    stage.send(.key(KeyEvent(.tab)))
    stage.send(.key(KeyEvent(.enter)))
    settle(stage, PixelSize(600, 300))
    #expect(try picture(stage).size == Size(1280, 640))
    stage.tap(Point(40, 760))
    #expect(stage.settle())
    #expect(try picture(stage).size == size, "the cross leads back to the page")
    stage.tap(Point(40, 760))
    #expect(stage.settle())
    #expect(stage.shell.page == nil)
  }

  @Test func pageBeginsWithAFullWidthPicture() throws {
    let blocks: [PageBlock] = [
      .picture("/map.png", caption: "By night"), .heading("The museum", level: 1), .paragraph("Text"),
    ]
    let stage = stage(blocks, measure: PixelSize(1280, 960))
    let sprite = try #require(stage.illustrations.first)
    #expect(sprite.size.width == 1280 && sprite.size.height == 496)
    #expect(close(sprite.transform.project(.zero)?.y ?? .nan, -400 + 496 / 2))
    #expect(stage.writing.prefix(3) == ["The museum", "By night", "Text"])
    let title = try #require(stage.frame.sprites.first { $0.text == "The museum" })
    #expect(try #require(title.transform.project(.zero)).y < -400 + 496, "the title stands on the picture")
    // The picture keeps its aspect ratio.
    let shown = sprite.size.width / sprite.part.size.width / (sprite.size.height / sprite.part.size.height)
    #expect(abs(shown - 1280.0 / 960) < 0.01)
  }

  @Test(arguments: [Theme.Name.dark, .light, .highContrast])
  func leadIsReadableInEveryTheme(name: Theme.Name) throws {
    let blocks: [PageBlock] = [
      .picture("/missing.png"), .heading("The museum", level: 1), .paragraph("Text"),
    ]
    let stage = stage(blocks, measure: PixelSize(1, 1)) { $0.theme.name = name }
    let title = try #require(stage.frame.sprites.first { $0.text == "The museum" })
    let ground = try #require(
      stage.frame.sprites.last { sprite in
        if case .color = sprite.fill { sprite.size.width == 1280 && sprite.size.height > 100 } else { false }
      })
    guard case .picture(let picture, _) = title.fill, case .text(let block) = picture.content,
      case .color(let color) = ground.fill
    else { return #expect(Bool(false)) }
    #expect(block.color.contrast(to: color.opacity(1)) >= 4.5)
  }

  @Test func aLineShowsHowMuchHasBeenRead() {
    let stage = stage((0..<80).map { .paragraph("Paragraph \($0)") })
    func line() -> Double {
      stage.frame.sprites.compactMap { sprite -> Double? in
        guard case .color(Theme(.dark).progress) = sprite.fill, sprite.size.height < 10 else { return nil }
        return sprite.size.width
      }.first ?? 0
    }
    #expect(line() == 0)
    stage.send(.key(KeyEvent(.pageDown)))
    #expect(stage.settle())
    #expect(line() > 100 && line() < 1200)
    stage.send(.key(KeyEvent(.end)))
    #expect(stage.settle())
    #expect(close(line(), 1280))
  }
}

extension ShellStage {
  /// Gives all requested pictures of pages a size in pixels.
  func measureIllustrations(_ size: PixelSize) {
    for case .draw(let picture, _) in effects {
      guard case .illustration = picture.content else { continue }
      send(.pictureReady(picture, size: size))
    }
  }

  /// The pictures of pages on the screen.
  var illustrations: [Sprite] {
    frame.sprites.filter { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .illustration = picture.content else {
        return false
      }
      return true
    }
  }
}

extension Sprite {
  /// The text on the sprite.
  var text: String? {
    guard case .picture(let picture, _) = fill, case .text(let block) = picture.content else { return nil }
    return block.text
  }
}
