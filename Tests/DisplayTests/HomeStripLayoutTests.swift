import RotundaGeometry
import Gestures
import SeededRandom
import Testing
import Wayland

@testable import Display

@MainActor
struct HomeStripLayoutTests {
  private func layout(
    _ edge: Edge, asked: Size = .zero, screen: Size = Size(1920, 1080), thickness: Double = 16,
    scale: Int32 = 1, fraction: Double? = nil, handle: Bool = true
  ) -> HomeStripLayout {
    var layout = HomeStripLayout(
      options: HomeStripOptions(edge: edge, thickness: thickness, showsHandle: handle))
    layout.asked = asked
    layout.screen = screen
    layout.outputScale = scale
    layout.fractionalScale = fraction
    return layout
  }

  @Test(arguments: [
    (Edge.bottom, Size(1920, 16), Point(0, 1064)), (.top, Size(1920, 16), Point(0, 0)),
    (.left, Size(16, 1080), Point(0, 0)), (.right, Size(16, 1080), Point(1904, 0)),
  ])
  func stripSpansItsEdge(edge: Edge, size: Size, origin: Point) {
    let layout = layout(edge)
    #expect(layout.configuration.size == size)
    #expect(layout.origin == origin)
    #expect(layout.surroundings == Size(1920, 1080))
    let request = layout.request
    #expect(min(request.width, request.height) == 0 && max(request.width, request.height) == 16)
    #expect(layout.anchor.isSuperset(of: layout.isVertical ? [.top, .bottom] : [.left, .right]))
  }

  @Test func unknownScreenSizeStillLeavesRoomToSwipe() {
    let layout = layout(.bottom, asked: Size(800, 16), screen: .zero)
    #expect(layout.configuration.size == Size(800, 16))
    #expect(layout.surroundings.width == 800 && layout.surroundings.height > 500)
    #expect(layout.origin.y == layout.surroundings.height - 16)
  }

  @Test(arguments: [
    (Size.zero, Size(1920, 16)), (Size(1, 1), Size(1, 1)), (Size(65536, 65536), Size(16384, 64)),
    (Size(0, 65536), Size(1920, 64)), (Size(500, 0), Size(500, 16)),
  ])
  func anyRequestGivesADrawableSize(asked: Size, size: Size) {
    #expect(layout(.bottom, asked: asked).configuration.size == size)
  }

  @Test(arguments: [-5.0, 0, 3.9, 1000, .nan, .infinity])
  func thicknessStaysWithinLimits(thickness: Double) {
    #expect(HomeStripOptions.thicknesses.contains(HomeStripOptions(thickness: thickness).thickness))
  }

  @Test(arguments: [1.0, 1.25, 1.5, 1.75, 2, 3])
  func handleIsCenteredOnWholePixels(scale: Double) throws {
    for edge in Edge.allCases {
      let layout = layout(edge, fraction: scale)
      let handle = try #require(layout.handle)
      let strip = layout.configuration
      for number in [handle.origin.x, handle.origin.y, handle.size.width, handle.size.height] {
        #expect(number == number.rounded())
      }
      #expect(abs(handle.center.x - Double(strip.pixelWidth) / 2) <= 0.5)
      #expect(abs(handle.center.y - Double(strip.pixelHeight) / 2) <= 0.5)
      #expect(abs(max(handle.size.width, handle.size.height) - 120 * scale) <= 0.5)
    }
  }

  @Test func pulseGrowsAndEndsWhereItBegan() throws {
    #expect(HandleBreath.size(at: 0) == 0 && HandleBreath.size(at: HandleBreath.duration) == nil)
    #expect(HandleBreath.size(at: HandleBreath.duration / 2) == 1)
    for edge in Edge.allCases {
      var layout = layout(edge)
      let rest = try #require(layout.handle)
      layout.breath = 1
      let large = try #require(layout.handle)
      #expect(large.center == rest.center || (large.center - rest.center).length <= 0.75)
      #expect(large.size.width > rest.size.width && large.size.height > rest.size.height)
      #expect(min(large.size.width, large.size.height) <= 16)
    }
  }

  /// An edge, the strip's thickness, and whether its handle shows a word of 40 by 14 pixels.
  @Test(arguments: [
    (Edge.bottom, 16.0, true), (.top, 16, true), (.bottom, 12, false), (.left, 16, false),
  ])
  func wordHasAPillWhereItFits(edge: Edge, thickness: Double, isSeen: Bool) throws {
    var layout = layout(edge, thickness: thickness)
    layout.label = HandleLabel(width: 40, height: 14, pixels: Array(repeating: 0xff00_0000, count: 560))
    #expect((layout.labelCorner != nil) == isSeen)
    guard isSeen, let corner = layout.labelCorner, let pill = layout.handle else { return }
    #expect(pill.size.height == 16 && pill.size.width >= 120)
    #expect(abs(Double(corner.x) + 20 - pill.center.x) <= 1 && abs(Double(corner.y) + 7 - pill.center.y) <= 1)
  }

  @Test func wordOfWrongSizeIsIgnored() {
    #expect(HandleLabel(width: 2, height: 2, pixels: [0]) == nil)
    #expect(HandleLabel(width: 0, height: 2, pixels: []) == nil)
  }

  @Test func wordCoversTheHandleWithinTheBuffer() throws {
    let label = try #require(
      HandleLabel(width: 2, height: 1, pixels: [0xff10_1010, 0x8000_0000]))
    var pixels = [UInt32](repeating: 0xffff_ffff, count: 6)
    pixels.withUnsafeMutableBufferPointer {
      label.draw(into: $0, width: 3, height: 2, at: (1, 1))
      label.draw(into: $0, width: 3, height: 2, at: (2, 0))
      label.draw(into: $0, width: 3, height: 2, at: (-9, 7))
    }
    #expect(pixels == [0xffff_ffff, 0xffff_ffff, 0xff10_1010, 0xffff_ffff, 0xff10_1010, 0xff7f_7f7f])
  }

  @Test func stripWithoutAHandleIsInvisible() {
    #expect(layout(.bottom, handle: false).handle == nil)
  }

  @Test func anyStripHasRoomForItsHandle() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let layout = layout(
        random.pick(Edge.allCases), asked: Size(random.number(0...65536), random.number(0...65536)),
        thickness: random.number(0...100), fraction: random.number(0.125...16))
      let strip = layout.configuration
      #expect(strip.pixelWidth <= 16384 + 16 && strip.pixelHeight <= 16384 + 16)
      guard let handle = layout.handle else { continue }
      #expect(handle.origin.x >= 0 && handle.maxX <= Double(strip.pixelWidth), "\(layout)")
      #expect(handle.origin.y >= 0 && handle.maxY <= Double(strip.pixelHeight), "\(layout)")
    }
  }
}

@MainActor
struct HandlePictureTests {
  private func pixels(_ bar: Rectangle, _ width: Int, _ height: Int) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBufferPointer {
      HandlePicture(bar, scale: 1).draw(into: $0, width: width, height: height)
    }
    return pixels
  }

  private func channels(_ pixel: UInt32) -> (alpha: UInt32, level: UInt32) { (pixel >> 24, pixel & 255) }

  @Test func barIsBrightOnDarkAndClearElsewhere() {
    let pixels = pixels(Rectangle(origin: Point(40, 6), size: Size(120, 5)), 200, 16)
    let bar = channels(pixels[8 * 200 + 100])
    #expect(bar.alpha > 220 && bar.level > 220)
    let glow = channels(pixels[4 * 200 + 100])
    #expect(glow.level == 0 && glow.alpha > 5 && glow.alpha < 110)
    #expect(pixels[8 * 200 + 10] == 0 && pixels[100] == 0)
    // Premultiplied: no channel exceeds its alpha.
    #expect(pixels.allSatisfy { channels($0).level <= channels($0).alpha })
  }

  @Test func stripIsSymmetricAndSharp() {
    let (width, height) = (200, 16)
    let pixels = pixels(Rectangle(origin: Point(40, 6), size: Size(120, 4)), width, height)
    for y in 0..<height {
      for x in 0..<width {
        #expect(pixels[y * width + x] == pixels[y * width + width - 1 - x])
        #expect(pixels[y * width + x] == pixels[(height - 1 - y) * width + x])
      }
    }
    let column = (0..<height).map { channels(pixels[$0 * width + 100]).level }
    #expect(Set(column).count == 2, "a row is either in the bar or not: \(column)")
  }

  @Test func aBarBeyondTheBufferIsCutOff() {
    #expect(
      pixels(Rectangle(origin: Point(-500, -500), size: Size(2000, 2000)), 20, 10).allSatisfy {
        $0 >> 24 > 200
      })
    #expect(pixels(Rectangle(origin: Point(500, 500), size: Size(10, 5)), 20, 10).allSatisfy { $0 == 0 })
  }
}
