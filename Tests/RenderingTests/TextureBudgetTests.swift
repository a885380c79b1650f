import RotundaGeometry
import Scene
import Testing

@testable import Rendering

@MainActor struct TextureBudgetTests {
  private static let budget = 24 << 20

  private func sprite(_ number: Int) -> Sprite {
    Sprite(
      .picture(.numbered(number), placeholder: .black), size: Size(10, 10),
      transform: .identity.translated(Double(number % 5) * 12 - 24, 0, 0))
  }

  /// Like a carousel that turns from the first of ten thousand tiles to the last.
  @Test(arguments: Drawer.allCases)
  func visiblePicturesStayWithinTheBudget(drawer: Drawer) throws {
    let canvas = try Canvas(drawer, 64, 64, textureBudget: Self.budget)
    var most = 0
    for first in stride(from: 0, to: 10_000, by: 5) {
      let seen = first..<first + 5
      for number in seen {
        try #require(try canvas.renderer.upload(.numbered(number), 128, 128) { _, _ in 0xff00_8000 })
      }
      try canvas.renderer.draw(
        { () -> SceneFrame in
          var frame = SceneFrame(size: Size(64, 64))
          frame.sprites = seen.map(sprite)
          return frame
        }(), to: canvas.surface, scale: 1)
      #expect(canvas.renderer.missingPictures.isEmpty)
      most = max(most, canvas.renderer.textureBytes)
    }
    #expect(most <= Self.budget)
    #expect(canvas.renderer.contains(.numbered(9_999)) && !canvas.renderer.contains(.numbered(0)))
  }

  @Test(arguments: Drawer.allCases)
  func onlyLatePicturesFadeIn(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    var frame = SceneFrame(size: Size(64, 64))
    func show(_ number: Int, at time: Double) throws -> Int {
      frame.sprites = [
        Sprite(.picture(.numbered(number), placeholder: .black), size: Size(64, 64))
      ]
      try canvas.renderer.draw(frame, to: canvas.surface, scale: 1, at: time)
      try canvas.surface.present(damage: nil)
      let pixels = try canvas.surface.readPixels()
      return Int(pixels[(32 * 64 + 32) * 4])
    }
    #expect(try show(1, at: 1) == 0)
    try canvas.renderer.upload(.numbered(1), 8, 8, isOpaque: true) { _, _ in 0xffff_ffff }
    #expect(try show(1, at: 1.05) == 255)
    #expect(!canvas.renderer.isFading)

    #expect(try show(2, at: 2) == 0)
    #expect(try show(2, at: 3) == 0)
    try canvas.renderer.upload(.numbered(2), 8, 8, isOpaque: true) { _, _ in 0xffff_ffff }
    let steps = try stride(from: 3.02, through: 3.2, by: 0.03).map { try show(2, at: $0) }
    #expect(steps.first ?? 255 < 80 && steps.last == 255)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 }, "\(steps)")
    #expect(!canvas.renderer.isFading)
  }
}
