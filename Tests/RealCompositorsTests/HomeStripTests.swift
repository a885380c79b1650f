import Foundation
import RealCompositors
import Testing

/// The way home from a program that covers the launcher, and the way back.
@Suite(.serialized) struct HomeStripTests {
  /// Starts a kiosk whose first tile opens a program that covers the screen and logs the compositor's events.
  private func kiosk(_ kind: Compositor.Kind, onHome: String) throws -> RealKiosk {
    try RealKiosk(kind) { scratch in
      """
      [[tile]]
      id = "cover"
      name = "cover"
      run = ["sh", "-c", "echo $$ >>\(scratch.file("opened")); exec weston-simple-egl -f 2>>\(scratch.file("cover"))"]
      environment = { WAYLAND_DEBUG = "1" }
      on-home = "\(onHome)"

      """ + RealKiosk.tile("other", scratch)
    }
  }

  /// Returns the log of the covering program.
  private func cover(_ kiosk: RealKiosk) -> String {
    (try? String(contentsOfFile: kiosk.compositor.scratch.file("cover"), encoding: .utf8)) ?? ""
  }

  private func touches(_ kiosk: RealKiosk) -> Int {
    cover(kiosk).components(separatedBy: ".down(").count - 1
  }

  /// Performs an action and waits until the program is in front, or in the background.
  private func show(_ kiosk: RealKiosk, inFront: Bool, _ act: () throws -> Void) throws {
    let before = configures(kiosk)
    try act()
    let what = inFront ? "the program in front" : "the program behind the launcher"
    guard kiosk.compositor.kind == .kwin else {
      // weston-simple-egl is black around its triangle, unlike any part of the launcher.
      try kiosk.compositor.wait(forPicture: what) { ($0[20, 20] == (0, 0, 0)) == inFront }
      return
    }
    // KWin offers no screenshots, but its configure event tells a window whether it is active.
    try kiosk.launcher.wait(for: what) { configures(kiosk) > before ? true : nil }
  }

  /// Counts the configure events of the program's window.
  private func configures(_ kiosk: RealKiosk) -> Int {
    cover(kiosk).components(separatedBy: ".configure(1000, 700").count - 1
  }

  /// Opens the program, waits until it covers the screen and has drawn, and returns its process.
  private func open(_ kiosk: RealKiosk, starts count: Int = 1) throws -> pid_t {
    try kiosk.repeating("the program's start", until: { kiosk.opened.count == count }, kiosk.tapMiddle)
    return try kiosk.launcher.wait(for: "the program over the whole screen") {
      let isShown =
        cover(kiosk).components(separatedBy: "configure(1000, 700").count > count
        && cover(kiosk).components(separatedBy: "wl_callback").count > 20 * count
      return isShown && kiosk.opened.count == count ? pid_t(kiosk.opened[count - 1]) : nil
    }
  }

  /// Touches the screen until the program receives a touch: its window may still be coming to the front.
  private func touch(_ kiosk: RealKiosk) throws {
    let before = touches(kiosk)
    try kiosk.repeating("a touch on the program", until: { touches(kiosk) > before }) {
      try kiosk.fingers.tap(x: 500, y: 350)
    }
  }

  private func swipeHome(_ kiosk: RealKiosk) throws {
    try kiosk.fingers.swipe(from: (300, RealKiosk.height - 4), to: (300, RealKiosk.height - 300))
  }

  @Test(arguments: [Compositor.Kind.sway, .kwin])
  func aSwipeFromTheStripClosesTheProgram(_ kind: Compositor.Kind) throws {
    let kiosk = try kiosk(kind, onHome: "close")
    let first = try open(kiosk)
    #expect(touches(kiosk) == 0)
    try swipeHome(kiosk)
    try kiosk.launcher.wait(for: "the program to end") { kill(first, 0) != 0 ? true : nil }
    #expect(touches(kiosk) == 0, "the program does not receive the swipe")
    try kiosk.awaitRest()
    #expect(try open(kiosk, starts: 2) != first)
  }

  @Test(arguments: [Compositor.Kind.sway, .kwin])
  func keptProgramReturnsThroughItsTile(_ kind: Compositor.Kind) throws {
    let kiosk = try kiosk(kind, onHome: "keep")
    let program = try open(kiosk)
    try touch(kiosk)
    for _ in 1...2 {
      let before = touches(kiosk)
      try show(kiosk, inFront: false) { try swipeHome(kiosk) }
      try kiosk.awaitRest()
      #expect(kill(program, 0) == 0)
      // The launcher receives this touch and brings the program back.
      try show(kiosk, inFront: true) { try kiosk.tapMiddle() }
      #expect(touches(kiosk) == before)
      try touch(kiosk)
    }
    #expect(kiosk.opened.count == 1)
    #expect(kiosk.launcher.isRunning && kill(program, 0) == 0)
  }

  @Test func swayShowsTheHandleOverTheProgram() throws {
    let kiosk = try kiosk(.sway, onHome: "close")
    _ = try open(kiosk)
    // weston-simple-egl is dark around its triangle.
    try kiosk.compositor.wait(forPicture: "the handle") { $0[500, 691].red > 200 && $0[500, 675].red < 100 }
    try swipeHome(kiosk)
    try kiosk.compositor.wait(forPicture: "no handle") { $0[500, 691].red < 200 }
  }

  /// Without a strip, only the program's end leads home, and the launcher shows no hint about it.
  @Test func cageHasNoStripButReturnsHome() throws {
    let kiosk = try kiosk(.cage, onHome: "keep")
    let first = try open(kiosk)
    try kiosk.fingers.swipe(from: (300, RealKiosk.height - 4), to: (300, RealKiosk.height - 300))
    try kiosk.launcher.wait(for: "the swipe on the program") { touches(kiosk) == 1 ? true : nil }
    #expect(kill(first, 0) == 0)
    kill(first, SIGTERM)
    try kiosk.launcher.wait(for: "the program to end") { kill(first, 0) != 0 ? true : nil }
    try kiosk.awaitRest()
    #expect(try open(kiosk, starts: 2) != first)
  }
}
