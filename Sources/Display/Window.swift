import Gestures
import Logging
import RotundaGeometry
import Wayland

private let log = Log("window")

/// The launcher's toplevel.
package final class Window {
  package let surface: WlSurface
  /// What it is now; nil before the compositor's first configure, when nothing may be drawn.
  package private(set) var configuration: WindowConfiguration?

  private let globals: Globals
  private let outputs: Outputs
  private var shellSurface: XdgSurface
  private var toplevel: XdgToplevel
  private var title: String
  private let viewport: WpViewport?
  private let fractionalScale: WpFractionalScaleV1?
  private var layout: WindowLayout
  private var pending = WindowLayout.Configure()

  /// Whether it was taken off the screen.
  private(set) var isAside = false

  var onConfigured: ((WindowConfiguration) -> Void)?
  /// What was handed over will not be shown.
  var onStepAside: (() -> Void)?
  var onClose: (() -> Void)?
  /// Whether it is in front.
  var onActivated: ((Bool) -> Void)?
  /// Something was acknowledged, and the next commit makes it count.
  var onNeedsFrame: (() -> Void)?

  /// fractional-scale-v1 counts in 120ths.
  private static let scaleUnit = 120.0
  /// What a compositor may ask for, in pixels per point; anything else is nonsense.
  private static let plausibleScales = 0.125...16.0

  init(_ globals: Globals, outputs: Outputs, options: WindowOptions) {
    self.globals = globals
    self.outputs = outputs
    layout = WindowLayout(options: options)
    title = options.title
    surface = globals.compositor.createSurface()
    shellSurface = globals.shell.getXdgSurface(surface: surface)
    toplevel = shellSurface.getToplevel()
    // Either alone is of no use: the fraction is drawn through the viewport.
    let manager = globals.viewporter == nil ? nil : globals.fractionalScales
    fractionalScale = manager?.getFractionalScale(surface: surface)
    viewport = manager == nil ? nil : globals.viewporter?.getViewport(surface: surface)
    listen()
    introduce()
  }

  private func listen() {
    surface.onEvent = { [weak self] in self?.outputs.handle($0) }
    fractionalScale?.onEvent = { [weak self] in self?.handle($0) }
    outputs.observe { [weak self] in self?.update() }
  }

  /// Says what it is, and asks for its first configure.
  private func introduce() {
    shellSurface.onEvent = { [weak self] in self?.handle($0) }
    toplevel.onEvent = { [weak self] in self?.handle($0) }
    toplevel.setTitle(title: title)
    toplevel.setAppId(appId: layout.options.appID)
    surface.commit()
  }

  var coversScreen: Bool { layout.options.isFullscreen }

  /// Changes what a task switcher shows.
  package func setTitle(_ title: String) {
    self.title = title
    if !isAside { toplevel.setTitle(title: title) }
  }

  /// Asks for the whole screen again: another program's window may have taken it.
  ///
  /// A compositor that stacks windows shows this one anyway once the other is gone.
  package func comeForward() {
    guard let configuration, layout.options.isFullscreen, !configuration.isFullscreen else { return }
    toplevel.setFullscreen(output: nil)
  }

  /// Takes it off the screen, so that what lies below is seen. Nothing is drawn until `comeBack()`.
  func stepAside() {
    guard !isAside else { return }
    isAside = true
    configuration = nil
    pending = WindowLayout.Configure()
    toplevel.destroy()
    shellSurface.destroy()
    // A surface is unmapped by taking its picture away; the role can be given again then.
    surface.attach(buffer: nil, x: 0, y: 0)
    surface.commit()
    onStepAside?()
  }

  /// Puts it on the screen again, as a new window: in front, wherever new windows come in front.
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
    // Not earlier: cage 0.3 aborts on a request for the whole screen before the first configure.
    if isFirst && layout.options.isFullscreen && !pending.isFullscreen { toplevel.setFullscreen(output: nil) }
    apply()
    onActivated?(pending.isActivated)
    onNeedsFrame?()
  }

  private func handle(_ event: WpFractionalScaleV1.Event) {
    guard case .preferredScale(let units) = event else { return }
    let scale = Double(units) / Self.scaleUnit
    guard Self.plausibleScales.contains(scale) else {
      log.warning("the compositor prefers a scale of \(scale)")
      return
    }
    layout.fractionalScale = scale
    update()
  }

  /// Something beside the configure changed: an output, the scale.
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

  /// Takes effect with the next commit, which is that of a buffer of the new size.
  private func setGeometry(_ new: WindowConfiguration) {
    if let viewport, layout.fractionalScale != nil {
      surface.setBufferScale(scale: 1)
      viewport.setDestination(width: Int32(new.size.width), height: Int32(new.size.height))
    } else {
      surface.setBufferScale(scale: Int32(new.scale))
    }
    // Everything is opaque: the compositor need not blend what is behind it.
    let region = globals.compositor.createRegion()
    region.add(x: 0, y: 0, width: Int32(new.size.width), height: Int32(new.size.height))
    surface.setOpaqueRegion(region: region)
    region.destroy()
  }

  /// Whether a window that the compositor tells of is this one, by what it says it is.
  func isDescribed(byTitle title: String, appID: String) -> Bool {
    appID == layout.options.appID && title == self.title
  }

  func destroy() {
    viewport?.destroy()
    fractionalScale?.destroy()
    if !isAside {
      toplevel.destroy()
      shellSurface.destroy()
    }
    surface.destroy()
  }
}

/// What happens to the launcher's window.
package nonisolated enum WindowEvent: Sendable {
  /// It has a size now, or another one. Resize what draws into it; a `.frame` follows.
  case configured(WindowConfiguration)
  /// Fingers, or the pointer with its button held, which is a finger of id `PointerGatherer.contact`.
  case touch(TouchFrame)
  /// A key that has a use.
  case key(KeyEvent)
  /// A wheel or a touchpad.
  case scroll(ScrollEvent)
  /// Time to draw what will be seen at `predictedPresentation`, in seconds of CLOCK_MONOTONIC, and to hand it
  /// over with `FrameClock.present`.
  case frame(predictedPresentation: Double)
  /// Fingers on the keyboard over a program, in points of that surface.
  case keyboardTouch(TouchFrame)
  /// A finger came in from the strip along an edge, while a program covered the window.
  case stripSwiped(Edge)
  /// Whether the keyboard speaks to it, and so whether it is in front as far as a compositor tells.
  case focus(Bool)
  /// The compositor asks it to close.
  case closed
  /// The compositor is gone, and no other event follows.
  case disconnected(ConnectionError)
}

/// What a window is asked to be.
package nonisolated struct WindowOptions: Hashable, Sendable {
  /// Covers the screen; else a window that the compositor places.
  package var isFullscreen: Bool
  /// The size of a window that does not cover the screen, in points, where the compositor leaves it open.
  package var size: Size
  /// What a task switcher shows.
  package var title: String
  /// What compositors' rules match on.
  package var appID: String

  /// The launcher's own name for compositors.
  private static let defaultAppID = "rotunda"
  /// What a window is when neither the compositor nor an output says, in points: the size of cage's headless
  /// output.
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

/// What a surface of ours is for.
enum SurfaceRole {
  /// The launcher's window.
  case window
  /// The strip that leads home.
  case strip
  /// The keyboard over a program.
  case keyboard
}
