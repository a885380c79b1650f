import Foundation
import TestCompositor
import Testing

/// Shelves and folders on a screen.
@Suite(.serialized) struct ShelfTests {
  /// A shelf with red and green tiles, and below it one with a blue tile and a folder.
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

  @Test func aSwipeUpBringsTheNextShelfAndATapOpensItsFolder() throws {
    let kiosk = try kiosk()
    try kiosk.awaitCentered(.red)
    kiosk.drag(by: (0, -150), samples: 8)
    try kiosk.awaitRest()
    let blue = try #require(kiosk.place(of: .blue))
    #expect(abs(blue.x - 320) < 1.5 && abs(blue.y - 240) < 60)
    kiosk.tap()
    try kiosk.awaitCentered(.yellow)
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .red) == nil && kiosk.place(of: .blue) == nil)
    #expect(kiosk.place(of: .magenta) != nil)
    kiosk.compositor.keyboardEnter()
    // KEY_ESC of linux/input-event-codes.h.
    for isPressed in [true, false] { kiosk.compositor.key(1, isPressed: isPressed) }
    try kiosk.awaitCentered(.blue)
    try kiosk.awaitRest()
    kiosk.drag(by: (0, 150), samples: 8)
    try kiosk.awaitRest()
    let red = try #require(kiosk.place(of: .red))
    #expect(abs(red.x - 320) < 1.5 && abs(red.y - blue.y) < 1.5)
    #expect(kiosk.compositor.violations.isEmpty)
  }
}
