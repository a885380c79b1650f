import Foundation
import TestCompositor
import Testing

/// Touches trigger the actions of the `[gestures]` section.
@Suite(.serialized) struct GestureTests {
  /// `KEY_RIGHT`.
  private static let rightKey: UInt32 = 106

  private static func gestures(_ lines: String) -> String { "[gestures]\n\(lines)" }

  /// Starts a kiosk with bindings, at its third tile.
  private func kioskAtBlue(_ lines: String) throws -> Kiosk {
    let kiosk = try Kiosk(carousel: Self.gestures(lines)) { $0.capabilities = [.touch, .keyboard] }
    try kiosk.compositor.waitForDevice(.wlKeyboard)
    for _ in 0..<2 { kiosk.compositor.press(Self.rightKey) }
    try kiosk.awaitCentered(.blue)
    // A tile looks centered shortly before it settles.
    try kiosk.awaitRest()
    return kiosk
  }

  @Test func threeFingersUpSelectTheFirstTile() throws {
    let kiosk = try kioskAtBlue("")
    kiosk.glide([(220, 240), (320, 240), (420, 240)], by: (0, -120))
    try kiosk.awaitCentered(.red)
  }

  @Test func lowerEdgeSwipeSelectsTheFirstTile() throws {
    let kiosk = try kioskAtBlue("")
    kiosk.glide([(320, 476)], by: (0, -150))
    try kiosk.awaitCentered(.red)
  }

  @Test func unboundEdgeLeavesDragsToTheCarousel() throws {
    let kiosk = try kioskAtBlue("edge-swipe-right = \"none\"")
    kiosk.glide([(636, 240)], by: (-160, 0))
    try kiosk.awaitRest()
    #expect(abs((kiosk.place(of: .blue)?.x ?? 0) - 320) > 1.5)
  }

  @Test func longPressPerformsItsBinding() throws {
    let kiosk = try kioskAtBlue("long-press = \"home\"")
    kiosk.compositor.touchDown(id: 0, x: 320, y: 240)
    try kiosk.awaitCentered(.red)
    kiosk.compositor.touchUp(id: 0)
    #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(.blue)))
  }

  @Test func pinchPerformsItsBinding() throws {
    let kiosk = try kioskAtBlue("pinch-in = \"home\"")
    kiosk.pinch(from: 150, to: 60)
    try kiosk.awaitCentered(.red)
  }

  @Test func aGestureOpensATileByItsName() throws {
    let kiosk = try kioskAtBlue("two-finger-swipe-up = \"open:green\"")
    kiosk.glide([(270, 240), (370, 240)], by: (0, -120))
    #expect(try kiosk.files.report(.green).arguments == ["wait"])
  }

  @Test func reloadKeepsTheVisitor() throws {
    let kiosk = try kioskAtBlue("two-finger-swipe-up = \"reload\"\ntwo-finger-swipe-down = \"reload\"")
    let path = kiosk.files.path("rotunda.toml")
    let good = try String(contentsOfFile: path, encoding: .utf8)
    try "what is this".write(toFile: path, atomically: true, encoding: .utf8)
    kiosk.glide([(270, 240), (370, 240)], by: (0, -120))
    try kiosk.awaitMark()
    try kiosk.awaitCentered(.blue)
    try good.replacing("layout = \"linear\"", with: "layout = \"linear\"\nspacing = 2")
      .write(toFile: path, atomically: true, encoding: .utf8)
    kiosk.glide([(270, 200), (370, 200)], by: (0, 120))
    try kiosk.awaitMark(isShown: false)
    try kiosk.awaitCentered(.blue)
    try kiosk.awaitRest()
    kiosk.tap(y: 200)
    #expect(try kiosk.files.report(.blue).arguments == ["wait"])
  }

  @Test func wholeHandOpensAndClosesTheSystemPage() throws {
    let kiosk = try Kiosk(carousel: "[admin]\npage-without-pin = true")
    kiosk.glide((0..<5).map { (160 + 80 * Double($0), 200) }, by: (0, 150))
    try waitUntil("the system's page") { kiosk.place(of: .red) == nil }
    try kiosk.awaitRest()
    kiosk.tap(x: 40, y: 440)
    try kiosk.awaitTile(.red)
    #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(.red)))
  }

  @Test func pressedTileReleasesWhenTheFingerMoves() throws {
    let kiosk = try Kiosk()
    try kiosk.awaitCentered(.red)
    try kiosk.awaitRest()
    let before = try #require(kiosk.compositor.pixels)
    kiosk.compositor.touchDown(id: 0, x: 320, y: 240)
    try waitUntil("the tile to show that it is pressed") { kiosk.compositor.pixels != before }
    try kiosk.awaitRest()
    kiosk.compositor.touchMotion(id: 0, x: 320, y: 290)
    try waitUntil("the tile to show that it is released") { kiosk.compositor.pixels == before }
    kiosk.compositor.touchUp(id: 0)
  }

  @Test func aPalmStartsNothing() throws {
    let kiosk = try kioskAtBlue("")
    let before = kiosk.compositor.pixels
    kiosk.glide((0..<8).map { (100 + 60 * Double($0), 240) }, by: (0, -150))
    try kiosk.awaitRest()
    #expect(kiosk.compositor.pixels == before)
  }
}

extension Kiosk {
  /// Fingers that land together, move the same way, rest and lift.
  func glide(_ fingers: [(x: Double, y: Double)], by way: (x: Double, y: Double), samples: Int = 15) {
    let time = compositor.inputMilliseconds
    func stamp(_ sample: Int) -> UInt32? { time.map { $0 &+ UInt32(sample) * Self.sampling } }
    compositor.atOnce {
      for (id, finger) in fingers.enumerated() {
        compositor.touchDown(id: Int32(id), x: finger.x, y: finger.y, milliseconds: time)
      }
      for sample in 1...samples {
        let part = Double(sample) / Double(samples)
        for (id, finger) in fingers.enumerated() {
          compositor.touchMotion(
            id: Int32(id), x: finger.x + way.x * part, y: finger.y + way.y * part, milliseconds: stamp(sample)
          )
        }
      }
      for id in fingers.indices { compositor.touchUp(id: Int32(id), milliseconds: stamp(samples + 8)) }
    }
  }

  /// Two fingers around the middle of the screen. They start `first` and end `last` away from it.
  func pinch(from first: Double, to last: Double) {
    let time = compositor.inputMilliseconds
    compositor.atOnce {
      compositor.touchDown(id: 0, x: 320 - first, y: 240, milliseconds: time)
      compositor.touchDown(id: 1, x: 320 + first, y: 240, milliseconds: time)
      for sample in 1...15 {
        let reach = first + (last - first) * Double(sample) / 15
        let time = time.map { $0 &+ UInt32(sample) * Self.sampling }
        compositor.touchMotion(id: 0, x: 320 - reach, y: 240, milliseconds: time)
        compositor.touchMotion(id: 1, x: 320 + reach, y: 240, milliseconds: time)
      }
      compositor.touchUp(id: 0)
      compositor.touchUp(id: 1)
    }
  }
}
