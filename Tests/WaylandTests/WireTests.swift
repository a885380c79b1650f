import CRotundaWayland
import Testing

@testable import Wayland

struct WireTests {
  @Test(arguments: [
    (0, 0), (1, 256), (-0.5, -128), (10.25, 2624), (0.001, 0), (1e300, Double(Int32.max)),
    (-1e300, Double(Int32.min)), (.infinity, Double(Int32.max)), (.nan, 0),
  ])
  func fixedPointIsTheNearestInRange(value: Double, wire: Double) {
    #expect(Double(wl_argument.fixed(value).f) == wire)
  }

  @Test func fixedPointComesBack() {
    for raw in [Int32.min, -257, -1, 0, 1, 255, 256, Int32.max] {
      #expect(wl_argument.fixed(wl_argument(f: raw).double).f == raw)
    }
  }

  @Test func longTextsAreCutBetweenCharacters() {
    let text = String(repeating: "a", count: Wire.longestValueInBytes - 1) + "é" + "b"
    let sent = Wire.withText(text) { $0.map { String(cString: $0) } }
    #expect(sent == String(repeating: "a", count: Wire.longestValueInBytes - 1))
    #expect(Wire.withText("é") { $0.map { String(cString: $0) } } == "é")
    #expect(Wire.withText(nil) { $0 == nil })
  }

  @Test func arraysComeBackAsBytesAndAsWords() {
    let bytes: [UInt8] = [1, 0, 0, 0, 255, 255, 255, 255, 9]
    #expect(Wire.withBytes(bytes) { wl_argument.array($0).bytes } == bytes)
    #expect(bytes.words == [1, 0xFFFF_FFFF])
    #expect([UInt8]([]).words.isEmpty)
    #expect([UInt8](words: [1, 0xFFFF_FFFF]) == Array(bytes.dropLast()))
  }

  @Test func missingValuesAreHarmless() {
    #expect(wl_argument(a: nil).bytes.isEmpty)
    #expect(wl_argument(s: nil).optionalText == nil)
  }
}
