import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Rendering

@MainActor struct RendererPictureTests {
  private func sprite(_ picture: Picture, _ size: Size = Size(40, 40), at transform: Transform = .identity)
    -> Sprite
  {
    Sprite(.picture(picture, placeholder: Color(0, 0, 1)), size: size, transform: transform)
  }

  /// Red stays red, with and without optional features.
  @Test(arguments: [GraphicsFeatures.all, []])
  func colorsAndRowsAreKept(features: GraphicsFeatures) throws {
    let canvas = try Canvas(allowing: features)
    let colors: [UInt32] = [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0x8080_8080]
    let picture = Picture.numbered(1)
    // Rows that are longer in memory than on screen.
    try canvas.renderer.upload(picture, 20, 20, padding: 3) { x, y in colors[(y / 10) * 2 + x / 10] }
    try canvas.draw([sprite(picture)])
    #expect(canvas.pixel(20, 20) == .red)
    #expect(canvas.pixel(44, 20) == .green)
    #expect(canvas.pixel(20, 44) == .blue)
    // Half-transparent white, premultiplied, on black.
    #expect(canvas.pixel(44, 44).isClose(to: RGB(128, 128, 128)))
  }

  @Test(arguments: Drawer.allCases) func aPictureAtItsOwnSizeIsExact(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    let picture = Picture.numbered(1)
    var random = SeededGenerator(seed: 7)
    let noise = (0..<32 * 32).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000 }
    try canvas.renderer.upload(picture, 32, 32) { x, y in noise[y * 32 + x] }
    try canvas.draw([sprite(picture, Size(32, 32))])
    for y in 0..<32 {
      for x in 0..<32 {
        let pixel = noise[y * 32 + x]
        let expected = RGB(Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
        #expect(canvas.pixel(x + 16, y + 16).isClose(to: expected), "at \(x), \(y)")
      }
    }
  }

  @Test(arguments: Drawer.allCases) func placeholderIsDrawnUntilPixelsArrive(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    let picture = Picture.numbered(1)
    let rounded = Sprite(.picture(picture, placeholder: Color(0, 0, 1)), size: Size(40, 40), cornerRadius: 12)
    try canvas.draw([rounded])
    #expect(canvas.pixel(32, 32) == .blue)
    #expect(canvas.pixel(12, 12) == .black)
    #expect(canvas.renderer.missingPictures == [picture])
    try canvas.renderer.upload(picture, 4, 4) { _, _ in 0xff00_ff00 }
    try canvas.draw([rounded])
    #expect(canvas.pixel(32, 32) == .green)
    #expect(canvas.renderer.missingPictures.isEmpty)
  }

  @Test(arguments: Drawer.allCases) func laterPixelsReplaceEarlierOnes(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    let picture = Picture.numbered(1)
    try canvas.renderer.upload(picture, 8, 8) { _, _ in 0xffff_0000 }
    try canvas.renderer.upload(picture, 30, 50) { _, _ in 0xff00_ff00 }
    try canvas.draw([sprite(picture)])
    #expect(canvas.pixel(32, 32) == .green)
    #expect(canvas.renderer.pictureCount == 1)
  }

  @Test(arguments: Drawer.allCases) func hundredsOfPicturesShareFewDrawCalls(drawer: Drawer) throws {
    let canvas = try Canvas(drawer, 640, 640)
    let pictures = (0..<400).map { Picture.numbered($0) }
    for (index, picture) in pictures.enumerated() {
      let size = 20 + index % 13
      #expect(
        try canvas.renderer.upload(picture, size, size) { _, _ in
          0xff00_0000 | UInt32(index % 20) * 12 << 16 | UInt32(index / 20) * 12 << 8
        })
    }
    try canvas.draw(
      pictures.indices.map { index in
        let place = Transform.identity.translated(
          Double(index % 20) * 32 - 304, Double(index / 20) * 32 - 304, 0)
        return sprite(pictures[index], Size(30, 30), at: place)
      })
    for index in pictures.indices {
      let seen = canvas.pixel(index % 20 * 32 + 16, index / 20 * 32 + 16)
      #expect(seen.isClose(to: RGB(index % 20 * 12, index / 20 * 12, 0)), "picture \(index)")
    }
    #expect(canvas.renderer.statistics.drawCalls == 1)
  }

  /// Red and green pictures side by side on a page, at any size and tilt: no red pixel contains green.
  @Test(arguments: [1.7, 1, 0.61, 0.3, 0.12, 0.05], Drawer.allCases) func neighborsDoNotBleed(
    scale: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer, 128, 128)
    for index in 0..<40 {
      let color: UInt32 = index % 2 == 0 ? 0xffff_0000 : 0xff00_ff00
      try canvas.renderer.upload(.numbered(index), 61, 53) { _, _ in color }
    }
    let tilts = [
      Transform.identity, .perspective(m34: -1 / 300).rotatedAboutY(1.2), .identity.rotatedAboutZ(0.4),
    ]
    for tilt in tilts {
      for index in 0..<6 {
        try canvas.draw([sprite(.numbered(index), Size(61, 53), at: tilt.scaled(scale, scale, 1))])
        let strangers = stride(from: 0, to: canvas.pixels.count, by: 4).filter {
          canvas.pixels[$0 + (index % 2 == 0 ? 1 : 0)] > 0
        }
        #expect(strangers.isEmpty, "picture \(index)")
      }
    }
  }

  /// A fine checkerboard at a small scale is an even gray without a moving pattern.
  @Test(arguments: [0.5, 0.37, 0.25, 0.13], Drawer.allCases) func reducedPicturesDoNotShimmer(
    scale: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer, 128, 128)
    let picture = Picture.numbered(1)
    try canvas.renderer.upload(picture, 256, 256) { x, y in (x + y) % 2 == 0 ? 0xffff_ffff : 0xff00_0000 }
    for shift in [0.0, 0.2, 0.5, 0.7] {
      let moved = Transform.identity.translated(shift, shift / 2, 0).scaled(scale, scale, 1)
      try canvas.draw([sprite(picture, Size(256, 256), at: moved)])
      for (x, y) in [(64, 64), (60, 67), (66, 59), (70, 70)] {
        #expect(
          canvas.pixel(x, y).isClose(to: RGB(128, 128, 128), within: 40), "\(x), \(y), moved by \(shift)")
      }
    }
  }

  /// In a software renderer, each extra level costs as much as the first.
  @Test(arguments: [(1.0, 1), (0.8, 1), (0.6, 1), (0.5, 2), (0.2, 2)])
  func pictureAtOwnSizeIsLookedUpOnce(scale: Double, calls: Int) throws {
    let canvas = try Canvas(.graphics, 128, 128)
    for number in 1...2 { try canvas.renderer.upload(.numbered(number), 40, 40) { _, _ in 0xff80_8080 } }
    let right = Transform.identity.translated(40, 0, 0).scaled(scale, scale, 1)
    try canvas.draw([sprite(.numbered(1)), sprite(.numbered(2), at: right)])
    #expect(canvas.renderer.statistics.drawCalls == calls)
    #expect(canvas.pixel(104, 64) == RGB(128, 128, 128))
  }

  @Test(arguments: Drawer.allCases) func forgottenPictureCanReturn(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    for index in 0..<3 { try canvas.renderer.upload(.numbered(index), 8, 8) { _, _ in 0xffff_0000 } }
    try canvas.renderer.retain(only: [.numbered(1)])
    #expect(canvas.renderer.pictureCount == 1)
    try canvas.draw([sprite(.numbered(0))])
    #expect(canvas.pixel(32, 32) == .blue)
    try canvas.renderer.upload(.numbered(0), 8, 8) { _, _ in 0xff00_ff00 }
    try canvas.draw([sprite(.numbered(0))])
    #expect(canvas.pixel(32, 32) == .green)
  }

  @Test(arguments: Drawer.allCases) func unseenPicturesAreForgottenOnRequest(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    // The first screen, twenty others, and the first again.
    var bytes: [Int] = []
    for size in [0] + (1...10).map({ $0 }) + (1...9).reversed() + [0] {
      let frame = canvas.renderer.frameNumber
      let shown = (0..<6).map { Picture.numbered(size * 10 + $0) }
      for picture in shown {
        try canvas.renderer.upload(picture, 400 + size * 20, 300 + size * 20) { _, _ in 0xff00_ff00 }
      }
      try canvas.draw(shown.dropLast().map { sprite($0) })
      try canvas.renderer.forget(unseenSince: frame, but: Set(shown.suffix(1)))
      #expect(shown.allSatisfy { canvas.renderer.contains($0) })
      #expect(canvas.renderer.pictureCount == shown.count)
      bytes.append(canvas.renderer.textureBytes)
    }
    #expect(bytes.first == bytes.last)
  }

  /// Returns room for nine pictures of 62² with margins: one page of 256², or nine bitmaps of 80².
  private func budgetForNine(_ drawer: Drawer) -> Int {
    (drawer == .graphics ? 256 * 256 : 9 * 80 * 80) * 4 * 4 / 3
  }

  @Test(arguments: Drawer.allCases) func leastRecentlyDrawnPictureIsEvicted(drawer: Drawer) throws {
    let canvas = try Canvas(drawer, largestTexture: 256, textureBudget: budgetForNine(drawer))
    for index in 0..<9 {
      #expect(try canvas.renderer.upload(.numbered(index), 62, 62) { _, _ in 0xffff_0000 })
    }
    // Number 0 was drawn first and is the least recently used.
    for index in 0..<9 { try canvas.draw([sprite(.numbered(index))]) }
    #expect(try canvas.renderer.upload(.numbered(9), 62, 62) { _, _ in 0xff00_ff00 })
    #expect(!canvas.renderer.contains(.numbered(0)))
    #expect((1...9).allSatisfy { canvas.renderer.contains(.numbered($0)) })
    try canvas.draw([sprite(.numbered(9))])
    #expect(canvas.pixel(32, 32) == .green)
  }

  @Test(arguments: Drawer.allCases) func visiblePicturesAreNotEvicted(drawer: Drawer) throws {
    let canvas = try Canvas(drawer, largestTexture: 256, textureBudget: budgetForNine(drawer))
    for index in 0..<9 { try canvas.renderer.upload(.numbered(index), 62, 62) { _, _ in 0xffff_0000 } }
    try canvas.draw((0..<9).map { sprite(.numbered($0)) })
    #expect(try canvas.renderer.upload(.numbered(9), 62, 62) { _, _ in 0xff00_ff00 } == false)
    #expect((0..<9).allSatisfy { canvas.renderer.contains(.numbered($0)) })
    #expect(canvas.renderer.textureBytes <= budgetForNine(drawer))
  }

  @Test(arguments: Drawer.allCases) func aStreamOfPicturesStaysWithinTheBudget(drawer: Drawer) throws {
    let budget = 3 * 512 * 512 * 4 * 4 / 3
    let canvas = try Canvas(drawer, largestTexture: 512, textureBudget: budget)
    var random = SeededGenerator(seed: 42)
    for index in 0..<300 {
      let (width, height) = (Int(random.next() % 300) + 1, Int(random.next() % 300) + 1)
      #expect(try canvas.renderer.upload(.numbered(index), width, height) { _, _ in 0xff00_ff00 })
      #expect(canvas.renderer.textureBytes <= budget)
      try canvas.draw([sprite(.numbered(index))])
      #expect(canvas.pixel(32, 32) == .green, "picture \(index), \(width)×\(height)")
    }
  }

  /// Pictures larger than a page, larger than the largest texture, and very long ones are all visible,
  /// reduced if necessary.
  @Test(arguments: [(300, 40), (1000, 700), (2000, 40), (40, 2000), (256, 256), (240, 240)])
  func pictureLargerThanATextureIsReduced(width: Int, height: Int) throws {
    let canvas = try Canvas(largestTexture: 256)
    let picture = Picture.numbered(1)
    #expect(
      try canvas.renderer.upload(picture, width, height) { x, _ in x < width / 2 ? 0xffff_0000 : 0xff00_ff00 }
    )
    try canvas.draw([sprite(picture)])
    #expect(canvas.pixel(16, 32) == .red)
    #expect(canvas.pixel(48, 32) == .green)
  }

  /// Width, height, stride, available bytes.
  @Test(arguments: [
    (0, 4, 16, 64), (4, 0, 16, 64), (-1, 4, 16, 64), (4, 4, 15, 64), (4, 4, 16, 63), (4, 4, -16, 64),
    (Int.max, Int.max, Int.max, 64), (1 << 31, 1, 4, 64), (4, 4, Int.max, 64), (4, 4, 16, 0),
  ])
  func invalidBitmapIsRefused(width: Int, height: Int, stride: Int, count: Int) throws {
    let canvas = try Canvas()
    let bytes = [UInt8](repeating: 0xff, count: count)
    let isTaken = try bytes.withUnsafeBytes {
      try canvas.renderer.upload(.numbered(1), width: width, height: height, stride: stride, bytes: $0)
    }
    #expect(!isTaken)
    #expect(canvas.renderer.pictureCount == 0)
  }

  /// A quarter of a four-color picture has one color up to its edges.
  @Test(arguments: [
    (0.0, 0.0, RGB.red), (0.5, 0, .green), (0, 0.5, .blue), (0.5, 0.5, .white),
  ])
  func aPartOfAPictureIsShownAlone(x: Double, y: Double, expected: RGB) throws {
    let canvas = try Canvas()
    let colors: [UInt32] = [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0xffff_ffff]
    let picture = Picture.numbered(1)
    try canvas.renderer.upload(picture, 40, 40) { x, y in colors[(y / 20) * 2 + x / 20] }
    var sprite = sprite(picture, Size(20, 20))
    sprite.part = Rectangle(origin: Point(x, y), size: Size(0.5, 0.5))
    try canvas.draw([sprite])
    for (x, y) in [(23, 23), (32, 32), (40, 23), (23, 40), (40, 40)] {
      #expect(canvas.pixel(x, y) == expected, "at \(x), \(y)")
    }
    #expect(canvas.pixel(20, 32) == .black && canvas.pixel(44, 32) == .black)
  }
}

extension RendererPictureTests {
  @Test(arguments: Drawer.allCases) func aSpriteMayFadeTowardItsUpperEdge(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    var fading = Sprite(.color(Color(1, 1, 1)), size: Size(40, 40))
    fading.upperOpacity = 0
    try canvas.draw([fading])
    let column = (13..<51).map { Int(canvas.pixel(32, $0).red) }
    // The corners are one pixel outside, and so is the ramp.
    #expect(column[0] < 20 && column[37] > 235)
    #expect(zip(column, column.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 12 }, "evenly")
  }
}
