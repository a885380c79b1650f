import Gestures
import Logging
import RotundaGeometry
import Wayland

private let log = Log("window")

/// The launcher's toplevel.
package final class Window {
  package let surface: WlSurface
  /// The current configuration; nil before the first configure event, when drawing is not allowed.
  package private(set) var configuration: WindowConfiguration?

  private let globals: Globals
  private let outputs: Outputs
  private var shellSurface: XdgSurface
  private var toplevel: XdgToplevel
  private var title: String
  private let surfaceScale: SurfaceScale
  private var layout: WindowLayout
  private var pending = WindowLayout.Configure()

  /// Whether the window is off the screen.
  private(set) var isAside = false

  var onConfigured: ((WindowConfiguration) -> Void)?
  /// Called when the window hides: submitted frames will not appear.
  var onStepAside: (() -> Void)?
  var onClose: (() -> Void)?
  /// Called with whether the window is in front.
  var onActivated: ((Bool) -> Void)?
  /// Called when an acknowledged state waits for the next commit.
  var onNeedsFrame: (() -> Void)?

  init(_ globals: Globals, outputs: Outputs, options: WindowOptions) {
    self.globals = globals
    self.outputs = outputs
    layout = WindowLayout(options: options)
    title = options.title
    surface = globals.compositor.createSurface()
    shellSurface = globals.shell.getXdgSurface(surface: surface)
    toplevel = shellSurface.getToplevel()
    surfaceScale = SurfaceScale(surface, globals)
    listen()
    introduce()
  }

  private func listen() {
    surface.onEvent = { [weak self] in self?.outputs.handle($0) }
    surfaceScale.onChange = { [weak self] in self?.scaleChanged() }
    outputs.observe { [weak self] in self?.update() }
  }

  /// Sets the window's properties, and requests its first configure event.
  private func introduce() {
    shellSurface.onEvent = { [weak self] in self?.handle($0) }
    toplevel.onEvent = { [weak self] in self?.handle($0) }
    toplevel.setTitle(title: title)
    toplevel.setAppId(appId: layout.options.appID)
    surface.commit()
  }

  var coversScreen: Bool { layout.options.isFullscreen }

  /// Sets the title for task switchers.
  package func setTitle(_ title: String) {
    self.title = title
    if !isAside { toplevel.setTitle(title: title) }
  }

  /// Requests full screen again, which another program's window may have taken.
  ///
  /// A stacking compositor shows this window anyway once the other one is gone.
  package func comeForward() {
    guard let configuration, layout.options.isFullscreen, !configuration.isFullscreen else { return }
    toplevel.setFullscreen(output: nil)
  }

  /// Hides the window to reveal what is below it. Nothing is drawn until `comeBack()`.
  func stepAside() {
    guard !isAside else { return }
    isAside = true
    configuration = nil
    pending = WindowLayout.Configure()
    toplevel.destroy()
    shellSurface.destroy()
    // Attaching no buffer hides the surface. It can then get its role again.
    surface.attach(buffer: nil, x: 0, y: 0)
    surface.commit()
    onStepAside?()
  }

  /// Shows the window again, as a new one. Compositors usually place those in front.
  func comeBack() {
    guard isAside else { return }
    isAside = false
    shellSurface = globals.shell.getXdgSurface(surface: surface)
    toplevel = shellSurface.getToplevel()
    introduce()
  }

  private func handle(_ event: XdgToplevel.Event) {
    switch event {
    case .configure(let width, let height, let states):
      let states = Set(states.words.map(XdgToplevel.State.init))
      pending = WindowLayout.Configure(
        width: max(0, width), height: max(0, height), isFullscreen: states.contains(.fullscreen),
        isActivated: states.contains(.activated))
    case .close: onClose?()
    case .configureBounds, .wmCapabilities: break
    }
  }

  private func handle(_ event: XdgSurface.Event) {
    guard case .configure(let serial) = event else { return }
    let isFirst = configuration == nil
    shellSurface.ackConfigure(serial: serial)
    layout.configure = pending
    // Not earlier: cage 0.3 aborts on a fullscreen request before the first configure event.
    if isFirst && layout.options.isFullscreen && !pending.isFullscreen { toplevel.setFullscreen(output: nil) }
    apply()
    onActivated?(pending.isActivated)
    onNeedsFrame?()
  }

  private func scaleChanged() {
    layout.fractionalScale = surfaceScale.preferred
    update()
  }

  /// Applies changes of the output or the scale.
  private func update() {
    if configuration != nil { apply() } else { layout.output = outputs.current?.description }
  }

  private func apply() {
    layout.output = outputs.current?.description
    let new = layout.configuration
    guard new != configuration else { return }
    if configuration.map({ ($0.size, $0.scale) == (new.size, new.scale) }) != true { setGeometry(new) }
    configuration = new
    log.info(
      "\(Int(new.size.width))×\(Int(new.size.height)) points at \(new.scale)\(new.isFullscreen ? ", fullscreen" : "")"
    )
    onConfigured?(new)
    onNeedsFrame?()
  }

  /// Sets the geometry. It takes effect with the next commit, which has a buffer of the new size.
  private func setGeometry(_ new: WindowConfiguration) {
    surfaceScale.apply(new.size, outputScale: Int32(new.scale))
    // The window is opaque: the compositor need not blend it.
    let region = globals.compositor.createRegion()
    region.add(x: 0, y: 0, width: Int32(new.size.width), height: Int32(new.size.height))
    surface.setOpaqueRegion(region: region)
    region.destroy()
  }

  /// Reports whether a window from the compositor's list is this one, by its title and app ID.
  func isDescribed(byTitle title: String, appID: String) -> Bool {
    appID == layout.options.appID && title == self.title
  }

  func destroy() {
    surfaceScale.destroy()
    if !isAside {
      toplevel.destroy()
      shellSurface.destroy()
    }
    surface.destroy()
  }
}

/// An event of the launcher's window.
package nonisolated enum WindowEvent: Sendable {
  /// The window has a new size. Resize the render target; a `.frame` follows.
  case configured(WindowConfiguration)
  /// Touches, or the pointer with its button down as a touch with the ID `PointerGatherer.contact`.
  case touch(TouchFrame)
  /// A key that the launcher uses.
  case key(KeyEvent)
  /// A wheel or a touchpad.
  case scroll(ScrollEvent)
  /// Draw what will be visible at `predictedPresentation`, in seconds of CLOCK_MONOTONIC, and submit it with
  /// `FrameClock.present`.
  case frame(predictedPresentation: Double)
  /// Touches on the keyboard over a program, in points of its surface.
  case keyboardTouch(TouchFrame)
  /// A swipe from the strip along an edge, while a program covered the window.
  case stripSwiped(Edge)
  /// Whether the window has keyboard focus, and so is in front as far as the compositor reports.
  case focus(Bool)
  /// The compositor asks the window to close.
  case closed
  /// The connection is lost. No event follows.
  case disconnected(ConnectionError)
}

/// The requested properties of a window.
package nonisolated struct WindowOptions: Hashable, Sendable {
  /// Whether the window covers the screen. Otherwise the compositor places it.
  package var isFullscreen: Bool
  /// The size in points of a window that does not cover the screen, if the compositor permits a choice.
  package var size: Size
  /// The title for task switchers.
  package var title: String
  /// The app ID for compositors' rules.
  package var appID: String

  /// The launcher's app ID.
  private static let defaultAppID = "rotunda"
  /// The size in points if neither the compositor nor an output sets one: that of cage's headless output.
  package static let defaultSize = Size(1280, 720)

  package init(
    isFullscreen: Bool = true, size: Size = defaultSize, title: String = "Rotunda",
    appID: String = defaultAppID
  ) {
    self.isFullscreen = isFullscreen
    self.size = size
    self.title = title
    self.appID = appID
  }
}

/// The purpose of a surface.
enum SurfaceRole {
  /// The launcher's window.
  case window
  /// The home strip.
  case strip
  /// The keyboard over a program.
  case keyboard
}
