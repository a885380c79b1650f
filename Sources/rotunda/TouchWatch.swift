import Configuration
import Display
import EventLoop
import Gestures
import GlobalTouch

/// Has the touch panels read while a program has the screen, where the configuration wants that.
final class TouchWatch {
  /// What the configuration says.
  var setting = GlobalTouchSetting.automatic
  private let touch: GlobalTouch

  /// The seat of whoever is not told by logind which one it is on.
  private static let defaultSeat = "seat0"

  /// A watch that hands what fingers do to `onFrame`.
  init(loop: EventLoop, environment: ProcessEnvironment, onFrame: @escaping (TouchFrame) -> Void) {
    let seat = environment.variables["XDG_SEAT"].flatMap { $0.isEmpty ? nil : $0 }
    touch = GlobalTouch(loop: loop, seat: seat ?? Self.defaultSeat)
    touch.onFrame = onFrame
  }

  /// Listens, or stops, as things are now: a strip that stays above programs leads home more surely.
  func update(isCovered: Bool, hasStrip: Bool, _ session: WaylandSession) {
    let isWanted = setting == .always || setting == .automatic && !hasStrip
    guard isCovered, isWanted, let window = session.window.configuration else { return touch.ignore() }
    let output = session.outputs.current?.description
    // A panel covers the screen; where it is on a window that does not cannot be known.
    guard window.isFullscreen || window.size == output?.logicalSize else { return touch.ignore() }
    touch.mapping = PanelMapping(
      size: window.size,
      orientation: PanelOrientation(rawValue: Int32(truncatingIfNeeded: window.transform.rawValue))
        ?? .normal,
      output: output?.name ?? "")
    touch.listen()
  }
}
