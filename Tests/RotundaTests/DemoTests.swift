import Foundation
import TestCompositor
import Testing

/// `rotunda demo`, as an operator uses it.
@Suite(.serialized) struct DemoTests {
  /// The demo on a test compositor, after its first frame.
  private final class Stage {
    let compositor: TestCompositor
    let program: ClientProcess
    let files: KioskFiles

    init(width: Int32 = 1280, height: Int32 = 800, files: KioskFiles? = nil, words: [String] = []) throws {
      let files = try files ?? KioskFiles()
      self.files = files
      var options = CompositorOptions()
      options.outputs = [OutputOptions(width: width, height: height)]
      options.capabilities = [.touch, .keyboard]
      compositor = try TestCompositor(options)
      let configuration = try files.write("", to: "empty.toml")
      program = try compositor.launch(
        Kiosk.binary,
        ["demo", "--config", configuration, "--output", files.path("look.toml")] + words,
        environment: ["XDG_RUNTIME_DIR": files.directory.path, "SWIFT_BACKTRACE": "enable=no"])
      try compositor.waitForFrame()
      try compositor.waitForDevice(.wlTouch)
      try compositor.waitForDevice(.wlKeyboard)
      compositor.keyboardEnter()
      try awaitRest()
    }

    deinit { compositor.stop() }

    func awaitRest() throws { try compositor.awaitRest(of: program) }

    func tap(_ x: Double, _ y: Double) { compositor.tap(id: 4, x: x, y: y) }

    func press(_ codes: UInt32...) {
      for code in codes {
        compositor.press(code)
      }
    }

    /// Waits until the file contains the words.
    func awaitFile(_ words: String) throws -> String {
      var text = ""
      try waitUntil("\(words) in the file") {
        text = (try? String(contentsOfFile: files.path("look.toml"), encoding: .utf8)) ?? ""
        return text.contains(words)
      }
      return text
    }

    func keep(_ name: String) throws {
      guard let directory = ProcessInfo.processInfo.environment["ROTUNDA_PICTURES"] else { return }
      try compositor.pixels?.writePNG(to: "\(directory)/\(name).png")
    }
  }

  /// Key codes from evdev.
  private enum Code {
    static let (tab, enter, s, w, escape): (UInt32, UInt32, UInt32, UInt32, UInt32) = (15, 28, 31, 17, 1)
    static let (up, left, right, down): (UInt32, UInt32, UInt32, UInt32) = (103, 105, 106, 108)
  }

  private static func check(_ path: String) throws -> (status: Int32, words: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = ["check", path]
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(arguments: [(Int32(800), Int32(480)), (1280, 800), (1080, 1920)])
  func keysChooseAndSave(width: Int32, height: Int32) throws {
    let stage = try Stage(width: width, height: height)
    try stage.keep("demo-\(width)x\(height)")
    let dark = try #require(stage.compositor.pixels)
    // Selects the theme, the tile face and the layout.
    stage.press(Code.right, Code.down, Code.right, Code.down, Code.right)
    try stage.awaitRest()
    try stage.keep("demo-light-\(width)x\(height)")
    let light = try #require(stage.compositor.pixels)
    #expect(light.differingPixels(from: dark) > Int(width * height) / 10)
    stage.press(Code.s)
    let text = try stage.awaitFile("name = \"light\"")
    #expect(text.contains("tile-style = \"card\"") && text.contains("layout = \"rotary\""))
    let (status, words) = try Self.check(stage.files.path("look.toml"))
    #expect(status == 0 && !words.contains("error"), "\(words)")
    stage.press(Code.w)
    try stage.awaitRest()
    try stage.keep("demo-whole-\(width)x\(height)")
    stage.press(Code.escape, Code.escape)
    #expect(try stage.program.waitForExit() == .status(0))
    #expect(stage.compositor.violations.isEmpty)
  }

  @Test func fingersChooseAndSaveAndClose() throws {
    let stage = try Stage()
    // Tap the second word of the theme row. Its position does not depend on the arrangement of the tiles.
    stage.tap(988, 75)
    try stage.compositor.waitForWindow("the light theme") { window in
      guard let color = window.pixels?.color(x: 30, y: 30) else { return false }
      return color.red > 200
    }
    let centered = try #require(stage.compositor.pixels)
    // The carousel turns under a finger.
    stage.compositor.touchDown(id: 1, x: 420, y: 270)
    for step in 1...20 {
      Kiosk.hold()
      stage.compositor.touchMotion(id: 1, x: 420 - Double(step) * 10, y: 270)
    }
    stage.compositor.touchUp(id: 1)
    try stage.awaitRest()
    #expect(try #require(stage.compositor.pixels).differingPixels(from: centered) > 20_000)
    stage.tap(690, 568)
    _ = try stage.awaitFile("name = \"light\"")
    stage.tap(800, 568)
    #expect(try stage.program.waitForExit() == .status(0))
  }

  @Test func existingFileIsReplacedOnlyOnRequest() throws {
    let files = try KioskFiles()
    let mine = "# mine\n"
    try files.write(mine, to: "look.toml")
    let stage = try Stage(files: files)
    func text() throws -> String { try String(contentsOfFile: files.path("look.toml"), encoding: .utf8) }
    stage.press(Code.right, Code.s)
    try stage.awaitRest()
    try stage.keep("demo-asks")
    // Enter keeps the selection.
    stage.press(Code.enter)
    try stage.awaitRest()
    #expect(try text() == mine)
    stage.press(Code.s)
    try stage.awaitRest()
    #expect(try text() == mine)
    stage.press(Code.left, Code.enter)
    _ = try stage.awaitFile("name = \"light\"")
    #expect(stage.program.exit == nil)
  }

  @Test func theExampleCanBeTriedOut() throws {
    let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples/rotunda.toml").path
    let stage = try Stage(words: ["--config", example])
    try stage.keep("demo-example")
    #expect(stage.program.exit == nil && stage.compositor.violations.isEmpty)
  }
}
