import SeededRandom
import Testing

@testable import XPrograms

struct WindowArrangementTests {
  private let whole = XRectangle(width: 1280, height: 720)
  private func wish(_ width: Int = 300, _ height: Int = 200, isDialog: Bool = false) -> XWindowWish {
    XWindowWish(size: XRectangle(width: width, height: height), isDialog: isDialog)
  }
  private func arrangement() -> WindowArrangement { WindowArrangement(width: 1280, height: 720) }

  @Test func mainWindowFillsTheScreenWithTheKeyboard() {
    var windows = arrangement()
    #expect(windows.show(7, wish()) == [.place(7, whole), .raise(7), .show(7), .focus(7)])
    // The requested position has no effect.
    #expect(windows.resize(7, width: 100, height: 100) == [.tell(7, whole)])
  }

  @Test func dialogStaysCenteredWhenItGrows() {
    var windows = arrangement()
    _ = windows.show(7, wish())
    let orders = windows.show(8, wish(isDialog: true))
    #expect(orders.first == .place(8, XRectangle(x: 490, y: 260, width: 300, height: 200)))
    #expect(
      windows.resize(8, width: 400, height: nil) == [
        .place(8, XRectangle(x: 440, y: 260, width: 400, height: 200))
      ])
    #expect(windows.remove(8) == [.focus(7)], "the keyboard goes back")
    #expect(windows.remove(7) == [.focus(nil)])
    #expect(windows.remove(7).isEmpty)
  }

  @Test func smallWindowIsCentered() {
    var windows = arrangement()
    var small = wish()
    small.largest = XRectangle(width: 640, height: 480)
    #expect(windows.show(7, small).first == .place(7, XRectangle(x: 320, y: 120, width: 640, height: 480)))
  }

  @Test func windowThatRefusesKeysGetsNone() {
    var windows = arrangement()
    _ = windows.show(7, wish())
    var mute = wish(isDialog: true)
    mute.takesInput = false
    #expect(!windows.show(8, mute).contains { if case .focus = $0 { true } else { false } })
    #expect(windows.touch(8).isEmpty)
    #expect(windows.remove(8).isEmpty)
  }

  @Test func theWindowUnderTheFingerGetsTheKeyboard() {
    var windows = arrangement()
    _ = windows.show(7, wish(isDialog: true))
    _ = windows.show(8, wish(isDialog: true))
    #expect(windows.touch(8).isEmpty)
    #expect(windows.touch(7) == [.focus(7)])
    #expect(windows.touch(99).isEmpty)
  }

  @Test func anotherScreenIsFilledToo() {
    var windows = arrangement()
    _ = windows.show(7, wish())
    _ = windows.show(8, wish(2000, 100, isDialog: true))
    #expect(
      windows.resize(width: 800, height: 1280) == [
        .place(7, XRectangle(width: 800, height: 1280)),
        .place(8, XRectangle(x: 0, y: 590, width: 800, height: 100)),
      ])
    #expect(windows.resize(width: 800, height: 1280).isEmpty)
  }

  @Test func noWindowLeavesTheScreen() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var windows = arrangement()
    for _ in 0..<2000 {
      let window = UInt32.random(in: 1...6, using: &random)
      let number = { (random: inout SeededGenerator) in Int.random(in: -70000...70000, using: &random) }
      var orders: [WindowArrangement.Order] = []
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        var wish = wish(number(&random), number(&random), isDialog: Bool.random(using: &random))
        if Bool.random(using: &random) {
          wish.largest = XRectangle(width: number(&random), height: number(&random))
        }
        orders = windows.show(window, wish)
      case 1: orders = windows.remove(window)
      case 2: orders = windows.resize(window, width: number(&random), height: number(&random))
      default: orders = windows.resize(width: 1 + abs(number(&random)), height: 1 + abs(number(&random)))
      }
      for order in orders {
        guard case .place(_, let frame) = order else { continue }
        let isInside =
          frame.x >= 0 && frame.y >= 0 && frame.width >= 1 && frame.height >= 1
          && frame.x + frame.width <= windows.screen.width && frame.y + frame.height <= windows.screen.height
        #expect(isInside, "\(frame) on \(windows.screen), seed \(seed)")
      }
    }
  }
}
