import Foundation
import TestCompositor
import Testing

/// `rotunda touch-test`, as an installer uses it.
@Suite(.serialized) struct TouchTestTests {
  /// The page on a test compositor, after its first frame.
  private final class Page {
    let compositor: TestCompositor
    let program: ClientProcess
    let files: KioskFiles

    init(width: Int32 = 1280, height: Int32 = 800) throws {
      files = try KioskFiles()
      var options = CompositorOptions()
      options.outputs = [OutputOptions(width: width, height: height)]
      options.capabilities = [.touch, .keyboard]
      compositor = try TestCompositor(options)
      program = try compositor.launch(
        Kiosk.binary, ["touch-test"],
        environment: ["XDG_RUNTIME_DIR": files.directory.path, "SWIFT_BACKTRACE": "enable=no"])
      try compositor.waitForFrame()
      try compositor.waitForDevice(.wlTouch)
      try awaitRest()
    }

    deinit { compositor.stop() }

    func awaitRest() throws { try compositor.awaitRest(of: program) }

    /// Saves the visible picture if `ROTUNDA_PICTURES` names a directory.
    func keep(_ name: String) throws {
      guard let directory = ProcessInfo.processInfo.environment["ROTUNDA_PICTURES"] else { return }
      try compositor.pixels?.writePNG(to: "\(directory)/\(name).png")
    }
  }

  /// Returns the place of one of ten fingers, each of which draws an arc.
  private static func place(of finger: Int, step: Int, _ width: Double, _ height: Double) -> (Double, Double)
  {
    let column = Double(finger % 5)
    let row = Double(finger / 5)
    let turn = Double(step) / 24 * .pi
    return (
      width * (0.14 + 0.16 * column) + 60 * cos(turn + column),
      height * (0.34 + 0.3 * row) + 60 * sin(turn + column)
    )
  }

  @Test(arguments: [(Int32(1280), Int32(800)), (1080, 1920)]) func tenFingersAreSeen(
    width: Int32, height: Int32
  ) throws {
    let page = try Page(width: width, height: height)
    try page.keep("touch-test-rest-\(width)x\(height)")
    let before = try #require(page.compositor.pixels)
    let (w, h) = (Double(width), Double(height))
    page.compositor.touchDown(id: 90, x: 0.076 * w + 5, y: 59)
    page.compositor.touchUp(id: 90)
    for step in 0...24 {
      for finger in 0..<10 {
        let (x, y) = Self.place(of: finger, step: step, w, h)
        if step == 0 {
          page.compositor.touchDown(id: Int32(finger), x: x, y: y, frame: false)
        } else {
          page.compositor.touchMotion(id: Int32(finger), x: x, y: y, frame: false)
        }
        page.compositor.touchShape(id: Int32(finger), major: 74, minor: 46, frame: finger == 9)
      }
      Kiosk.hold()
    }
    try page.awaitRest()
    try page.keep("touch-test-ten-\(width)x\(height)")
    let held = try #require(page.compositor.pixels)
    // Each finger's middle has its own color.
    let colors = (0..<10).map { finger in
      let (x, y) = Self.place(of: finger, step: 24, w, h)
      return held.color(x: Int(x), y: Int(y))
    }
    #expect(Set(colors).count == 10, "\(colors)")
    #expect(held.differingPixels(from: before) > 20_000)
    for finger in 0..<10 { page.compositor.touchUp(id: Int32(finger)) }
    try page.awaitRest()
    try page.keep("touch-test-after-\(width)x\(height)")
    #expect(page.compositor.violations.isEmpty && page.program.exit == nil)
  }

  @Test func theCloseTargetEndsIt() throws {
    let page = try Page()
    page.compositor.tap(id: 3, x: 1280 - 60, y: 400)
    #expect(try page.program.waitForExit() == .status(0))
  }

  @Test func escapeEndsIt() throws {
    let page = try Page()
    try page.compositor.waitForDevice(.wlKeyboard)
    page.compositor.keyboardEnter()
    page.compositor.key(1, isPressed: true)
    #expect(try page.program.waitForExit() == .status(0))
  }
}
