import Display
import TestCompositor
import Testing
import Wayland

/// The launcher and the windows of programs, with either in front.
@MainActor
@Suite(.serialized)
struct AppWindowsTests {
  private func stage(tellsWindows: Bool = true) throws -> SessionStage {
    let stage = try SessionStage {
      $0.offered = CompositorOptions.everything
      if !tellsWindows { $0.offered[.zwlrForeignToplevelManagerV1] = nil }
    }
    try stage.show()
    try stage.settle()
    return stage
  }

  /// Announces the launcher's own window.
  private func addOwn(_ stage: SessionStage) -> Int {
    stage.compositor.addForeignToplevel(
      title: "Rotunda", appID: "rotunda", states: [.fullscreen, .activated])
  }

  @Test func firstWindowIsReportedOnceAndRaised() throws {
    let stage = try stage()
    defer { stage.end() }
    _ = addOwn(stage)
    var first: [Int] = []
    stage.session.appWindows?.onFirstWindow = { first.append($0) }
    stage.session.makeWay(forProgram: 7)
    let window = stage.compositor.addForeignToplevel(title: "Floor plan", appID: "evince")
    #expect(try stage.wait { first == [7] })
    stage.compositor.addForeignToplevel(title: "Another", appID: "evince")
    try stage.settle()
    #expect(first == [7])
    #expect(stage.compositor.toplevelWishes.prefix(2) == [.setFullscreen(window), .activate(window)])
  }

  @Test func backgroundProgramsGetWindowsInOrder() throws {
    let stage = try stage()
    defer { stage.end() }
    _ = addOwn(stage)
    var first: [Int] = []
    stage.session.appWindows?.onFirstWindow = { first.append($0) }
    stage.session.appWindows?.expect(1)
    stage.session.appWindows?.expect(2)
    stage.compositor.addForeignToplevel(title: "One", appID: "one")
    stage.compositor.addForeignToplevel(title: "Two", appID: "two")
    #expect(try stage.wait { first.count == 2 })
    #expect(first == [1, 2])
  }

  @Test func backgroundWindowDoesNotCoverTheProgram() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.session.appWindows?.expect(1, names: ["player"])
    stage.session.appWindows?.expect(2, names: ["plan"])
    stage.session.makeWay(forProgram: 2)
    let plan = stage.compositor.addForeignToplevel(title: "Plan", appID: "plan", states: [.activated])
    try stage.compositor.waitForToplevelWish(.activate(plan), while: stage)
    let before = stage.compositor.toplevelWishes.count
    let player = stage.compositor.addForeignToplevel(title: "Player", appID: "player", states: [.activated])
    #expect(try stage.wait { stage.compositor.toplevelWishes.count > before })
    try stage.settle()
    #expect(stage.compositor.toplevelWishes.last == .activate(plan))
    #expect(!stage.compositor.toplevelWishes.contains(.activate(player)))
    #expect(stage.session.bringForward(program: 1))
    try stage.compositor.waitForToplevelWish(.activate(player), while: stage)
  }

  @Test func fullScreenWindowIsOnlyActivated() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.session.makeWay(forProgram: 7)
    let window = stage.compositor.addForeignToplevel(
      title: "Film", appID: "mpv", states: [.fullscreen, .activated])
    try stage.compositor.waitForToplevelWish(.activate(window), while: stage)
    #expect(!stage.compositor.toplevelWishes.contains(.setFullscreen(window)))
  }

  @Test func earlierWindowsBelongToNoProgram() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.compositor.addForeignToplevel(title: "Panel", appID: "panel")
    try stage.settle()
    stage.session.makeWay(forProgram: 1)
    #expect(stage.compositor.toplevelWishes.isEmpty)
    #expect(!stage.session.bringForward(program: 1))
  }

  @Test func theLaunchersOwnWindowComesBeforeAProgram() throws {
    let stage = try stage()
    defer { stage.end() }
    let own = addOwn(stage)
    stage.session.makeWay(forProgram: 1)
    let window = stage.compositor.addForeignToplevel(title: "A", appID: "a", states: [.activated])
    try stage.compositor.waitForToplevelWish(.activate(window), while: stage)
    stage.compositor.resize(width: 640, height: 480, states: [.fullscreen])
    #expect(try stage.wait { stage.focus.last == false })
    stage.session.comeForward(isCovered: true)
    try stage.compositor.waitForToplevelWish(.activate(own), while: stage)
    #expect(stage.compositor.requests("xdg_surface", "destroy").isEmpty)
  }

  @Test func keptProgramReturnsAsItWas() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.session.makeWay(forProgram: 1)
    let first = stage.compositor.addForeignToplevel(
      title: "A", appID: "a", states: [.activated, .fullscreen])
    try stage.settle()
    stage.session.comeForward(isCovered: true)
    stage.session.makeWay(forProgram: 2)
    let second = stage.compositor.addForeignToplevel(title: "B", appID: "b", states: [.activated])
    try stage.settle()
    // The launcher took the whole screen from the program.
    stage.compositor.setForeignToplevel(first, states: [.minimized])
    try stage.settle()
    let before = stage.compositor.toplevelWishes.count
    #expect(stage.session.bringForward(program: 1))
    try stage.settle()
    #expect(
      stage.compositor.toplevelWishes.dropFirst(before) == [
        .setFullscreen(first), .unsetMinimized(first), .activate(first),
      ])
    stage.compositor.removeForeignToplevel(first)
    try stage.settle()
    #expect(!stage.session.bringForward(program: 1))
    #expect(stage.session.bringForward(program: 2))
    try stage.compositor.waitForToplevelWish(.activate(second), while: stage)
  }

  @Test func hiddenKeyboardLeavesTheLauncherInFront() throws {
    let stage = try stage()
    defer { stage.end() }
    _ = addOwn(stage)
    stage.session.makeWay(forProgram: 1)
    let window = stage.compositor.addForeignToplevel(
      title: "A", appID: "a", states: [.activated, .fullscreen])
    try stage.compositor.waitForToplevelWish(.activate(window), while: stage)
    stage.session.leaveRoomForKeyboard(true)
    try stage.compositor.waitForToplevelWish(.unsetFullscreen(window), while: stage)
    stage.compositor.setForeignToplevel(window, states: [.activated])
    try stage.settle()
    stage.session.comeForward(isCovered: true)
    stage.session.leaveRoomForKeyboard(false)
    try stage.settle()
    #expect(!stage.compositor.toplevelWishes.contains(.setFullscreen(window)))
    #expect(stage.session.bringForward(program: 1))
    try stage.compositor.waitForToplevelWish(.setFullscreen(window), while: stage)
  }

  /// The compositor reports a state later than it accepts requests.
  @Test func windowLeavesRoomBeforeItsStateArrives() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.session.makeWay(forProgram: 1)
    let window = stage.compositor.addForeignToplevel(title: "A", appID: "a", states: [.activated])
    try stage.compositor.waitForToplevelWish(.activate(window), while: stage)
    stage.session.leaveRoomForKeyboard(true)
    stage.session.leaveRoomForKeyboard(false)
    stage.session.leaveRoomForKeyboard(true)
    try stage.settle()
    #expect(
      stage.compositor.toplevelWishes == [
        .setFullscreen(window), .activate(window), .unsetFullscreen(window), .setMaximized(window),
        .setFullscreen(window), .unsetFullscreen(window), .setMaximized(window),
      ])
  }

  /// A rule of the compositor, or the program itself, makes a window fullscreen over the keyboard.
  @Test func windowLeavesRoomOnceItIsFullscreen() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.session.makeWay(forProgram: 1)
    stage.session.leaveRoomForKeyboard(true)
    let window = stage.compositor.addForeignToplevel(title: "A", appID: "a", states: [.activated])
    try stage.compositor.waitForToplevelWish(.activate(window), while: stage)
    stage.compositor.setForeignToplevel(window, states: [.activated, .fullscreen])
    try stage.compositor.waitForToplevelWish(.unsetFullscreen(window), while: stage)
    for states in [[.activated], [.activated, .fullscreen]] as [[ZwlrForeignToplevelHandleV1.State]] {
      stage.compositor.setForeignToplevel(window, states: states)
    }
    try stage.settle()
    #expect(stage.compositor.toplevelWishes.count { $0 == .unsetFullscreen(window) } == 1)
  }

  @Test func lateWindowDoesNotCoverTheLauncher() throws {
    let stage = try stage()
    defer { stage.end() }
    let own = addOwn(stage)
    stage.session.makeWay(forProgram: 1)
    stage.session.comeForward(isCovered: true)
    try stage.settle()
    let late = stage.compositor.addForeignToplevel(title: "Late", appID: "a", states: [.activated])
    try stage.compositor.waitForToplevelWish(.activate(own), while: stage)
    #expect(!stage.compositor.toplevelWishes.contains(.activate(late)))
    #expect(stage.session.bringForward(program: 1))
    try stage.compositor.waitForToplevelWish(.activate(late), while: stage)
  }

  @Test func withoutWindowReportsANewWindowIsMapped() throws {
    let stage = try stage(tellsWindows: false)
    defer { stage.end() }
    #expect(!stage.session.capabilities.canRaiseAnyProgram)
    stage.session.makeWay(forProgram: 1)
    stage.compositor.resize(width: 640, height: 480, states: [.fullscreen])
    #expect(try stage.wait { stage.focus.last == false })
    let frames = stage.compositor.window()?.frames ?? 0
    stage.session.comeForward(isCovered: true)
    #expect(try stage.wait { (stage.compositor.window()?.frames ?? 0) > frames })
    #expect(stage.compositor.requests("xdg_wm_base", "get_xdg_surface").count == 2)
    #expect(try stage.wait { stage.configurations.last?.isFullscreen == true })
    #expect(stage.compositor.violations.isEmpty && stage.disconnections.isEmpty)
    let window = try #require(stage.compositor.window())
    #expect(window.title == "Rotunda" && window.appID == "rotunda")
  }

  @Test func launcherInFrontStaysAsItIs() throws {
    let stage = try stage(tellsWindows: false)
    defer { stage.end() }
    stage.session.comeForward(isCovered: true)
    stage.session.comeForward(isCovered: false)
    try stage.settle()
    #expect(stage.compositor.requests("xdg_wm_base", "get_xdg_surface").count == 1)
  }

  @Test func steppingAsideShowsWhatIsBelow() throws {
    let stage = try stage(tellsWindows: false)
    defer { stage.end() }
    #expect(stage.session.bringForward(program: 1))
    try stage.settle()
    #expect(stage.compositor.window() == nil)
    #expect(stage.focus.last == false)
    let frames = stage.predictions.count
    stage.session.frameClock.request()
    stage.session.window.setTitle("Elsewhere")
    try stage.settle()
    #expect(stage.predictions.count == frames)
    stage.compositor.setScale(2)
    try stage.settle()
    stage.session.comeForward(isCovered: false)
    #expect(try stage.wait { stage.compositor.pixels?.width == 320 })
    #expect(stage.compositor.window()?.title == "Elsewhere")
    #expect(stage.disconnections.isEmpty)
  }

  @Test func steppingAsideDoesNotWaitForACallback() throws {
    let stage = try SessionStage { $0.frames = .manual }
    defer { stage.end() }
    try stage.show()
    #expect(stage.session.frameClock.isOutstanding)
    #expect(stage.session.bringForward(program: 1))
    stage.session.comeForward(isCovered: false)
    let frames = stage.compositor.requests("wl_surface", "attach").count
    #expect(try stage.wait { stage.compositor.requests("wl_surface", "attach").count > frames + 1 })
    #expect(stage.disconnections.isEmpty)
  }

  @Test func closeWorksWhileTheLauncherIsAside() throws {
    let stage = try stage(tellsWindows: false)
    #expect(stage.session.bringForward(program: 1))
    stage.end()
  }

  @Test func aFloodOfWindowsIsNoHarm() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.session.makeWay(forProgram: 1)
    for number in 0..<1500 {
      stage.compositor.addForeignToplevel(
        title: String(repeating: "x", count: number % 3 == 0 ? 3000 : 1), appID: "a")
      // The compositor disconnects clients that do not read.
      if number % 20 == 0 { try stage.settle() }
    }
    try stage.settle()
    #expect(stage.disconnections.isEmpty)
    #expect(stage.session.bringForward(program: 1))
    try stage.settle()
  }

  @Test func silentCompositorCountsAsOneWithoutReports() throws {
    let stage = try stage()
    defer { stage.end() }
    #expect(stage.session.capabilities.canRaiseAnyProgram)
    stage.compositor.finishForeignToplevels()
    #expect(try stage.wait { !stage.session.capabilities.tellsWindows })
    #expect(stage.session.bringForward(program: 1))
    #expect(try stage.wait { stage.compositor.window() == nil })
  }
}

extension TestCompositor {
  /// Turns the stage's loop until a client has requested an action on another client's window.
  @MainActor
  fileprivate func waitForToplevelWish(_ wish: ToplevelWish, while stage: SessionStage) throws {
    #expect(try stage.wait { toplevelWishes.contains(wish) }, "\(wish) among \(toplevelWishes)")
  }
}
