import EventLoop
import Hosting
import Rendering
import RotundaGeometry
import Scene
import Testing

/// Pictures on their way into textures, with the real worker and an offscreen renderer.
@MainActor
@Suite(.serialized) struct TextureLoaderTests {
  private nonisolated static let side = 64
  /// Room for one picture with its smaller levels, but not for two.
  private nonisolated static let budget = side * side * 4 * 3

  private let loop: EventLoop
  private let textures: TextureLoader
  private let renderer = Renderer(processorThreads: 1, pictureBudget: budget)
  private let surface = MemorySurface(owning: PixelSize(100, 100))

  @MainActor private final class Answers { var pictures: [Picture] = [] }
  private let answers = Answers()

  init() throws {
    loop = try EventLoop()
    textures = try TextureLoader(loop, .forTests)
    let answers = answers
    textures.onReady = { picture, _, _, _ in answers.pictures.append(picture) }
  }

  private func picture(_ shade: Double) -> Picture {
    let color = Color(shade, shade, shade)
    return Picture(
      .ground(Ground(top: color, bottom: color)), size: PixelSize(Self.side, Self.side), scale: 1)
  }

  private func show(_ pictures: [Picture]) throws {
    var frame = SceneFrame(size: Size(100, 100))
    frame.sprites = pictures.map {
      Sprite(.picture($0, placeholder: .black), size: Size(20, 20))
    }
    try renderer.draw(frame, to: surface, scale: 1)
    surface.present(damage: renderer.damage)
    textures.requestMissing()
  }

  private func awaitAnswers(_ count: Int) throws {
    let limit = EventLoop.now + 60
    while answers.pictures.count < count && EventLoop.now < limit { try loop.step(timeout: 0.02) }
    try #require(answers.pictures.count == count)
  }

  @Test func visiblePictureWithoutRoomIsNotRequestedAgain() throws {
    textures.renderer = renderer
    let both = [picture(0.2), picture(0.4)]
    try show(both)
    try awaitAnswers(2)
    let placed = both.filter { renderer.contains($0) }
    #expect(placed.count == 1, "there is room for one")
    for _ in 0..<3 { try show(both) }
    // The loader answers requests in order, so another request would be answered before this one.
    let last = picture(0.6)
    textures.request(last, order: 1)
    try awaitAnswers(3)
    #expect(answers.pictures.last == last)
  }

  @Test func pictureWithoutRoomIsRequestedAfterLeaving() throws {
    textures.renderer = renderer
    let both = [picture(0.2), picture(0.4)]
    try show(both)
    try awaitAnswers(2)
    let unplaced = try #require(both.first { !renderer.contains($0) })
    let placed = try #require(both.first { renderer.contains($0) })
    try show([placed])
    try show([unplaced])
    try awaitAnswers(3)
    #expect(answers.pictures.last == unplaced)
    #expect(renderer.contains(unplaced) && !renderer.contains(placed))
  }

  @Test func earlyPicturesAreKeptForTheRenderer() throws {
    let early = picture(0.5)
    textures.request(early, order: 0)
    let limit = EventLoop.now + 0.5
    while EventLoop.now < limit { try loop.step(timeout: 0.05) }
    #expect(answers.pictures.isEmpty)
    textures.renderer = renderer
    try awaitAnswers(1)
    #expect(renderer.contains(early))
  }

  @Test func pendingPictureIsNotRequestedTwice() throws {
    textures.renderer = renderer
    let wanted = picture(0.3)
    for _ in 0..<5 { textures.request(wanted, order: 0) }
    textures.request(picture(0.7), order: 1)
    try awaitAnswers(2)
    #expect(answers.pictures == [wanted, picture(0.7)])
  }

  @Test func knownPictureIsAnsweredAtOnce() throws {
    textures.renderer = renderer
    var sizes: [PixelSize] = []
    let answers = answers
    textures.onReady = { picture, size, _, _ in
      sizes.append(size)
      answers.pictures.append(picture)
    }
    let wanted = picture(0.3)
    textures.request(wanted, order: 0)
    try awaitAnswers(1)
    textures.request(wanted, order: 0)
    #expect(answers.pictures == [wanted, wanted] && sizes == Array(repeating: wanted.size, count: 2))
    // Without its texture, the picture is drawn again.
    try show([picture(0.6)])
    try awaitAnswers(3)
    textures.request(wanted, order: 0)
    #expect(!renderer.contains(wanted) && answers.pictures.count == 3)
    try awaitAnswers(4)
    #expect(answers.pictures.last == wanted && sizes.last == wanted.size)
  }
}
