import EventLoop
import Logging
import RotundaGeometry
import Wayland

private let log = Log("screens")

/// Turns the picture on all screens, where the compositor has wlr-output-management.
///
/// What a compositor shows may change at any time, also by others: every `done` is compared with what is
/// wanted. A screen that refuses is left as it is until something else is wanted.
final class ScreenTurning {
  private let manager: ZwlrOutputManagerV1
  private var heads: [Head] = []
  /// The state that a configuration would change; nil before the first.
  private var serial: UInt32?
  private var configuration: ZwlrOutputConfigurationV1?
  /// Whether the compositor has said something since it was asked.
  private var hasNews = false
  private var wanted: ScreenRotation?
  /// What was refused last.
  private var refused: ScreenRotation?
  /// Until when a frame waits for the screen to be turned.
  private(set) var waitEnd = 0.0

  /// How long a frame waits for the screen to be turned, in seconds: a compositor that takes longer is not
  /// waited for.
  private static let patience = 1.0
  /// More screens than this are not looked at.
  private static let mostHeads = 64

  /// Nil where the compositor has it not.
  init?(_ registry: Registry) {
    guard let manager = registry.bindIfOffered(ZwlrOutputManagerV1.self) else { return nil }
    self.manager = manager
    manager.onEvent = { [weak self] in self?.handle($0) }
  }

  /// From now on pictures are to be turned like this; nil leaves them as they are.
  func turn(to rotation: ScreenRotation?) {
    guard rotation != wanted else { return }
    (wanted, refused) = (rotation, nil)
    waitEnd = rotation == nil ? 0 : EventLoop.now + Self.patience
    apply()
  }

  /// Whether the screen is about to be turned, so that a frame would be seen the wrong way round.
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
      log.notice("the compositor no longer lets its screens be turned")
      serial = nil
      (wanted, waitEnd) = (nil, 0)
    }
  }

  /// Asks for what is wanted, unless it is so already.
  private func apply() {
    guard let serial, let wanted, wanted != refused, configuration == nil,
      heads.contains(where: { $0.isEnabled && $0.transform.rawValue != wanted.waylandTransform })
    else { return }
    let configuration = manager.createConfiguration(serial: serial)
    (self.configuration, hasNews) = (configuration, false)
    configuration.onEvent = { [weak self] in self?.answered($0) }
    // All of them have to be in it; what is not said of one stays as it is.
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
    // Where something had changed before, or has since. Else what it is now comes with a `done`, and is not
    // asked for twice.
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

    /// `zwlr_output_head_v1.release` is there since.
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
        // No mode is ever chosen.
        if mode.version >= Self.releaseVersion { mode.release() } else { mode.destroyProxy() }
      case .finished: onFinished()
      default: break
      }
    }
  }
}

extension WaylandSession {
  /// Turns the picture on all screens, now and on those that come later; nil leaves them as they are.
  ///
  /// - Returns: false where the compositor lets no client do that, and a screen lies otherwise.
  @discardableResult
  package func turnScreens(to rotation: ScreenRotation?) -> Bool {
    // It tells of every mode of every screen: only where a screen is to be turned does it have to.
    if screenTurning == nil, rotation != nil { screenTurning = ScreenTurning(registry) }
    if let screenTurning {
      screenTurning.turn(to: rotation)
      return true
    }
    guard let rotation else { return true }
    return outputs.all.allSatisfy { Int($0.description.transform.rawValue) == rotation.waylandTransform }
  }
}
