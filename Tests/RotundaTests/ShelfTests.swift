import Foundation
import TestCompositor
import Testing

/// Shelves and folders on a screen.
@Suite(.serialized) struct ShelfTests {
  /// A shelf with red and green tiles, above one with a blue tile and a folder.
  private static func tiles() -> String {
    func inner(_ paint: KioskFiles.Paint) -> String {
      "{ name = \"\(paint.rawValue)\", icon = \"\(paint.rawValue).png\", run = ['\(Kiosk.probe)', 'wait'] }"
    }
    return """
      [[tile]]
      name = "red"
      icon = "red.png"
      run = ['\(Kiosk.probe)', 'wait']

      [[shelf]]
      name = "Second"
      [[shelf.tile]]
      name = "blue"
      icon = "blue.png"
      tiles = [\(inner(.yellow)), \(inner(.magenta))]
      """
  }

  private func kiosk() throws -> Kiosk {
    try Kiosk(tiles: Self.tiles()) { $0.capabilities = [.touch, .keyboard] }
  }

  @Test func swipeUpSelectsTheNextShelfWithFolders() throws {
    let kiosk = try kiosk()
    try kiosk.awaitCentered(.red)
    kiosk.drag(from: (320, 340), by: (0, -240), samples: 12)
    try kiosk.awaitInMiddle(.blue)
    try kiosk.awaitRest()
    kiosk.tap()
    try kiosk.awaitCentered(.yellow)
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .red) == nil && kiosk.place(of: .blue) == nil)
    #expect(kiosk.place(of: .magenta) != nil)
    kiosk.compositor.keyboardEnter()
    // `KEY_ESC` of linux/input-event-codes.h.
    kiosk.compositor.press(1)
    try kiosk.awaitInMiddle(.blue)
    try kiosk.awaitRest()
    kiosk.drag(from: (320, 140), by: (0, 240), samples: 12)
    try kiosk.awaitInMiddle(.red)
    #expect(kiosk.compositor.violations.isEmpty)
  }
}

extension Kiosk {
  /// Waits until a tile's picture is in the middle of the screen, apart from the height of its label.
  fileprivate func awaitInMiddle(_ paint: KioskFiles.Paint) throws {
    try compositor.waitForWindow("the \(paint.rawValue) tile in the middle") { window in
      guard let pixels = window.pixels, let place = Self.place(of: paint, in: pixels) else { return false }
      return abs(place.x - Double(pixels.width) / 2) < 1.5 && abs(place.y - Double(pixels.height) / 2) < 60
    }
  }
}
