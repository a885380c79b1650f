import Foundation
import RotundaGeometry
import Scene
import Testing

@testable import Rendering

/// Whole screens for inspection. If `ROTUNDA_PICTURES` names a folder, the tests write them there as PPM
/// files.
@MainActor struct CompositionTests {
  private func save(_ canvas: Canvas, _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["ROTUNDA_PICTURES"] else { return }
    var data = Data("P6 \(canvas.surface.size.width) \(canvas.surface.size.height) 255\n".utf8)
    for index in stride(from: 0, to: canvas.pixels.count, by: 4) { data += canvas.pixels[index..<index + 3] }
    try data.write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).ppm"))
  }

  /// A face with a frame, a disc and lines like text, which would reveal aliasing and blur.
  private func face(_ x: Int, _ y: Int, _ side: Int, _ hue: Int) -> UInt32 {
    let (dx, dy) = (Double(x) - Double(side) / 2, Double(y) - Double(side) * 0.42)
    let radius = (dx * dx + dy * dy).squareRoot() / Double(side)
    if radius < 0.25 { return radius > 0.2 ? 0xffff_ffff : 0xff20_2020 }
    if y > side * 8 / 10, y < side * 9 / 10, x > side / 6, x < side * 5 / 6 {
      return (x / 2 + y / 3) % 3 == 0 ? 0xffff_ffff : 0xff30_3030
    }
    let colors: [UInt32] = [0xff1e_88e5, 0xff43_a047, 0xfff4_511e, 0xff8e_24aa, 0xfffd_d835]
    return colors[hue % colors.count]
  }

  private func coverFlow(_ count: Int, _ side: Double, pictures: [Picture]) -> [Sprite] {
    let eye = Transform.perspective(m34: -1 / 500)
    let order = (0..<count).sorted { abs($0 - count / 2) > abs($1 - count / 2) }
    return order.map { index in
      let offset = Double(index - count / 2)
      let lean = min(max(offset, -1), 1)
      let place = eye.translated(lean * side * 0.65 + offset * side * 0.28, 0, -abs(lean) * side * 0.5)
      return Sprite(
        .picture(pictures[index], placeholder: .white), size: Size(side, side),
        transform: place.rotatedAboutY(lean * .pi * 0.39), cornerRadius: 24)
    }
  }

  @Test(arguments: Drawer.allCases) func aCoverFlowIsSymmetricAndSmooth(drawer: Drawer) throws {
    let canvas = try Canvas(drawer, 1280, 800)
    let pictures = (0..<9).map { Picture.numbered($0) }
    for (index, picture) in pictures.enumerated() {
      try canvas.renderer.upload(picture, 340, 340) { x, y in face(x, y, 340, index) }
    }
    try canvas.draw(coverFlow(9, 340, pictures: pictures), background: Color(hex: 0x10141c))
    try save(canvas, "cover-flow")
    // The tilted ones with smaller levels, and the one in the middle.
    #expect(canvas.renderer.statistics.drawCalls == (drawer == .graphics ? 2 : 1))
    // The silhouette is the same on both sides, but the faces' colors differ.
    let background = canvas.pixel(0, 0)
    for y in stride(from: 0, to: 800, by: 3) {
      for x in 0..<640 {
        let isBackground = canvas.pixel(x, y) == background
        #expect(isBackground == (canvas.pixel(1279 - x, y) == background), "at \(x), \(y)")
      }
    }
  }

  @Test(arguments: Drawer.allCases) func aRingOfTiltedCardsHasSmoothEdges(drawer: Drawer) throws {
    let canvas = try Canvas(drawer, 1280, 800)
    let sprites = (0..<14).map { index in
      let angle = Double(index) / 14 * 2 * .pi
      let transform = Transform.perspective(m34: -1 / 700).rotatedAboutX(-0.35)
        .translated(0, 0, -350).rotatedAboutY(angle + 0.11).translated(0, 0, 430).rotatedAboutZ(angle)
      return Sprite(
        .color(Color(hex: 0xe8eaf0)), size: Size(150, 190), transform: transform, cornerRadius: 18)
    }
    try canvas.draw(sprites, background: Color(hex: 0x10141c))
    try save(canvas, "ring")
    let shades = Set(stride(from: 0, to: canvas.pixels.count, by: 4).map { canvas.pixels[$0] })
    #expect(shades.count > 150)
  }
}
