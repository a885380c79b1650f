import Foundation
import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Artwork

struct IconLoaderTests {
  let folder: ScratchFolder
  let loader = IconLoader { name, _, _ in name == "known" ? "/nonexistent/known.png" : nil }

  init() throws { folder = try ScratchFolder() }

  private func load(_ path: String, within room: PixelSize = PixelSize(64, 64)) throws(IconProblem) -> Bitmap
  {
    try loader.load(.path(path), within: room, scale: 1)
  }

  private func problem(_ path: String) -> IconProblem? {
    do throws(IconProblem) {
      _ = try load(path)
      return nil
    } catch {
      return error
    }
  }

  private func isUnreadable(_ path: String) -> Bool {
    if case .unreadable = problem(path) { true } else { false }
  }

  @Test func alphaIsMultipliedIntoTheColors() throws {
    let path = folder.path("half.png")
    try TestPictures.png(PixelSize(8, 8), Color(1, 0.5, 0, 0.5), to: path)
    let bitmap = try load(path)
    let pixel = try #require(bitmap.pixel(3, 3))
    #expect(!bitmap.isOpaque)
    #expect((127...128).contains(pixel.alpha) && abs(Int(pixel.red) - 128) <= 1)
    #expect(abs(Int(pixel.green) - 64) <= 1 && pixel.blue == 0)
  }

  @Test func anOpaquePictureIsKnownAsOne() throws {
    let path = folder.path("full.png")
    try TestPictures.png(PixelSize(8, 8), Color(0.2, 0.4, 0.6), to: path)
    let bitmap = try load(path)
    let pixel = try #require(bitmap.pixel(7, 7))
    #expect(bitmap.isOpaque)
    #expect(pixel == (51, 102, 153, 255))
  }

  @Test func largePictureIsReducedToTheNeededSize() throws {
    let path = folder.path("large.png")
    try TestPictures.png(PixelSize(600, 300), .white, to: path)
    #expect(try load(path).size == PixelSize(64, 32))
  }

  @Test func aSmallPictureKeepsItsSize() throws {
    let path = folder.path("small.png")
    try TestPictures.png(PixelSize(16, 12), .white, to: path)
    #expect(try load(path).size == PixelSize(16, 12))
  }

  @Test func drawingIsMadeAtTheNeededSize() throws {
    let rectangle = "<rect width=\"8\" height=\"16\" fill=\"#ff0000\"/>"
    let path = try folder.write(TestPictures.svg(rectangle), as: "half.svg")
    let bitmap = try load(path, within: PixelSize(400, 400))
    #expect(bitmap.size == PixelSize(400, 400))
    // Sharp: the edge in the middle has no blend of red and transparency.
    #expect(bitmap.pixel(199, 200)?.alpha == 255)
    #expect(bitmap.pixel(200, 200)?.alpha == 0)
  }

  @Test func absurdDrawingIsMadeAtTheNeededSize() throws {
    for side in ["100000", "1000000000", "0.001"] {
      let path = try folder.write(TestPictures.svg(width: side, height: side, "<rect/>"), as: "absurd.svg")
      let bitmap = try? load(path)
      #expect(bitmap.map { $0.size.width <= 64 && $0.size.height <= 64 } ?? true)
    }
  }

  @Test func contentDecidesTheFormat() throws {
    let path = folder.path("really-a-png.jpg")
    try TestPictures.png(PixelSize(8, 8), .white, to: path)
    #expect(try load(path).size == PixelSize(8, 8))
    let drawing = try folder.write(
      "<?xml version=\"1.0\"?><!-- x -->" + TestPictures.svg("<rect/>"), as: "drawing.png")
    #expect(try load(drawing).size == PixelSize(64, 64))
  }

  @Test func hugePictureIsRefusedByItsHeader() throws {
    let path = folder.path("huge.png")
    TestPictures.hugePNG(PixelSize(10_000, 10_000), to: path)
    let before = peakMemory()
    #expect(
      problem(path)
        == .unusableExtent(
          path: path, extent: PixelSize(10_000, 10_000), pixelLimit: PictureFormat.png.mostPixels ?? 0))
    #expect(peakMemory() - before < 200 << 20)
  }

  @Test func truncatedAndCorruptPicturesAreDamaged() throws {
    let path = folder.path("whole.png")
    try TestPictures.png(PixelSize(64, 64), .white, to: path)
    let whole = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    for count in [8, 9, 20, 33, 40, whole.count / 2, whole.count - 20] {
      let cut = try folder.write(whole.prefix(count), as: "cut.png")
      guard case .damaged = problem(cut) else {
        Issue.record("\(count) of \(whole.count) bytes: \(String(describing: problem(cut)))")
        continue
      }
    }
    let broken = try folder.write("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect", as: "broken.svg")
    guard case .damaged = problem(broken) else {
      Issue.record("\(String(describing: problem(broken)))")
      return
    }
  }

  @Test func flippedBytesNeverCrashTheLoader() throws {
    let seed: UInt64 = 20_261_120
    var random = SeededGenerator(seed: seed)
    let path = folder.path("whole.png")
    try TestPictures.png(PixelSize(40, 40), Color(0.3, 0.6, 0.2, 0.7), to: path)
    let whole = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<3 { bytes[random.integer(0...(bytes.count - 1))] = UInt8(random.integer(0...255)) }
      let bitmap = try? load(try folder.write(bytes, as: "flipped.png"))
      #expect(bitmap.map { $0.size.width <= 64 && $0.size.height <= 64 } ?? true, "seed \(seed)")
    }
  }

  @Test func onlyRegularFilesAreOpened() throws {
    let pipe = folder.path("pipe.png")
    mkfifo(pipe, 0o600)
    #expect(problem(pipe) == .notAFile(path: pipe))
    #expect(problem("/dev/zero") == .notAFile(path: "/dev/zero"))
    #expect(problem(folder.path) == .notAFile(path: folder.path))
    #expect(isUnreadable(folder.path("missing.png")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop"), withDestinationPath: folder.path("loop"))
    #expect(isUnreadable(folder.path("loop")))
  }

  @Test(arguments: ["", "icon.png", "~/icon.png", "/a\u{0}b"]) func onlyAbsolutePathsAreOpened(path: String) {
    #expect(problem(path) == .notAbsolute(path: path))
  }

  @Test(arguments: ["", "hello", "GIF89a......", "<html></html>", "BM......", "\u{FEFF}", "\u{1F}\u{8B}"])
  func otherContentIsRefused(contents: String) throws {
    let path = try folder.write(contents, as: "icon.png")
    #expect(problem(path) == .unknownFormat(path: path))
  }

  @Test func tooLongFileIsGivenUp() throws {
    let path = try folder.write(TestPictures.svg("<!-- "), as: "long.svg")
    truncate(path, PictureFormat.svg.mostBytes + 1)
    #expect(problem(path) == .tooLong(path: path, limit: PictureFormat.svg.mostBytes))
  }

  @Test func aNameIsLookedUpInTheTheme() {
    #expect(throws: IconProblem.notInTheme(name: "unknown")) {
      try loader.load(.named("unknown"), within: PixelSize(8, 8), scale: 1)
    }
    #expect(throws: IconProblem.self) { try loader.load(.named("known"), within: PixelSize(8, 8), scale: 1) }
  }

  @Test func failedIconShowsInitialsAndTheReason() throws {
    let rasterizer = Rasterizer(languages: []) { _, _, _ in nil }
    let plain = try #require(rasterizer.rasterize(.face("Floor plan")))
    let result = try #require(rasterizer.rasterize(.face("Floor plan", icon: .named("no-such"))))
    #expect(plain.problem == nil)
    #expect(result.problem == .icon(.notInTheme(name: "no-such")))
    #expect(result.problem?.message == "no icon theme has an icon named \"no-such\"")
    #expect(result.bitmap.bytes == plain.bitmap.bytes)
  }

  @Test func aFaceShowsItsIcon() throws {
    let path = folder.path("red.png")
    try TestPictures.png(PixelSize(200, 200), Color(1, 0, 0), to: path)
    let rasterizer = Rasterizer(languages: []) { _, _, _ in nil }
    let result = try #require(rasterizer.rasterize(.face("", icon: .path(path), size: PixelSize(100, 100))))
    #expect(result.problem == nil)
    #expect(try #require(result.bitmap.pixel(50, 50)) == (255, 0, 0, 255))
  }

  @Test func messagesStayOnOneLine() {
    let path = "/a\nb\u{1B}[2J" + String(repeating: "x", count: 9000)
    let problems: [IconProblem] = [
      .notAbsolute(path: path), .unreadable(path: path, reason: "r"), .notAFile(path: path),
      .tooLong(path: path, limit: 16 << 20),
      .unusableExtent(path: path, extent: PixelSize(0, 0), pixelLimit: 1),
      .unknownFormat(path: path), .noDecoder(path: path, format: "webp"), .damaged(path: path, reason: path),
      .notInTheme(name: path),
    ]
    for problem in problems {
      #expect(!problem.message.contains { $0.isNewline || $0 == "\u{1B}" })
      #expect(problem.message.count < 1000)
    }
  }
}

/// The peak memory of this process so far in bytes.
private func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
}
