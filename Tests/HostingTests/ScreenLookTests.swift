import Hosting
import Shell
import Testing

/// Judgments about the pictures of a screen.
struct ScreenLookTests {
  private func pixels(_ count: Int, _ color: [UInt8] = [9, 9, 9, 255]) -> [UInt8] {
    (0..<count).flatMap { _ in color }
  }

  @Test func screenWithOneColorIsPlain() throws {
    #expect(try #require(ScreenLook(pixels: pixels(1000))).isPlain)
    // A strip along an edge does not count.
    let strip = pixels(15, [1, 2, 3, 255]) + pixels(985)
    #expect(try #require(ScreenLook(pixels: strip)).isPlain)
    let half = pixels(400, [1, 2, 3, 255]) + pixels(600)
    #expect(try !#require(ScreenLook(pixels: half)).isPlain)
  }

  @Test func everyPixelChangesTheDigest() throws {
    let plain = try #require(ScreenLook(pixels: pixels(300)))
    #expect(try #require(ScreenLook(pixels: pixels(300))) == plain)
    for place in stride(from: 0, to: 1200, by: 4) {
      var changed = pixels(300)
      changed[place] ^= 1
      #expect(try #require(ScreenLook(pixels: changed)).digest != plain.digest)
    }
    #expect(ScreenLook(pixels: []) == nil)
  }
}
