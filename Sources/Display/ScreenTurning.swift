import EventLoop
import Logging
import RotundaGeometry
import Wayland

private let log = Log("screens")

/// Rotates the picture on all screens, if the compositor supports wlr-output-management.
///
/// Other clients may change the state at any time, so every `done` event is compared with the wanted
/// rotation. A screen that refuses stays as it is until another rotation is wanted.
final class ScreenTurning {
  private let manager: ZwlrOutputManagerV1
  private var heads: [Head] = []
  /// The serial of the current state; nil before the first.
  private var serial: UInt32?
  private var configuration: ZwlrOutputConfigurationV1?
  /// Whether the compositor has reported a state since the last request.
  private var hasNews = false
  private var wanted: ScreenRotation?
  /// The rotation that was last refused.
  private var refused: ScreenRotation?
  /// The time until which frames wait for the rotation.
  private(set) var waitEnd = 0.0

  /// Seconds for which frames wait for the rotation. After that they no longer wait for a slow compositor.
  private static let patience = 1.0
  /// The most screens to track.
  private static let mostHeads = 64

  /// Creates the control. Returns nil if the compositor lacks the protocol.
  init?(_ registry: Registry) {
    guard let manager = registry.bindIfOffered(ZwlrOutputManagerV1.self) else { return nil }
    self.manager = manager
    manager.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Sets the wanted rotation; nil keeps the current one.
  func turn(to rotation: ScreenRotation?) {
    guard rotation != wanted else { return }
    (wanted, refused) = (rotation, nil)
    waitEnd = rotation == nil ? 0 : EventLoop.now + Self.patience
    apply()
  }

  /// Whether the rotation is in progress: a frame now would have the wrong orientation.
  var isTurning: Bool {
    guard wanted != nil, refused == nil, EventLoop.now < waitEnd else { return false }
    return serial == nil || configuration != nil
  }

  private func handle(_ event: ZwlrOutputManagerV1.Event) {
    switch event {
    case .head(let proxy):
      let head = Head(proxy)
      guard heads.count < Self.mostHeads else { return head.destroy() }
      heads.append(head)
      head.onFinished = { [weak self, unowned head] in
        self?.heads.removeAll { $0 === head }
        head.destroy()
      }
    case .done(let serial):
      (self.serial, hasNews) = (serial, true)
      apply()
    case .finished:
      log.notice("the compositor no longer lets the launcher turn its screens")
      serial = nil
      (wanted, waitEnd) = (nil, 0)
    }
  }

  /// Requests the wanted rotation, unless it is already in effect.
  private func apply() {
    guard let serial, let wanted, wanted != refused, configuration == nil,
      heads.contains(where: { $0.isEnabled && $0.transform.rawValue != wanted.waylandTransform })
    else { return }
    let configuration = manager.createConfiguration(serial: serial)
    (self.configuration, hasNews) = (configuration, false)
    configuration.onEvent = { [weak self] in self?.answered($0) }
    // The request must contain all screens. Their other properties stay the same.
    for head in heads {
      guard head.isEnabled else {
        configuration.disableHead(head: head.proxy)
        continue
      }
      configuration.enableHead(head: head.proxy).setTransform(
        transform: WlOutput.Transform(rawValue: UInt32(wanted.waylandTransform)))
    }
    configuration.apply()
  }

  private func answered(_ event: ZwlrOutputConfigurationV1.Event) {
    configuration?.destroy()
    configuration = nil
    if case .failed = event {
      log.warning("the compositor does not turn the screen by \(wanted?.rawValue ?? 0) degrees")
      refused = wanted
    }
    // Apply again if the state changed during the request. Otherwise a `done` event will report the new
    // state, and no second request is needed.
    if hasNews { apply() }
  }

  func destroy() {
    configuration?.destroy()
    configuration = nil
    heads.forEach { $0.destroy() }
    heads = []
    manager.onEvent = nil
  }

  /// A screen, on or off.
  private final class Head {
    let proxy: ZwlrOutputHeadV1
    private(set) var isEnabled = false
    private(set) var transform = WlOutput.Transform.normal
    var onFinished: () -> Void = {}

    init(_ proxy: ZwlrOutputHeadV1) {
      self.proxy = proxy
      proxy.onEvent = { [weak self] in self?.handle($0) }
    }

    /// The version that introduced `zwlr_output_head_v1.release`.
    private static let releaseVersion: UInt32 = 3

    func destroy() {
      proxy.onEvent = nil
      if proxy.version >= Self.releaseVersion { proxy.release() } else { proxy.destroyProxy() }
    }

    private func handle(_ event: ZwlrOutputHeadV1.Event) {
      switch event {
      case .enabled(let enabled): isEnabled = enabled != 0
      case .transform(let transform): self.transform = transform
      case .mode(let mode):
        // Modes are not used.
        if mode.version >= Self.releaseVersion { mode.release() } else { mode.destroyProxy() }
      case .finished: onFinished()
      default: break
      }
    }
  }
}

extension WaylandSession {
  /// Rotates the picture on all screens, also on those that come later; nil keeps their rotation.
  ///
  /// - Returns: false if the compositor does not permit that, and a screen has another rotation.
  @discardableResult
  package func turnScreens(to rotation: ScreenRotation?) -> Bool {
    // Bind it only if needed: it reports every mode of every screen.
    if screenTurning == nil, rotation != nil { screenTurning = ScreenTurning(registry) }
    if let screenTurning {
      screenTurning.turn(to: rotation)
      return true
    }
    guard let rotation else { return true }
    return outputs.all.allSatisfy { Int($0.description.transform.rawValue) == rotation.waylandTransform }
  }
}
