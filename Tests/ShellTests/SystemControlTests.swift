import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

/// The controls of the system page.
struct SystemControlTests {
  private func opened(
    hasPIN: Bool = true, size: Size = Size(1280, 800), change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage.withPIN(size: size) {
      $0.admin.allowsConsole = true
      change(&$0)
      if !hasPIN {
        $0.admin.pin = .none
        $0.admin.showsPageWithoutPIN = true
      }
    }
    var system = SystemInformation(version: "1", configurationPath: "/etc/rotunda/rotunda.toml")
    system.program = "/usr/bin/rotunda"
    (system.hasPhone, system.copiesBundles) = (true, true)
    stage.send(.system(system))
    stage.act(.admin)
    if hasPIN { stage.enter(ShellStage.pin) }
    stage.send(.stick(.found(StickBundle(path: "/media/a", name: "a"))))
    stage.draw()
    return stage
  }

  private func touch(_ control: SystemControl, on stage: ShellStage) {
    guard let index = stage.shell.systemPage?.controls.firstIndex(of: control) else { return }
    stage.tap(stage.shell.controlsLayout.places[index].center)
    stage.wait(0.4)
  }

  @Test(arguments: [
    (SystemControl.restart, ShellEffect.restart), (.reload, .reloadConfiguration), (.reboot, .power(.reboot)),
    (.powerOff, .power(.powerOff)), (.console, .leaveToConsole),
  ])
  func rightPINPermitsEveryControl(control: SystemControl, effect: ShellEffect) {
    let stage = opened()
    touch(control, on: stage)
    #expect(stage.effects.count { $0 == effect } == 1)
  }

  @Test func theTouchTestIsAProgramLikeOthers() {
    let stage = opened()
    touch(.touchTest, on: stage)
    #expect(
      stage.starts.map(\.command.arguments) == [
        ["/usr/bin/rotunda", "touch-test", "--config", "/etc/rotunda/rotunda.toml"]
      ])
    #expect(stage.shell.isCovered && stage.shell.systemPage == nil)
    stage.send(.ended(stage.starts[0].program, .exited(status: 0)))
    #expect(!stage.shell.isCovered && stage.shell.notice == nil)
  }

  @Test func consoleIsOfferedOnlyWhenAllowed() {
    #expect(opened().shell.systemPage?.controls.contains(.console) == true)
    let closed = opened { $0.admin.allowsConsole = false }
    #expect(closed.shell.systemPage?.controls.contains(.console) == false)
  }

  @Test func kioskCannotEndWithoutAPIN() {
    let stage = opened(hasPIN: false)
    #expect(stage.shell.systemPage?.controls == [.edit, .reload, .touchTest])
    for control in SystemControl.allCases {
      stage.shell.withOutbox(&stage.effects) { $0.perform(.control(control)) }
    }
    #expect(!stage.effects.contains { if case .stick = $0 { true } else { false } })
    for effect in [ShellEffect.restart, .power(.reboot), .power(.powerOff), .leaveToConsole] {
      #expect(!stage.effects.contains(effect))
    }
  }

  @Test func keysMoveBetweenControls() {
    let stage = opened()
    for _ in 0..<4 { stage.send(.key(KeyEvent(.tab))) }
    stage.send(.key(KeyEvent(.left)))
    stage.send(.key(KeyEvent(.right)))
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.effects.contains(.reloadConfiguration) && !stage.effects.contains(.restart))
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.shell.systemPage == nil)
  }

  @Test func tapBetweenControlsDoesNothing() {
    let stage = opened()
    let places = stage.shell.controlsLayout.places
    stage.tap(Point((places[0].maxX + places[1].origin.x) / 2, places[0].center.y))
    #expect(stage.shell.systemPage != nil)
  }

  @Test func theMachineIsAskedWhenThePageOpens() {
    let stage = opened()
    #expect(stage.effects.contains(.readSystem))
    var system = SystemInformation(version: "1")
    (system.host, system.addresses) = ("lobby", ["192.0.2.7 (eth0)", "2001:db8::7 (eth0)"])
    (system.uptime, system.disk) = (3 * 86400 + 50, .init(free: 3_400_000_000, total: 29_000_000_000))
    stage.send(.system(system))
    stage.draw()
    let words = stage.writing.joined(separator: "\n")
    for word in [
      "lobby", "Rotunda 1", "192.0.2.7 (eth0)\n2001:db8::7 (eth0)", "Up for 3 days", "3.4 GB free of 29 GB",
    ] {
      #expect(words.contains(word), "\(word)")
    }
  }

  /// Letters have 0.82 of the font size, and a line is 1.42 of that. A screen with large pixels has low
  /// touch areas.
  @Test func narrowControlsHaveRoomForTwoLines() throws {
    let page = PageMetrics(Metrics(size: Size(1280, 800)), pointsPerMillimeter: 2)
    let place = try #require(SystemControlsLayout(9, page).places.first)
    let line = page.metrics.fontSize * 0.82 * 1.42
    #expect(place.size.height >= 2 * line && place.size.height < 3 * line)
  }

  @Test(arguments: [Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(480, 800)], [1.0, 2.0])
  func controlsAreLargeAndLeaveRoom(size: Size, textScale: Double) {
    let stage = opened(size: size) { $0.access.textScale = textScale }
    let layout = stage.shell.controlsLayout
    #expect(layout.places.count == SystemControl.allCases.count - 1)
    let screen = Rectangle(origin: .zero, size: size)
    for (index, place) in layout.places.enumerated() {
      #expect(screen.intersection(place) == place)
      #expect(place.size.height >= stage.shell.environment.pageMetrics.targetSide)
      #expect(place.intersection(stage.shell.environment.pageMetrics.closeFrame) == nil)
      for other in layout.places.dropFirst(index + 1) { #expect(place.intersection(other) == nil) }
    }
    #expect(layout.height < size.height * 0.62)
  }
}
