import Configuration
import Programs
import Rendering
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The pixels of a tile that grows to the full screen: its picture and its light, and no plain box.
struct GrowthTests {
  /// The content of the tile that opens.
  enum Content: String, CaseIterable, Sendable { case photograph, symbol, folder }

  private static let sizes = [Size(640, 400), Size(400, 240), Size(360, 640)]

  private struct Stage {
    var shell: Shell
    var effects: [ShellEffect] = []
    var frame = SceneFrame()
    let renderer = Renderer(processorThreads: 1)
    let surface: MemorySurface
    let size: Size

    init(_ content: Content, _ size: Size) throws {
      self.size = size
      let tiles = (0..<5).map { index in
        var tile = LauncherTile(name: "Tile \(index)", icon: nil, action: .start(Command(["true"])))
        if content != .symbol { tile.appearance.photograph = .init(.path("/picture-\(index).jpg")) }
        guard content == .folder, index == 0 else { return tile }
        return LauncherTile(name: "Folder", icon: nil, action: .folder([tile]))
      }
      let shelf = LauncherShelf(settings: CarouselSettings(), tiles: tiles)
      shell = Shell(configuration: KioskConfiguration(), shelves: [shelf])
      surface = MemorySurface(
        owning: PixelSize(Int(size.width), Int(size.height)), keepsFrames: false)
      shell.handle(.resized(size, scale: 1), at: 0, into: &effects)
      for step in 1...6 { try draw(at: Double(step)) }
    }

    /// Draws a frame once all of its pictures exist.
    mutating func draw(at time: Double) throws {
      for _ in 0..<3 {
        shell.advance(to: time, into: &frame, effects: &effects)
        try renderer.draw(frame, to: surface, scale: 1)
        surface.present(damage: renderer.damage)
        var wanted = renderer.missingPictures
        for case .draw(let picture, _) in effects { wanted.insert(picture) }
        effects = []
        for picture in wanted {
          let extent = try GrowthTests.upload(picture, to: renderer)
          shell.handle(.pictureReady(picture, size: extent), at: time, into: &effects)
        }
      }
    }

    /// Red, green and blue, row by row.
    func pixels() -> [(red: UInt8, green: UInt8, blue: UInt8)] {
      let bytes = surface.readPixels()
      return stride(from: 0, to: bytes.count, by: 4).map { (bytes[$0], bytes[$0 + 1], bytes[$0 + 2]) }
    }
  }

  /// Pictures are bright red noise and lights dark blue noise, so that the test can separate them. Text is
  /// transparent.
  private static func upload(_ picture: Picture, to renderer: Renderer) throws -> PixelSize {
    var (size, isClear) = (picture.size, false)
    func color(_ index: Int) -> (UInt8, UInt8, UInt8) {
      let noise = UInt32(truncatingIfNeeded: index) &* 2_654_435_761 >> 8
      let (one, other) = (UInt8(truncatingIfNeeded: noise), UInt8(truncatingIfNeeded: noise >> 8))
      if case .ambient = picture.content { return (one % 40, other % 60, 60 + one % 60) }
      return (190 + one % 60, one % 90, other % 90)
    }
    switch picture.content {
    case .face, .ambient: break
    default: (size, isClear) = (PixelSize(min(size.width, 60), min(size.height, 20)), true)
    }
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
    if !isClear {
      for index in 0..<size.width * size.height {
        let (red, green, blue) = color(index)
        bytes.replaceSubrange(index * 4..<index * 4 + 4, with: [blue, green, red, 255])
      }
    }
    let isPlaced = try bytes.withUnsafeBytes {
      try renderer.upload(
        picture, width: size.width, height: size.height, stride: size.width * 4, isOpaque: !isClear, bytes: $0
      )
    }
    #expect(isPlaced)
    return size
  }

  @Test(arguments: [Content.photograph, .symbol], sizes)
  func growingTileShowsItsPicture(content: Content, size: Size) throws {
    var stage = try Stage(content, size)
    stage.shell.perform(.openTile("Tile 0"), into: &stage.effects)
    var time = 6.0
    while let launch = stage.shell.tilesPanel.launch, launch.part(at: time) < 0.5 { time += 0.002 }
    try stage.draw(at: time)
    let launch = try #require(stage.shell.tilesPanel.launch)
    let area = try #require(launch.tile).area(launch.part(at: time))
    let card = Theme(.dark).card
    var (inside, pictured) = (0, 0)
    let pixels = stage.pixels()
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) {
        let place = Point(Double(x) + 0.5 - size.width / 2, Double(y) + 0.5 - size.height / 2)
        guard area.contains(place) else { continue }
        inside += 1
        let pixel = pixels[y * Int(size.width) + x]
        let isCard = abs(Double(pixel.red) / 255 - card.red) < 0.02
        if !isCard, pixel.red > 170, pixel.green < 110 { pictured += 1 }
      }
    }
    #expect(
      inside > Int(size.width * size.height / 4) && pictured * 10 >= inside * 9, "\(pictured) of \(inside)")
  }

  @Test(arguments: [Point(0, 0), Point(0.5, 0.3), Point(1, 1)])
  func growingTileKeepsItsPicturesFocus(focus: Point) {
    for area in [Size(640, 400), Size(360, 640), Size(300, 300)] {
      let part = GrowingTile.part(covering: area, of: Size(240, 300), focus: focus)
      #expect(abs(part.origin.x + part.size.width * focus.x - focus.x) < 1e-9)
      #expect(abs(part.origin.y + part.size.height * focus.y - focus.y) < 1e-9)
      #expect(part.origin.x >= 0 && part.origin.y >= 0 && part.maxX <= 1 + 1e-9 && part.maxY <= 1 + 1e-9)
    }
  }

  @Test(arguments: Content.allCases, sizes)
  func openingAndClosingShowNoPlainBox(content: Content, size: Size) throws {
    var stage = try Stage(content, size)
    let name = content == .folder ? "Folder" : "Tile 0"
    stage.shell.perform(.openTile(name), into: &stage.effects)
    var time = 6.0
    for step in 0..<28 {
      if step == 14 {
        switch content {
        case .folder: stage.shell.perform(.back, into: &stage.effects)
        default: stage.shell.perform(.home, into: &stage.effects)
        }
      }
      time += 0.035
      try stage.draw(at: time)
      // Every seventh pixel shows a box, and takes a seventh of the time.
      let bytes = stage.surface.readPixels()
      var counts: [UInt32: Int] = [:]
      for pixel in stride(from: 0, to: bytes.count, by: 4 * 7) {
        let color = UInt32(bytes[pixel]) << 16 | UInt32(bytes[pixel + 1]) << 8 | UInt32(bytes[pixel + 2])
        counts[color, default: 0] += 1
      }
      let largest = counts.values.max() ?? 0
      #expect(largest * 20 < bytes.count / (4 * 7), "step \(step): \(largest) sampled pixels of one color")
    }
  }
}
