import Wayland

/// How a ``TestCompositor`` starts.
public struct CompositorOptions: Sendable {
  /// The size in the first configure of a window.
  public enum FirstConfigure: Hashable, Sendable {
    /// The size of the screen.
    case output
    /// 0 × 0, as cage and sway do: the client chooses.
    case zero
    /// This size.
    case size(width: Int32, height: Int32)
  }

  /// When frames are shown.
  public enum Frames: Hashable, Sendable {
    /// By itself, at most so many in a second of the real clock.
    case automatic(perSecond: Double)
    /// When the test says so, at times that the test says.
    case manual
  }

  /// The screens, in the order in which they are announced.
  public var outputs = [OutputOptions()]
  /// The input devices at the start.
  public var capabilities: WlSeat.Capability = [.touch]
  /// What is offered, and up to which version.
  public var offered = core
  /// The size in the first configure of a window.
  public var firstConfigure = FirstConfigure.output
  /// Whether a window that asks for the full screen gets it.
  public var honoursFullscreen = true
  /// When frames are shown.
  public var frames = Frames.automatic(perSecond: 60)
  /// Whether a commit has the output drawn only if it has damage. Frame callbacks wait for that.
  public var drawsForDamageOnly = false
  /// Whether `wl_touch.frame` follows what fingers do.
  public var sendsTouchFrames = true
  /// Bytes that a client can send while the compositor does not read, about; nil for as many as sockets hold.
  public var clientSendBuffer: Int32?
  /// Whether another client is the input method already.
  public var hasOtherInputMethod = false
  /// The keyboard's layout, as XKB names it.
  public var keyboardLayout = "us"

  /// A touchscreen of 640 × 480 pixels and the ``core`` interfaces.
  public init() {}

  /// A touchscreen of 640 × 480 pixels on a compositor that behaves like this one.
  public init(like profile: CompositorProfile) {
    drawsForDamageOnly = profile.drawsForDamageOnly
    sendsTouchFrames = profile.sendsTouchFrames
    offered = profile.offered
    firstConfigure = profile.firstConfigure
  }

  /// What every desktop compositor offers, at the highest versions.
  public static let core = newest([
    .wlCompositor, .wlSubcompositor, .wlShm, .xdgWmBase, .wlSeat, .wlOutput,
  ])

  /// Everything the test compositor can offer, at the highest versions, but for security contexts: programs
  /// of tiles would get a socket each.
  public static let everything = core.merging(
    newest([
      .wpPresentation, .wpViewporter, .wpFractionalScaleManagerV1, .xdgActivationV1, .extIdleNotifierV1,
      .orgKdeKwinIdle, .zwpIdleInhibitManagerV1, .zwlrLayerShellV1, .zwlrForeignToplevelManagerV1,
      .zwlrOutputManagerV1, .zwlrOutputPowerManagerV1, .zxdgOutputManagerV1, .zwpInputMethodManagerV2,
      .zwpVirtualKeyboardManagerV1,
    ])
  ) { core, _ in core }

  private static func newest(_ interfaces: [ProtocolInterface]) -> [ProtocolInterface: UInt32] {
    Dictionary(uniqueKeysWithValues: interfaces.map { ($0, $0.maximumVersion) })
  }
}
