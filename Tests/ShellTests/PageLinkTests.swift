import Configuration
import Gestures
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Links on pages that open tiles, and QR codes.
struct PageLinkTests {
  private static let blocks: [PageBlock] = [
    .paragraph("Text"),
    .links([PageLink("First", to: "Tile 0"), PageLink("Second", to: "Tile 1"), PageLink("Gone", to: "gone")]),
  ]

  private func stage(
    _ blocks: [PageBlock] = blocks, size: Size = Size(1280, 800),
    change: (inout [LauncherTile]) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(3)
    change(&tiles)
    let page = LauncherTile(name: "About", icon: nil, action: .page(PageContent(blocks)))
    let stage = ShellStage(tiles: [page] + tiles, size: size)
    stage.tap(stage.center)
    #expect(stage.settle())
    return stage
  }

  private func link(_ stage: ShellStage, _ label: String) throws -> Element {
    try #require(stage.shell.panels.elements().first { $0.label == label })
  }

  private func press(_ stage: ShellStage, _ label: String) throws {
    stage.tap(try #require(link(stage, label).frame).center)
    #expect(stage.settle())
  }

  @Test func aTapOnALinkOpensItsTile() throws {
    let stage = stage()
    #expect(stage.writing.contains("First") && !stage.writing.contains("Gone"))
    try press(stage, "Second")
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
    // The page goes behind the program.
    #expect(stage.shell.page?.isOpen != true)
  }

  @Test func linkIsLargeAndShowsItsPress() throws {
    for size in [Size(1280, 800), Size(800, 480), Size(480, 800)] {
      let stage = stage(size: size)
      let (first, second) = (
        try #require(link(stage, "First").frame), try #require(link(stage, "Second").frame)
      )
      let least = stage.shell.environment.pageMetrics.chromeSide
      #expect(first.size.height >= least && first.size.width >= least)
      #expect(first.intersection(second) == nil)
      stage.draw()
      let before = stage.frame.sprites
      stage.down(first.center)
      stage.wait(0.2)
      stage.draw()
      #expect(stage.frame.sprites != before, "the link shows the press")
      stage.up()
    }
  }

  @Test func aLinkFollowsTheRulesOfItsTile() throws {
    let locked = stage { $0[0].needsPIN = true }
    try press(locked, "First")
    #expect(locked.starts.isEmpty && locked.shell.page == nil)
    let closed = stage { $0[0].isEnabled = false }
    try press(closed, "First")
    #expect(closed.starts.isEmpty)
    let page = stage { $0[0].action = .page(PageContent([.paragraph("Another page")])) }
    try press(page, "First")
    #expect(page.writing.contains("Another page") && page.shell.page?.tileID == "Tile 0")
  }

  @Test func keysComeToLinksAndBack() {
    let stage = stage()
    for key in [Key.tab, .right, .left] { stage.send(.key(KeyEvent(key))) }
    stage.draw()
    #expect(stage.shell.page?.body.focus == PageTarget.id(0))
    stage.send(.key(KeyEvent(.tab)))
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.settle())
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
  }

  @Test func linkWorksWithoutTouchAndIsSpoken() throws {
    let stage = stage()
    let element = try link(stage, "First")
    let place = try #require(element.place).text(in: .english)
    #expect(element.role == .link && element.sentences(in: .english) == ["First", "Link", "", place])
    stage.shell.withPanels { $0.activate(element.id) }
    #expect(stage.settle())
    #expect(stage.starts.count == 1)
  }

  @Test func removedTileRemovesItsLink() throws {
    let stage = stage()
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    let page = LauncherTile(name: "About", icon: nil, action: .page(PageContent(Self.blocks)))
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: [page, ShellStage.tiles(1)[0]])
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    #expect(stage.settle())
    #expect(stage.writing.contains("First") && !stage.writing.contains("Second"))
  }

  @Test func manyLinksStandInSeveralLines() throws {
    let links = (0..<12).map { PageLink("A link with many words \($0)", to: "Tile 0") }
    let stage = stage([.links(links)], size: Size(480, 800))
    let frames = stage.shell.panels.elements().compactMap { $0.label.hasPrefix("A link") ? $0.frame : nil }
    #expect(frames.count > 4 && frames.allSatisfy { $0.origin.x >= 0 && $0.maxX <= 480 })
    #expect(Set(frames.map(\.origin.y)).count > 3)
  }

  @Test(arguments: [
    ("https://example.org/a", "https://example.org/a"), ("tel:+49301234567", "+49301234567"),
    ("mailto:desk@example.org", "desk@example.org"), ("Room 12", "Room 12"),
    ("WIFI:T:WPA;S:Guests;P:secret;;", ""), ("geo:52.5,13.4", ""),
  ])
  func codesShowReadableText(text: String, shown: String) {
    #expect(PageCode(text, label: "Label").shown == shown)
    let stage = stage([.code(PageCode(text, label: "Label"))], size: Size(1280, 800))
    #expect(stage.writing.contains("Label") && stage.writing.contains(text) == (text == shown))
    #expect(shown.isEmpty || stage.writing.contains(shown))
  }

  @Test func codeIsWideEnoughAndHasItsText() throws {
    for size in [Size(1280, 800), Size(480, 800), Size(1080, 1920)] {
      let stage = stage([.code(PageCode("https://example.org", label: "Take it with you"))], size: size)
      let sprite = try #require(
        stage.frame.sprites.first { sprite in
          if case .picture(let picture, _) = sprite.fill, case .code("https://example.org") = picture.content
          {
            true
          } else {
            false
          }
        })
      let millimeter = stage.shell.environment.pageMetrics.pointsPerMillimeter
      #expect(sprite.size.width >= 25 * millimeter && sprite.size.width == sprite.size.height)
      #expect(stage.writing.contains("Take it with you") && stage.writing.contains("https://example.org"))
    }
  }
}
