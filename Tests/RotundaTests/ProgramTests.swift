import Foundation
import TestCompositor
import Testing

/// Tiles open programs, and the carousel returns.
@Suite(.serialized) struct ProgramTests {
  @Test func requestedProgramMayComeToTheFront() throws {
    let kiosk = try Kiosk { $0.offered[.xdgActivationV1] = 1 }
    kiosk.tap()
    let report = try kiosk.files.report(.red)
    #expect(report.environment["XDG_ACTIVATION_TOKEN"] == "token-1")
    #expect(report.environment["DESKTOP_STARTUP_ID"] == "token-1")
  }

  /// The compositor answers late, as on a busy machine.
  @Test func delayedCompositorStillKnowsTheRequestedProgram() throws {
    let kiosk = try Kiosk { $0.offered[.xdgActivationV1] = 1 }
    kiosk.compositor.hang()
    kiosk.tap()
    // The delay under test: the compositor stands still this long.
    Kiosk.hold(milliseconds: 500)
    kiosk.compositor.resume()
    #expect(try kiosk.files.report(.red).environment["XDG_ACTIVATION_TOKEN"] == "token-1")
  }

  @Test func programGetsItsArgumentsAndNothingElse() throws {
    let files = try KioskFiles()
    let tiles = """
      [[tile]]
      name = "red"
      icon = "\(files.path("red.png"))"
      run = ['\(Kiosk.probe)', '~', '$HOME', 'two words', '`id`', '']
      environment = { PROBE_REPORT = '\(files.reportPath(.red))', GREETING = 'a "b" $c' }
      working-directory = "/usr"
      """
    let kiosk = try Kiosk(tiles: tiles)
    kiosk.tap()
    let report = try files.report(.red)
    #expect(report.arguments == ["~", "$HOME", "two words", "`id`", ""])
    #expect(report.environment["GREETING"] == "a \"b\" $c")
    #expect(report.workingDirectory == "/usr")
    #expect(report.blockedSignals == 0)
    #expect(report.descriptors == [0, 1, 2])
    #expect(report.environment["WAYLAND_SOCKET"] == nil)
  }

  @Test func nothingIsDrawnWhileAProgramRuns() throws {
    let kiosk = try Kiosk()
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    // The program's window is in front.
    kiosk.compositor.resize(width: Kiosk.width, height: Kiosk.height, states: [.fullscreen])
    try kiosk.awaitRest()
    let frames = kiosk.frames
    kiosk.drag(by: (-150, 0))
    try kiosk.compositor.ping()
    #expect(kiosk.frames == frames)
    try kiosk.files.order("exit 0", to: .red)
  }

  @Test(arguments: ["exit 0", "exit 3", "signal 9", "signal 11"])
  func carouselReturnsAtOnceHoweverTheProgramEnded(order: String) throws {
    let kiosk = try Kiosk()
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    try kiosk.awaitRest()
    try kiosk.files.forgetReport(.red)
    try kiosk.files.order(order, to: .red)
    try kiosk.launcher.waitForOutput(" ended: ")
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }

  @Test func fingerFromBeforeTheProgramIsForgotten() throws {
    let kiosk = try Kiosk { $0.capabilities = [.touch, .keyboard] }
    kiosk.compositor.touchDown(id: 5, x: 20, y: 20)
    kiosk.tap()
    // A second finger's tap opens nothing while the first finger is down, but a key does.
    kiosk.compositor.keyboardEnter()
    kiosk.compositor.press(28)
    _ = try kiosk.files.report(.red)
    try kiosk.awaitRest()
    try kiosk.files.forgetReport(.red)
    try kiosk.files.order("exit 0", to: .red)
    try kiosk.launcher.waitForOutput(" ended: ")
    kiosk.compositor.touchMotion(id: 5, x: 300, y: 300)
    kiosk.compositor.touchUp(id: 5)
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }

  @Test(arguments: [
    ("'/nonexistent/program'", "not found"), ("'/etc/hostname'", "not executable"),
    ("'/bin/sh', '-c', 'exit 3'", "exit status 3"), ("'/bin/sh', '-c', 'kill -SEGV $$'", "SIGSEGV"),
  ])
  func failedStartIsExplained(words: String, reason: String) throws {
    let kiosk = try Kiosk(tiles: "[[tile]]\nname = \"Broken\"\nicon = \"red.png\"\nrun = [\(words)]\n")
    try kiosk.awaitMessage(isShown: false)
    kiosk.tap()
    try kiosk.launcher.waitForOutput(reason)
    try kiosk.launcher.waitForOutput("“Broken”")
    try kiosk.awaitMessage()
    try kiosk.awaitRest()
    let card = try #require(kiosk.compositor.pixels.flatMap(Kiosk.messageCard))
    kiosk.tap(x: card.x, y: card.y)
    try kiosk.awaitMessage(isShown: false)
  }
}
