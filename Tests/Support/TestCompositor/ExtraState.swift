import Wayland
import WaylandServer

/// Interfaces that only some compositors offer.
final class ExtraState {
  let idle: IdleState
  let toplevels = ForeignToplevels()
  let contexts: SecurityContexts
  let management: OutputManagement
  let typing: TypingState
  let copies: ScreenCopies
  private(set) var layers: [LayerState] = []
  /// The number of `zwp_idle_inhibitor_v1` objects.
  private(set) var inhibitors = 0
  /// Whether the screen is on.
  private(set) var isPowered = true

  private var powers: [ZwlrOutputPowerV1Resource] = []
  private var scales: [WpFractionalScaleV1Resource] = []
  private var tokens = 0
  private unowned let state: CompositorState

  init(_ state: CompositorState) {
    self.state = state
    idle = IdleState(state.display)
    contexts = SecurityContexts(state.display)
    management = OutputManagement(state)
    typing = TypingState(state)
    copies = ScreenCopies(state)
  }

  func makeGlobal(_ interface: ProtocolInterface, version: UInt32) -> ServerGlobal? {
    let display = state.display
    return switch interface {
    case .wpPresentation:
      display.addGlobal(WpPresentationResource.self, version: version) { [unowned self] in bind($0) }
    case .wpViewporter:
      display.addGlobal(WpViewporterResource.self, version: version) { [unowned self] in bind($0) }
    case .wpFractionalScaleManagerV1:
      display.addGlobal(WpFractionalScaleManagerV1Resource.self, version: version) { [unowned self] in
        bind($0)
      }
    case .xdgActivationV1:
      display.addGlobal(XdgActivationV1Resource.self, version: version) { [unowned self] in bind($0) }
    case .zwpIdleInhibitManagerV1:
      display.addGlobal(ZwpIdleInhibitManagerV1Resource.self, version: version) { [unowned self] in bind($0) }
    case .zwlrLayerShellV1:
      display.addGlobal(ZwlrLayerShellV1Resource.self, version: version) { [unowned self] in bind($0) }
    case .zwlrOutputPowerManagerV1:
      display.addGlobal(ZwlrOutputPowerManagerV1Resource.self, version: version) { [unowned self] in bind($0)
      }
    case .zxdgOutputManagerV1:
      display.addGlobal(ZxdgOutputManagerV1Resource.self, version: version) { [unowned self] in bind($0) }
    case .zwlrForeignToplevelManagerV1: toplevels.makeGlobal(display, version: version)
    case .zwlrOutputManagerV1: management.makeGlobal(version: version)
    case .zwpInputMethodManagerV2, .zwpVirtualKeyboardManagerV1:
      typing.makeGlobal(interface, version: version)
    case .wpSecurityContextManagerV1: contexts.makeGlobal(version: version)
    case .zwlrScreencopyManagerV1: copies.makeGlobal(version: version)
    default: idle.makeGlobal(interface, version: version)
    }
  }

  private func bind(_ presentation: WpPresentationResource) {
    presentation.sendClockId(clkId: 1)
    presentation.onRequest = { [unowned self] request in
      guard case .feedback(let surface, let feedback) = request else { return }
      state.surface(of: surface)?.addFeedback(feedback)
    }
  }

  private func bind(_ viewporter: WpViewporterResource) {
    viewporter.onRequest = { [unowned self] request in
      guard case .getViewport(let viewport, let resource) = request else { return }
      let surface = state.surface(of: resource)
      viewport.onRequest = { [weak surface] request in
        switch request {
        case .setDestination(let width, let height):
          surface?.updateNext { $0.destination = width < 0 ? nil : (width, height) }
        case .destroy: surface?.updateNext { $0.destination = nil }
        case .setSource: break
        }
      }
    }
  }

  private func bind(_ manager: WpFractionalScaleManagerV1Resource) {
    manager.onRequest = { [unowned self] request in
      guard case .getFractionalScale(let scale, _) = request else { return }
      scales.append(scale)
      scale.onDestroy = { [unowned self, unowned scale] in scales.removeAll { $0 === scale } }
      scale.sendPreferredScale(scale: state.outputs.first?.options.fractionalScale ?? 120)
    }
  }

  /// Sends all surfaces a new scale, in units of 1/120.
  func setFractionalScale(_ value: UInt32) {
    for scale in scales { scale.sendPreferredScale(scale: value) }
  }

  private func bind(_ activation: XdgActivationV1Resource) {
    activation.onRequest = { [unowned self] request in
      guard case .getActivationToken(let token) = request else { return }
      token.onRequest = { [unowned self, unowned token] request in
        guard case .commit = request else { return }
        tokens += 1
        token.sendDone(token: "token-\(tokens)")
      }
    }
  }

  private func bind(_ manager: ZwpIdleInhibitManagerV1Resource) {
    manager.onRequest = { [unowned self] request in
      guard case .createInhibitor(let inhibitor, _) = request else { return }
      inhibitors += 1
      inhibitor.onDestroy = { [unowned self] in inhibitors -= 1 }
    }
  }

  private func bind(_ shell: ZwlrLayerShellV1Resource) {
    shell.onRequest = { [unowned self] request in
      guard case .getLayerSurface(let resource, let surface, _, let level, let namespace) = request,
        let surface = state.surface(of: surface)
      else { return }
      let properties = LayerProperties(namespace: namespace, layer: level)
      let layer = LayerState(resource, surface, properties, state)
      layers.append(layer)
      resource.onDestroy = { [unowned self, layer] in layers.removeAll { $0 === layer } }
    }
  }

  private func bind(_ manager: ZwlrOutputPowerManagerV1Resource) {
    manager.onRequest = { [unowned self] request in
      guard case .getOutputPower(let power, _) = request else { return }
      powers.append(power)
      power.onDestroy = { [unowned self, unowned power] in powers.removeAll { $0 === power } }
      power.sendMode(mode: isPowered ? .on : .off)
      power.onRequest = { [unowned self] request in
        guard case .setMode(let mode) = request else { return }
        setPower(mode == .on)
      }
    }
  }

  func setPower(_ isOn: Bool) {
    isPowered = isOn
    for power in powers { power.sendMode(mode: isOn ? .on : .off) }
  }

  private func bind(_ manager: ZxdgOutputManagerV1Resource) {
    manager.onRequest = { [unowned self] request in
      guard case .getXdgOutput(let description, let resource) = request else { return }
      let output = state.outputs.first { output in output.resources.contains { $0 === resource } }
      output?.add(description)
    }
  }
}
