import Foundation
import TestCompositor
import Testing
import Wayland

/// Pointers and keyboards can do what touches do.
@Suite(.serialized) struct InputTests {
  @Test func aMouseDragsAndClicks() throws {
    let kiosk = try Kiosk { $0.capabilities = [.pointer] }
    let compositor = kiosk.compositor
    try compositor.waitForDevice(.wlPointer)
    compositor.pointerMotion(x: 320, y: 240)
    compositor.pointerButton(isPressed: true)
    for x in stride(from: 320.0, through: 120, by: -10) {
      Kiosk.hold()
      compositor.pointerMotion(x: x, y: 240)
    }
    Kiosk.hold(milliseconds: Kiosk.stillness)
    compositor.pointerButton(isPressed: false)
    try kiosk.awaitCentered(.green)
    try kiosk.awaitRest()
    compositor.pointerMotion(x: 320, y: 240)
    compositor.atOnce {
      compositor.pointerButton(isPressed: true)
      compositor.pointerButton(isPressed: false)
    }
    _ = try kiosk.files.report(.green)
  }

  @Test func aWheelGoesFromTileToTile() throws {
    let kiosk = try Kiosk { $0.capabilities = [.pointer] }
    try kiosk.compositor.waitForDevice(.wlPointer)
    kiosk.compositor.pointerMotion(x: 320, y: 240)
    kiosk.compositor.pointerAxis(.verticalScroll, by: 15, clicks: 1)
    try kiosk.awaitCentered(.green)
  }

  @Test func arrowsAndEnterOpenATile() throws {
    let kiosk = try Kiosk { $0.capabilities = [.keyboard] }
    let compositor = kiosk.compositor
    try compositor.waitForDevice(.wlKeyboard)
    compositor.keyboardEnter()
    for key in [UInt32(106), 106, 105] {
      compositor.press(key)
    }
    try kiosk.awaitCentered(.green)
    try kiosk.awaitRest()
    compositor.press(28)
    _ = try kiosk.files.report(.green)
  }
}
