import CarouselEngine
import Hosting
import RotundaGeometry
import Scene
import Testing

/// The layout of the small screens on a contact sheet.
@MainActor
@Suite struct ContactSheetTests {
  private nonisolated static let landscape = Size(1280, 800)
  private nonisolated static let portrait = Size(400, 640)

  private func layouts(_ count: Int) -> [LayoutKind] {
    (0..<count).map { LayoutKind.allCases[$0 % LayoutKind.allCases.count] }
  }

  @Test(arguments: [
    (1, Size(1000, 700), landscape, 1), (2, Size(2000, 700), landscape, 2),
    (2, Size(700, 1400), landscape, 1),
    (4, Size(1280, 900), landscape, 2), (3, Size(1200, 700), portrait, 3), (6, Size(1300, 500), landscape, 4),
  ])
  func columnsMakeTheScreensLargest(
    count: Int, sheet: Size, shape: Size, columns: Int
  ) {
    #expect(ContactSheet(of: layouts(count), sheet: sheet, shape: shape).columns == columns)
  }

  @Test(arguments: [1, 2, 5, 17, 18], [landscape, portrait])
  func screensKeepShapeAndDistance(count: Int, shape: Size) {
    let size = Size(1200, 900)
    let sheet = ContactSheet(of: layouts(count), sheet: size, shape: shape)
    let screen = sheet.screen
    #expect(abs(screen.width / screen.height - shape.width / shape.height) < 0.02)
    let corners = (0..<count).map(sheet.corner)
    for corner in corners {
      #expect(corner.x >= 0 && corner.x + screen.width <= size.width)
      // A line of text fits below.
      #expect(corner.y >= 0 && corner.y + screen.height * 1.03 <= size.height)
    }
    for (place, corner) in corners.enumerated() {
      for other in corners[..<place] {
        let isApart = abs(corner.x - other.x) > screen.width || abs(corner.y - other.y) > screen.height
        #expect(isApart, "\(corner) and \(other)")
      }
    }
  }

  @Test func keyframeLayoutIsShownWhereConfigured() {
    #expect(ContactSheet.layouts(hasKeyframes: true) == LayoutKind.allCases)
    #expect(ContactSheet.layouts(hasKeyframes: false) == LayoutKind.allCases.filter { $0 != .custom })
  }

  @Test func eachScreenHasItsNameBelow() throws {
    let kinds = layouts(4)
    let sheet = ContactSheet(of: kinds, sheet: Size(400, 320), shape: Self.landscape)
    let (width, height) = (Int(sheet.screen.width), Int(sheet.screen.height))
    let renderer = try OffscreenRenderer(.forTests)
    var number: UInt8 = 0
    let picture = try sheet.screenshot(with: renderer) { _ in
      number += 40
      return Screenshot(
        size: PixelSize(width, height), pixels: Array(repeating: number, count: width * height * 4))
    }
    #expect(picture.size == PixelSize(400, 320))
    func red(_ x: Int, _ y: Int) -> UInt8 { picture.pixels[(y * 400 + x) * 4] }
    for place in kinds.indices {
      let corner = sheet.corner(of: place)
      let (left, top) = (Int(corner.x), Int(corner.y))
      #expect(red(left, top) == UInt8(40 * (place + 1)))
      #expect(red(left + width - 1, top + height - 1) == UInt8(40 * (place + 1)))
      // Text is much lighter than its background.
      let below = (top + height..<min(320, top + height + 8)).flatMap { y in
        (left..<left + width).map { red($0, y) }
      }
      #expect(below.contains { $0 > 100 }, "no name below \(kinds[place])")
      #expect(below.contains { $0 < 20 })
    }
  }
}
