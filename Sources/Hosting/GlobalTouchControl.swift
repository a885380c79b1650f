import Configuration
import Display
import EventLoop
import Gestures
import GlobalTouch
import Session

/// Controls the reading of touch panels while a program has the screen, and of gamepads and remote controls
/// at all times, as configured.
package final class GlobalTouchControl {
  /// The configured setting.
  package var setting = AutomaticSetting.automatic
  /// Called for each frame of touches.
  package var onFrame: (TouchFrame) -> Void = { _ in }
  /// Called for each event of gamepads and remote controls.
  package var onController: (ControllerEvent) -> Void = { _ in }
  /// Whether the configuration enables gamepads and remote controls.
  package var readsControllers = false {
    didSet { readsControllers ? controllers.follow() : controllers.ignore() }
  }
  private let touch: GlobalTouch
  private let controllers: Controllers
  private var coversScreen = false

  /// The seat if logind names none.
  private static let defaultSeat = "seat0"

  /// Creates the control.
  ///
  /// - Parameters:
  ///   - variables: the process's environment, which names the seat.
  ///   - panels: opens the panels if the launcher itself may not.
  package init(loop: EventLoop, variables: [String: String], panels: SessionPanels?) {
    let seat = variables["XDG_SEAT"].flatMap { $0.isEmpty ? nil : $0 }
    let open: (@Sendable (String) -> Int32)? = panels.map { panels in { @Sendable path in panels.open(path) }
    }
    touch = GlobalTouch(loop: loop, seat: seat ?? Self.defaultSeat, open: open)
    let askForControllers: (@Sendable () -> Int32)? = panels.map { panels in
      { @Sendable in panels.openControllers() }
    }
    controllers = Controllers(loop: loop, seat: seat ?? Self.defaultSeat, open: askForControllers)
    touch.onFrame = { [weak self] in self?.onFrame($0) }
    controllers.onEvent = { [weak self] in self?.onController($0) }
  }

  /// Starts or stops to read touch panels. The automatic setting prefers the strip, which is more reliable.
  ///
  /// - Parameter isNeeded: whether touches on programs must be known, although the compositor does not
  ///   report them.
  package func update(
    isCovered: Bool, isProgramSeen: Bool, hasStrip: Bool, isNeeded: Bool, _ session: WaylandSession
  ) {
    controllers.isProgramSeen = isProgramSeen
    // A window that made way for a program has no size. It will return to its old place.
    if let window = session.window.configuration { place(window, on: session.outputs.current?.description) }
    let isWanted = setting == .always || setting == .automatic && (!hasStrip || isNeeded)
    if isCovered && isWanted && coversScreen { touch.listen() } else { touch.ignore() }
  }

  /// Maps panels to the screen. This is only possible for a window that fills the screen.
  private func place(_ window: WindowConfiguration, on output: Output.Description?) {
    coversScreen = window.isFullscreen || window.size == output?.logicalSize
    let turn = Int32(truncatingIfNeeded: window.transform.rawValue)
    touch.mapping = PanelMapping(
      size: window.size, orientation: PanelOrientation(rawValue: turn) ?? .normal, output: output?.name ?? "")
  }
}
