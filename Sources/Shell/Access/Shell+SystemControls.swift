import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene

/// What the system's page can have done.
extension Shell {
  private static let wordSize = 0.82
  /// The free edge around the words, in heights of letters: what is left has room for two lines.
  private static let margin = 0.15
  private static let radius = 0.18
  private static let focusWidth = 4.0
  private static let pressedOpacity = 0.7
  /// Tells the page for touchscreens from tiles' programs.
  private static let touchTestID = "rotunda:touch-test"

  /// What is offered: everything to whoever has entered the PIN, to others what cannot end the kiosk.
  private var offeredControls: [SystemControl] {
    SystemControl.allCases.filter { control in
      if control == .touchTest, system.program == nil { return false }
      if control == .console, !access.settings.allowsConsole { return false }
      return access.hasPIN || control.isHarmless
    }
  }

  var controlsLayout: SystemControlsLayout {
    SystemControlsLayout(
      systemPage?.controls.all.count ?? 0, pageMetrics,
      bottom: metrics.size.height - metrics.fontSize * 2)
  }

  /// Has what is written on them drawn.
  mutating func layOutControls(of page: inout SystemPage) {
    page.controls.all = offeredControls
    let places = SystemControlsLayout(page.controls.all.count, pageMetrics, bottom: 0).places
    page.controls.words = zip(page.controls.all, places).map { control, place in
      let block = TextBlock(
        control.text(in: words), color: theme.cardText, fontSize: metrics.fontSize * Self.wordSize,
        fontFamily: theme.fontFamily, language: theme.language, isBold: true, alignment: .center)
      return Writing(block, within: place.inset(by: metrics.fontSize * Self.margin).size, scale: scale)
    }
  }

  func systemControl(at point: Point) -> SystemControl? {
    guard let all = systemPage?.controls.all else { return nil }
    return controlsLayout.places.firstIndex { $0.contains(point) }.map { all[$0] }
  }

  /// Whether a point lies among them, where a tap that misses does nothing.
  func isAmongControls(_ point: Point) -> Bool {
    guard let first = controlsLayout.places.first else { return false }
    return point.y >= first.origin.y - metrics.padding / 2
  }

  mutating func perform(_ control: SystemControl) {
    guard offeredControls.contains(control) else { return }
    sound(.tap)
    switch control {
    case .restart: outbox.append(.restart)
    case .reload: outbox.append(.reloadConfiguration)
    case .touchTest: startTouchTest()
    case .reboot: end(by: .reboot)
    case .powerOff: end(by: .powerOff)
    case .console: outbox.append(.leaveToConsole)
    }
  }

  private mutating func end(by action: PowerAction) {
    closeSystemPage()
    carryOut(action)
  }

  /// The page for touchscreens is a program like others: whatever a broken touchscreen does to it, there is a way back.
  private mutating func startTouchTest() {
    guard let program = system.program else { return }
    closeSystemPage()
    let file = system.configurationPath.map { ["--config", $0] } ?? []
    let command = Command([program, "touch-test"] + file)
    let tile = LauncherTile(
      id: Self.touchTestID, name: words(.touchTest), icon: nil, action: .start(command))
    start(command, of: tile, isAsked: false)
  }

  /// Draws them, on a ground that what scrolls ends at.
  func append(_ controls: SystemControls, to frame: inout SceneFrame) {
    for ((control, word), place) in zip(zip(controls.all, controls.words), controlsLayout.places) {
      let radius = place.size.height * Self.radius
      let first = frame.sprites.count
      let line = controls.focus == control ? Self.focusWidth : theme.borderWidth
      if line > 0 {
        let color = controls.focus == control ? theme.progress : theme.border
        append(.color(color), in: place.inset(by: -line), radius: radius + line, to: &frame)
      }
      append(.color(theme.card), in: place, radius: radius, to: &frame)
      append(word, around: place.center, to: &frame)
      guard controls.pressed == control else { continue }
      for index in frame.sprites[first...].indices { frame.sprites[index].opacity *= Self.pressedOpacity }
    }
  }
}
