import CarouselEngine
import Configuration
import RotundaGeometry
import Gestures
import Scene
import Testing

@testable import Shell

struct FrameTests {
  private func requests(_ stage: ShellStage) -> [String] {
    stage.effects.compactMap { effect in
      guard case .draw(let picture, _) = effect, case .face(let face) = picture.content else { return nil }
      return face.label
    }
  }

  @Test func onlyTilesNearTheScreenAreDrawnOnce() {
    let stage = ShellStage(tiles: ShellStage.tiles(1000)) { $0.carousel.wrap = false }
    for _ in 0..<3 { stage.draw() }
    let first = requests(stage)
    #expect(first.contains("Tile 0") && !first.contains("Tile 500"))
    #expect(Set(first).count == first.count && first.count < 20)
    stage.send(.key(KeyEvent(.end)))
    #expect(stage.settle())
    #expect(requests(stage).contains("Tile 999"))
  }

  @Test func centeredTileIsRequestedFirst() {
    let stage = ShellStage(tiles: ShellStage.tiles(30))
    let orders = stage.effects.compactMap { effect -> (String, Int)? in
      guard case .draw(let picture, let order) = effect, case .face(let face) = picture.content else {
        return nil
      }
      return (face.label, order)
    }
    #expect(orders.min { $0.1 < $1.1 }?.0 == "Tile 0")
  }

  /// The line is as wide around the corners as along the edges.
  @Test func borderFollowsTheCorners() throws {
    var theme = Theme()
    theme.leastBorder = 3
    let card = Rectangle(origin: Point(100, 100), size: Size(200, 80))
    var frame = SceneFrame(size: Size(400, 300))
    frame.appendBorder(theme, around: card, radius: 12)
    try #require(frame.sprites.count == 2)
    #expect(frame.sprites[0].size == Size(206, 86) && frame.sprites[0].cornerRadius == 12 + 3)
    #expect(frame.sprites[1].size == card.size && frame.sprites[1].cornerRadius == 12)
  }

  @Test func newSizeOrScaleRedrawsTheCards() {
    let stage = ShellStage()
    let before = requests(stage).count
    stage.send(.resized(Size(800, 480), scale: 1))
    stage.draw()
    stage.send(.resized(Size(800, 480), scale: 2))
    stage.draw()
    #expect(requests(stage).count >= before + 6)
    #expect(stage.frame.size == Size(800, 480))
  }

  @Test(arguments: [Size(0, 0), Size(-5, 100), Size(.nan, 100), Size(.infinity, 100)])
  func anImpossibleSizeIsIgnored(size: Size) {
    let stage = ShellStage()
    stage.send(.resized(size, scale: 1))
    stage.draw()
    #expect(stage.frame.size == Size(1280, 800))
  }

  /// The middle of the shade is 200 points above that of the screen.
  @Test(arguments: [(0.0, 0.8), (0.8, 0)]) func shadesLieFlatAcrossTheScreen(upper: Double, lower: Double)
    throws
  {
    var frame = SceneFrame(size: Size(1280, 800))
    frame.appendShade(.black, from: 100, to: 300, upper, lower)
    let shade = try #require(frame.sprites.first)
    #expect(shade.size == Size(1280, 200))
    #expect(shade.transform.row4 == SIMD4<Double>(0, -200, 0, 1))
    #expect(shade.opacity == 0.8 && shade.upperOpacity == 0)
    // The clear edge is the upper one in the sprite's own plane.
    let clear = try #require(shade.transform.project(Point(0, -100)))
    #expect(clear.y == (upper == 0 ? -300 : -100))
  }

  @Test func atRestNoFrameIsWanted() {
    let stage = ShellStage()
    #expect(stage.settle())
    stage.wait(3600)
    #expect(!stage.shell.wantsFrame && stage.shell.deadline == nil)
  }

  private static let problem = Diagnostic(
    .error, file: "/etc/rotunda/rotunda.toml", line: 7, column: 3, key: "carousel.wrapp",
    message: "unknown key", suggestion: "wrap")

  @Test func tapOnTheMarkExplainsProblems() throws {
    let stage = ShellStage(problems: [Self.problem]) { $0.admin.showsPageWithoutPIN = true }
    #expect(stage.writing.isEmpty)
    let mark = try #require(stage.shell.tilesPanel.markFrame)
    #expect(mark.maxX < stage.size.width && mark.origin.y > 0 && mark.size.width < stage.size.width / 20)
    #expect(stage.settle())
    let sprites = stage.frame.sprites.count
    stage.tap(mark.center)
    stage.draw()
    #expect(stage.writing.joined().contains(Self.problem.text(in: .english)))
    stage.act(.back)
    stage.draw()
    #expect(stage.frame.sprites.count == sprites && stage.starts.isEmpty)
    #expect(ShellStage().shell.tilesPanel.markFrame == nil)
  }

  private func lights(_ stage: ShellStage) -> [String: Double] {
    var lights: [String: Double] = [:]
    for sprite in stage.frame.sprites {
      guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content else {
        continue
      }
      lights[face.label] = sprite.brightness
    }
    return lights
  }

  @Test(arguments: [LayoutKind.linear, .coverFlow, .rotary])
  func theCenteredTileIsTheBrightest(layout: LayoutKind) throws {
    let stage = ShellStage(tiles: ShellStage.tiles(7)) { $0.carousel.layout = layout }
    let lights = lights(stage)
    let beside = try #require(lights["Tile 1"])
    #expect(lights["Tile 0"] == 1 && lights["Tile 6"] == beside && (0.9..<1).contains(beside))
    #expect(lights.values.allSatisfy { $0 == 1 || ($0 <= beside && $0 >= 0.8) })
    #expect(
      stage.frame.sprites.allSatisfy { $0.opacity == 1 || $0.isShadow }, "no tile shows through another")
  }

  @Test func whileOpeningOnlyTheTileIsLit() throws {
    let stage = ShellStage()
    stage.tap(stage.center)
    for _ in 0..<40 { stage.draw() }
    let lights = lights(stage)
    #expect(lights["Tile 0"] == 1)
    #expect(try #require(lights["Tile 1"]) < 0.4)
    #expect(stage.writing == ["Tile 0"])
  }

  @Test(arguments: [
    Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(1080, 1920), Size(3840, 2160), Size(480, 320),
  ])
  func longMessageFitsWithShortLines(size: Size) throws {
    let name = "A walk through the three floors of the house in which the painter lived"
    let gone = LauncherTile(name: name, icon: nil, action: .unavailable(.noBrowser))
    let stage = ShellStage(tiles: [gone] + ShellStage.tiles(1), size: size)
    stage.tap(stage.center)
    stage.draw()
    let area = try #require(stage.shell.notice.flatMap { stage.shell.panels.notice.frame(of: $0) })
    #expect(area.origin.x > 0 && area.maxX < size.width && area.origin.y >= 0 && area.maxY < size.height)
    for case .draw(let picture, _) in stage.effects {
      guard case .text(let block) = picture.content else { continue }
      #expect(block.fontSize >= 16, "legible from a meter")
      #expect(Double(picture.size.width) / block.fontSize < 40)
    }
  }

  @Test(arguments: [false, true], [Size(800, 480), Size(1920, 1080), Size(1080, 1920)])
  func theCenteredTileLeavesRoomForNeighbors(isVertical: Bool, size: Size) {
    let tile = Metrics(size: size).tileSize(isVertical: isVertical)
    let (along, screen) = isVertical ? (tile.height, size.height) : (tile.width, size.width)
    #expect(along <= screen * 0.45 && along >= screen * 0.2)
  }

  @Test func tilesAreDrawnAtTheConfiguredSize() {
    let stage = ShellStage { $0.carousel.tileSize = Size(300, 200) }
    #expect(stage.frame.sprites.allSatisfy { $0.size == Size(300, 200) })
  }
}
