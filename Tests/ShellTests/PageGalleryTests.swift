import Configuration
import Gestures
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Pictures in a row on a page that visitors swipe sideways.
struct PageGalleryTests {
  private static func gallery(_ count: Int) -> PageBlock {
    .gallery(
      (0..<count).map { PagePicture(path: "/\($0).jpg", words: "Picture \($0)", caption: "Caption \($0)") })
  }

  private func stage(
    _ count: Int = 4, before: [PageBlock] = [.paragraph("Text")], size: Size = Size(1280, 800),
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let page = LauncherTile(
      name: "About", icon: nil, action: .page(PageContent(before + [Self.gallery(count), .paragraph("End")])))
    let stage = ShellStage(tiles: [page] + ShellStage.tiles(2), size: size, change: change)
    stage.tap(stage.center)
    #expect(stage.settle())
    return stage
  }

  /// The area of each picture of the row on the surface, by its path.
  private func places(_ stage: ShellStage) -> [String: Rectangle] {
    stage.draw()
    var places: [String: Rectangle] = [:]
    for sprite in stage.frame.sprites {
      guard case .picture(let picture, _) = sprite.fill, case .ground(let ground) = picture.content,
        case .file(let path, _)? = ground.picture
      else { continue }
      let middle = sprite.transform.project(.zero) ?? .zero
      places[path] = Rectangle(center: middle + stage.center, size: sprite.size)
    }
    return places
  }

  private func elements(_ stage: ShellStage, _ label: String) -> [Element] {
    stage.shell.panels.elements().filter { $0.label == label || $0.value == label }
  }

  /// Swipes the row horizontally by a distance in points.
  private func swipe(_ stage: ShellStage, by way: Double, seconds: Double = 0.12) throws {
    let row = try #require(places(stage).values.first { $0.contains(Point(stage.center.x, $0.center.y)) })
    stage.drag(from: Point(stage.center.x, row.center.y), by: Point(way, 0), seconds: seconds)
    #expect(stage.settle())
  }

  private let sizes = [Size(1280, 800), Size(800, 480), Size(1080, 1920), Size(480, 800)]

  @Test func firstPictureAlignsWithTheText() throws {
    for size in sizes {
      let stage = stage(size: size)
      let (places, column) = (places(stage), stage.shell.environment.pageMetrics.column)
      let first = try #require(places["/0.jpg"]), second = try #require(places["/1.jpg"])
      #expect(abs(first.origin.x - (column.origin.x + size.width / 2)) < 1)
      #expect(
        second.origin.x > first.maxX && second.origin.x < size.width && first.origin.y == second.origin.y)
      #expect(first.size.height < size.height * 0.6 && first.maxX <= size.width)
      #expect(stage.writing.contains("Caption 0") && stage.writing.contains("Caption 1"))
    }
  }

  @Test func aSidewaysWheelMovesIt() throws {
    let stage = stage()
    let before = places(stage)
    func scroll(_ kind: ScrollEvent.Kind) {
      stage.send(.scroll(ScrollEvent(kind, milliseconds: 0)))
      #expect(stage.settle())
    }
    scroll(.steps(x: 1, y: 0))
    let one = try #require(places(stage)["/1.jpg"])
    #expect(one.origin.x < stage.center.x && one.origin.y == before["/1.jpg"]?.origin.y)
    scroll(.steps(x: -1, y: 0))
    #expect(places(stage)["/0.jpg"] == before["/0.jpg"])
    // Small touchpad movements add up.
    for _ in 0..<10 { stage.send(.scroll(ScrollEvent(.moved(Point(-40, 3)), milliseconds: 0))) }
    #expect(stage.settle() && places(stage)["/1.jpg"]?.origin.x ?? .infinity < stage.center.x)
    scroll(.steps(x: -9, y: 0))
    #expect(places(stage)["/0.jpg"] == before["/0.jpg"], "the row stops at its beginning")
  }

  /// The paths of the enlarged pictures.
  private func enlarged(_ stage: ShellStage) -> [String] {
    stage.draw()
    return stage.illustrations.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill,
        case .illustration(.file(let path, _)) = picture.content
      else { return nil }
      return path
    }
  }

  private func enlarge(_ stage: ShellStage, _ path: String) throws {
    stage.tap(try #require(places(stage)[path]).center)
    stage.draw()
    stage.measureIllustrations(PixelSize(800, 600))
    #expect(stage.settle() && enlarged(stage) == [path])
  }

  private func rest(_ stage: ShellStage) {
    stage.draw()
    stage.measureIllustrations(PixelSize(800, 600))
    #expect(stage.settle())
  }

  @Test func aSwipeShowsTheNextPictureEnlarged() throws {
    let stage = stage()
    try enlarge(stage, "/0.jpg")
    stage.drag(from: stage.center, by: Point(-300, 0), seconds: 0.15)
    rest(stage)
    #expect(enlarged(stage) == ["/1.jpg"] && stage.writing.contains("Caption 1"))
    stage.drag(from: stage.center, by: Point(300, 0), seconds: 0.15)
    rest(stage)
    #expect(enlarged(stage) == ["/0.jpg"])
    stage.drag(from: stage.center, by: Point(300, 0), seconds: 0.15)
    rest(stage)
    #expect(enlarged(stage) == ["/0.jpg"], "the first picture has no previous one")
    stage.drag(from: stage.center, by: Point(-40, 0), seconds: 0.5)
    rest(stage)
    #expect(enlarged(stage) == ["/0.jpg"], "a trembling finger changes nothing")
  }

  @Test func chevronShowsTheNextPicture() throws {
    let stage = stage()
    try enlarge(stage, "/0.jpg")
    #expect(elements(stage, "Previous picture").isEmpty)
    for path in ["/1.jpg", "/2.jpg", "/3.jpg"] {
      let chevron = try #require(elements(stage, "Next picture").first?.frame)
      #expect(chevron.size.width >= 9 * Thresholds.defaultPointsPerMillimeter)
      stage.tap(chevron.center)
      rest(stage)
      #expect(enlarged(stage) == [path])
    }
    #expect(elements(stage, "Next picture").isEmpty)
    stage.shell.withPanels { $0.activate(PictureView.previous) }
    rest(stage)
    #expect(enlarged(stage) == ["/2.jpg"])
    // The closing picture returns to its own place, which the row has scrolled into view.
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle() && enlarged(stage).isEmpty && stage.shell.page != nil)
    #expect(try #require(places(stage)["/2.jpg"]).origin.x < stage.size.width)
  }

  @Test func enlargedPictureMovesInsteadOfTurning() throws {
    let stage = stage()
    try enlarge(stage, "/0.jpg")
    stage.send(.key(KeyEvent(.character("+"))))
    rest(stage)
    #expect(elements(stage, "Next picture").isEmpty)
    stage.drag(from: stage.center, by: Point(-500, 0), seconds: 0.15)
    rest(stage)
    #expect(Set(enlarged(stage)) == ["/0.jpg"])
  }

  @Test func keysAndWheelsChangeThePicture() throws {
    let stage = stage()
    try enlarge(stage, "/0.jpg")
    stage.send(.key(KeyEvent(.right)))
    rest(stage)
    #expect(enlarged(stage) == ["/1.jpg"])
    stage.send(.scroll(ScrollEvent(.steps(x: 1, y: 0), milliseconds: 0)))
    rest(stage)
    #expect(enlarged(stage) == ["/2.jpg"])
    stage.send(.key(KeyEvent(.left)))
    rest(stage)
    #expect(enlarged(stage) == ["/1.jpg"])
  }

  @Test(arguments: [-60.0, -200, -420]) func swipeMovesByOnePicture(way: Double) throws {
    let stage = stage()
    let before = try #require(places(stage)["/0.jpg"])
    try swipe(stage, by: way)
    let one = try #require(places(stage)["/1.jpg"])
    try swipe(stage, by: -way)
    #expect(places(stage)["/0.jpg"] == before)
    #expect(one.origin.x < stage.center.x && one.maxX > stage.center.x)
  }

  @Test func theLastPictureEndsWithTheText() throws {
    for size in sizes {
      let stage = stage(size: size)
      for _ in 0..<5 { try swipe(stage, by: -150) }
      let last = try #require(places(stage)["/3.jpg"])
      let column = stage.shell.environment.pageMetrics.column
      #expect(abs(last.maxX - (column.maxX + size.width / 2)) < 3)
    }
  }

  @Test func twoPicturesHaveTwoStops() throws {
    let stage = stage(2)
    try swipe(stage, by: -150)
    let last = try #require(places(stage)["/1.jpg"])
    let column = stage.shell.environment.pageMetrics.column
    #expect(abs(last.maxX - (column.maxX + stage.center.x)) < 3)
    #expect(elements(stage, "Next picture").isEmpty)
  }

  @Test func verticalDragMovesThePage() throws {
    let stage = stage(before: [.paragraph("Text")] + Array(repeating: .rule, count: 3))
    let before = try #require(places(stage)["/0.jpg"])
    stage.drag(from: before.center, by: Point(20, -100), seconds: 0.3)
    #expect(stage.settle())
    let after = try #require(places(stage)["/0.jpg"])
    #expect(after.origin.x == before.origin.x && after.origin.y < before.origin.y)
  }

  @Test func aSidewaysFingerBesideTheRowMovesNothing() throws {
    let stage = stage()
    let before = places(stage)
    stage.drag(from: Point(stage.center.x, 5), by: Point(-300, 0), seconds: 0.2)
    #expect(stage.settle())
    #expect(places(stage) == before)
  }

  @Test func tapEnlargesAndClosingReturns() throws {
    let stage = stage()
    try swipe(stage, by: -200)
    let place = try #require(places(stage)["/1.jpg"])
    stage.tap(place.center)
    #expect(stage.settle())
    #expect(stage.shell.page?.body.spokenTitle == "/1.jpg")
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle())
    #expect(places(stage)["/1.jpg"] == place)
  }

  @Test func keysMoveThroughPicturesAndEnlarge() throws {
    let stage = stage()
    for index in 0..<4 {
      stage.send(.key(KeyEvent(.right)))
      #expect(stage.settle())
      #expect(stage.shell.page?.body.focus == PageTarget.id(index))
      let place = try #require(places(stage)["/\(index).jpg"])
      #expect(place.origin.x > 0 && place.maxX < stage.size.width, "\(index)")
    }
    stage.send(.key(KeyEvent(.left)))
    #expect(stage.settle())
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.settle())
    #expect(stage.shell.page?.body.spokenTitle == "/2.jpg")
  }

  @Test func oneSwitchMovesTheRowAndChoosesPictures() throws {
    let stage = stage()
    #expect(elements(stage, "Previous picture").isEmpty && elements(stage, "Picture 3").isEmpty)
    for _ in 0..<3 {
      let next = try #require(elements(stage, "Next picture").first)
      #expect(next.role == .scroller)
      stage.shell.withPanels { $0.activate(next.id) }
      #expect(stage.settle())
    }
    #expect(elements(stage, "Next picture").isEmpty && elements(stage, "Previous picture").count == 1)
    let last = try #require(elements(stage, "Picture 3").first)
    let place = try #require(last.place).text(in: .english)
    #expect(last.sentences(in: .english) == ["Larger picture", "Button", "Picture 3", place])
    #expect(last.frame != nil)
    stage.shell.withPanels { $0.activate(last.id) }
    #expect(stage.settle())
    #expect(stage.shell.page?.body.spokenTitle == "/3.jpg")
  }

  @Test func rowPicturesAreSpoken() {
    #expect(Self.gallery(2).spoken == ["Picture 0", "Caption 0", "Picture 1", "Caption 1"])
  }

  @Test func rowFollowsWritingDirection() throws {
    let stage = stage { $0.access.isMirrored = true }
    let first = try #require(places(stage)["/0.jpg"])
    let second = try #require(places(stage)["/1.jpg"])
    let column = stage.shell.environment.pageMetrics.column
    #expect(abs(first.maxX - (column.maxX + stage.center.x)) < 1 && second.maxX < first.origin.x)
    try swipe(stage, by: 200)
    #expect(try #require(places(stage)["/1.jpg"]).origin.x > second.origin.x)
    stage.send(.key(KeyEvent(.left)))
    #expect(stage.shell.page?.body.focus == PageTarget.id(0))
  }

  @Test func fittingPicturesDoNotScroll() throws {
    let stage = stage(2, size: Size(1600, 500)) { $0.access.textScale = 2 }
    let before = places(stage)
    try #require(before.count == 2)
    let middle = before.values.reduce(0) { $0 + $1.center.x } / 2
    #expect(abs(middle - stage.center.x) < 1 && elements(stage, "Next picture").isEmpty)
    stage.drag(from: try #require(before["/0.jpg"]).center, by: Point(-200, 0), seconds: 0.2)
    #expect(stage.settle())
    #expect(places(stage) == before)
  }

  @Test func onlyNearPicturesAreDecoded() throws {
    let stage = stage(60)
    func requested() -> Int {
      let paths = stage.sizes.keys.compactMap { picture -> String? in
        guard case .ground(let ground) = picture.content, case .file(let path, _)? = ground.picture else {
          return nil
        }
        return path
      }
      return Set(paths).count
    }
    #expect(requested() < 8)
    for _ in 0..<3 { try swipe(stage, by: -150) }
    #expect((6..<12).contains(requested()))
    #expect(stage.overlooked.isEmpty)
  }

  @Test func resizingKeepsTheRowsPlace() throws {
    let stage = stage()
    for _ in 0..<2 { try swipe(stage, by: -150) }
    stage.send(.resized(Size(1280, 720), scale: 1))
    #expect(stage.settle())
    let third = try #require(places(stage)["/2.jpg"])
    #expect(third.origin.x < 640 && third.maxX > 640)
  }

  @Test func aRowAtRestNeedsNoFrames() throws {
    let stage = stage()
    try swipe(stage, by: -200)
    #expect(!stage.shell.wantsFrame)
  }

  @Test func pagesOnTilesShowPicturesSeparately() {
    let style = PageStyle(
      theme: Theme(), fontSize: 20, scale: 1, width: 300, room: Size(300, 300))
    #expect(PageColumn([Self.gallery(3)], style).targets.isEmpty)
    #expect(PageColumn([Self.gallery(3)], style).screens(of: 200) >= 3)
  }
}
