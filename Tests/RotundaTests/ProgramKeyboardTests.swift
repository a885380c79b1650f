import Foundation
import TestCompositor
import Testing
import Wayland

/// The launcher's keyboard over programs, on the test compositor.
@Suite(.serialized) struct ProgramKeyboardTests {
  private func kiosk(
    settings: String = "keyboard = true", tile: String = "",
    _ change: @escaping (inout CompositorOptions) -> Void = { _ in }
  ) throws -> Kiosk {
    let files = try KioskFiles()
    let tiles =
      Kiosk.tile(.red, files, run: ["wait"]) + "\n\(tile)\n" + Kiosk.tile(.green, files, run: ["wait"])
    return try Kiosk(carousel: "[kiosk]\n\(settings)", tiles: tiles, files: files, like: .sway17) {
      change(&$0)
    }
  }

  private static let name = "rotunda-keyboard"

  private func open(_ kiosk: Kiosk) throws {
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }

  /// Waits until the keyboard's surface fulfills a condition.
  @discardableResult
  private func surface(
    _ kiosk: Kiosk, _ what: String, _ condition: @escaping (SurfaceSnapshot) -> Bool = { _ in true }
  ) throws -> SurfaceSnapshot {
    try kiosk.compositor.waitForLayer(named: Self.name, what) { $0.pixels != nil && condition($0) }
  }

  private func isWide(_ surface: SurfaceSnapshot) -> Bool { surface.pixels?.width == Int(Kiosk.width) }

  private func tap(_ kiosk: Kiosk, _ x: Double, _ y: Double, on surface: SurfaceSnapshot) {
    kiosk.compositor.touchDown(id: 5, x: x, y: y, surface: surface.id)
    Kiosk.hold()
    kiosk.compositor.touchUp(id: 5, surface: surface.id)
  }

  @Test func keysAppearWithTheFieldAndType() throws {
    let kiosk = try kiosk()
    #expect(!kiosk.compositor.hasInputMethod)
    try open(kiosk)
    try surface(kiosk, "the button") { !isWide($0) }
    #expect(kiosk.compositor.hasInputMethod)
    try waitUntil("the virtual keyboard") { kiosk.compositor.virtualKeyboards == 1 }
    kiosk.compositor.enterTextField()
    let keys = try surface(kiosk, "the keys", isWide)
    let layer = try #require(keys.layer)
    #expect(layer.exclusiveZone > 150 && layer.keyboardInteractivity == .none)
    #expect(layer.anchor == [.bottom, .left, .right])
    // The room above the keys is transparent until other forms of a letter appear.
    #expect(keys.pixels?.bytes[3] == 0 && keys.pixels?.bytes.last == 255)
    let height = Double(try #require(keys.pixels).height)
    tap(kiosk, 30, height - Double(layer.exclusiveZone) + 20, on: keys)
    try waitUntil("a letter") { kiosk.compositor.virtualKeys.count == 1 }
    try kiosk.keep("program-keyboard")
    kiosk.compositor.leaveTextField()
    try waitUntil("the keys to go") { kiosk.compositor.layer(named: Self.name) == nil }
    #expect(kiosk.compositor.violations.isEmpty)
  }

  @Test func keyboardEndsWithTheProgram() throws {
    let kiosk = try kiosk()
    try open(kiosk)
    try surface(kiosk, "the button")
    kiosk.compositor.enterTextField(.password, hint: [.sensitiveData])
    try surface(kiosk, "the keys", isWide)
    try kiosk.files.order("exit 0", to: .red)
    try waitUntil("the keyboard to go") {
      kiosk.compositor.layerCount == 0 && !kiosk.compositor.hasInputMethod
        && kiosk.compositor.virtualKeyboards == 0
    }
  }

  @Test func programLeavesRoomForTheKeys() throws {
    let kiosk = try kiosk()
    try open(kiosk)
    let window = kiosk.compositor.addForeignToplevel(
      title: "Guests", appID: "guests", states: [.activated, .fullscreen])
    try surface(kiosk, "the button")
    kiosk.compositor.enterTextField()
    try kiosk.compositor.waitForToplevelWish(.unsetFullscreen(window))
    kiosk.compositor.setForeignToplevel(window, states: [.activated])
    kiosk.compositor.leaveTextField()
    try kiosk.compositor.waitForToplevelWish(.setFullscreen(window))
  }

  /// In a smaller window, Chromium shows its address bar and its menu.
  @Test func chromiumKeepsTheWholeScreen() throws {
    let kiosk = try kiosk()
    try open(kiosk)
    let window = kiosk.compositor.addForeignToplevel(
      title: "Guests", appID: "chromium", states: [.activated, .fullscreen])
    try surface(kiosk, "the button")
    kiosk.compositor.enterTextField()
    try surface(kiosk, "the keys", isWide)
    #expect(!kiosk.compositor.toplevelWishes.contains(.unsetFullscreen(window)))
  }

  @Test func programsWithoutFieldsGetKeyPresses() throws {
    let kiosk = try kiosk { $0.offered[.zwpInputMethodManagerV2] = nil }
    try open(kiosk)
    let button = try surface(kiosk, "the button")
    #expect(button.layer?.exclusiveZone == 0)
    tap(kiosk, 10, 10, on: button)
    let keys = try surface(kiosk, "the keys", isWide)
    let height = Double(try #require(keys.pixels).height)
    tap(kiosk, 30, height - Double(try #require(keys.layer).exclusiveZone) + 20, on: keys)
    try waitUntil("a key") { kiosk.compositor.virtualKeys.count == 1 }
    #expect(kiosk.compositor.violations.isEmpty)
  }

  @Test func tileSettingDisablesTheKeyboard() throws {
    let kiosk = try kiosk(settings: "keyboard = true", tile: "keyboard = false")
    try open(kiosk)
    try kiosk.compositor.waitForLayer("the strip") { $0.pixels != nil }
    #expect(kiosk.compositor.layer(named: Self.name) == nil && !kiosk.compositor.hasInputMethod)
  }

  @Test func idleKeyboardDrawsNoFrames() throws {
    let kiosk = try kiosk()
    try open(kiosk)
    kiosk.compositor.enterTextField()
    try surface(kiosk, "the keys", isWide)
    try kiosk.awaitRest()
  }
}
