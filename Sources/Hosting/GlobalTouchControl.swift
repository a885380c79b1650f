import Configuration
import Display
import EventLoop
import Gestures
import GlobalTouch
import Session

/// Has the touch panels read while a program has the screen, and gamepads and remote controls always, where
/// the configuration wants that.
package final class GlobalTouchControl {
  /// What the configuration says.
  package var setting = AutomaticSetting.automatic
  /// Takes what fingers do.
  package var onFrame: (TouchFrame) -> Void = { _ in }
  /// Takes what gamepads and remote controls do.
  package var onController: (ControllerEvent) -> Void = { _ in }
  /// Whether the configuration wants those.
  package var readsControllers = false {
    didSet { readsControllers ? controllers.follow() : controllers.ignore() }
  }
  private let touch: GlobalTouch
  private let controllers: Controllers
  private var coversScreen = false

  /// The seat where logind names none.
  private static let defaultSeat = "seat0"

  /// - Parameters:
  ///   - variables: the process's environment, which names the seat.
  ///   - panels: opens the panels where the launcher itself may not.
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

  /// Listens, or stops, as things are now: a strip that stays above programs leads home more surely.
  ///
  /// - Parameter isNeeded: whether touches on programs have to be known, and the compositor does not report
  ///   them.
  package func update(
    isCovered: Bool, isProgramSeen: Bool, hasStrip: Bool, isNeeded: Bool, _ session: WaylandSession
  ) {
    controllers.isProgramSeen = isProgramSeen
    // A window that has stepped aside for a program has no size; it was where it will be again.
    if let window = session.window.configuration { place(window, on: session.outputs.current?.description) }
    let isWanted = setting == .always || setting == .automatic && (!hasStrip || isNeeded)
    if isCovered && isWanted && coversScreen { touch.listen() } else { touch.ignore() }
  }

  /// A panel covers the screen; where it is on a window that does not cannot be known.
  private func place(_ window: WindowConfiguration, on output: Output.Description?) {
    coversScreen = window.isFullscreen || window.size == output?.logicalSize
    let turn = Int32(truncatingIfNeeded: window.transform.rawValue)
    touch.mapping = PanelMapping(
      size: window.size, orientation: PanelOrientation(rawValue: turn) ?? .normal, output: output?.name ?? "")
  }
}
