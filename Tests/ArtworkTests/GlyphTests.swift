import RotundaGeometry
import Scene
import Testing

@testable import Artwork

struct GlyphTests {
  private static let names = GlyphShapes.drawings.keys.sorted()
  private static let side = 96

  /// Returns each pixel's opacity, 0 to 1, for a pictogram whose used part fills the square.
  private func mask(_ name: String) throws -> [Double] {
    let drawing = try #require(GlyphShapes.drawings[name])
    guard let canvas = Canvas(PixelSize(Self.side, Self.side)) else { return [] }
    drawing.draw(in: canvas.bounds, .white, on: canvas)
    let bitmap = canvas.finish(isOpaque: false)
    return (0..<Self.side * Self.side).map {
      Double(bitmap.pixel($0 % Self.side, $0 / Self.side)?.alpha ?? 0) / 255
    }
  }

  @Test func commonKioskSubjectsHavePictograms() {
    #expect(Self.names.count >= 80)
  }

  @Test func allAreEquallyLargeAndHeavy() throws {
    for name in Self.names {
      let mask = try mask(name)
      let ink = mask.reduce(0, +) / Double(mask.count)
      #expect((0.13...0.8).contains(ink), "\(name) covers \(ink)")
      let used = mask.indices.filter { mask[$0] > 0.5 }
      let columns = used.map { $0 % Self.side }
      let rows = used.map { $0 / Self.side }
      let (left, right) = (columns.min() ?? 0, columns.max() ?? 0)
      let (top, bottom) = (rows.min() ?? 0, rows.max() ?? 0)
      let (width, height) = (right - left + 1, bottom - top + 1)
      #expect(max(width, height) * 20 >= Self.side * 17, "\(name) is \(width) × \(height)")
      let middle = (abs(left + right + 1 - Self.side), abs(top + bottom + 1 - Self.side))
      #expect(middle.0 <= 12 && middle.1 <= 12, "\(name) is in the middle")
    }
  }

  @Test func noTwoAreAlike() throws {
    let masks = try Self.names.map { try mask($0) }
    for index in masks.indices {
      for other in masks.indices where other > index {
        var apart = 0.0
        for place in masks[index].indices { apart += abs(masks[index][place] - masks[other][place]) }
        #expect(apart / Double(Self.side * Self.side) > 0.02, "\(Self.names[index]) and \(Self.names[other])")
      }
    }
  }
}
