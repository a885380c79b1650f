import Wayland

/// The initial options of a ``TestCompositor``.
public struct CompositorOptions: Sendable {
  /// The size in a window's first configure event.
  public enum FirstConfigure: Hashable, Sendable {
    /// The size of the screen.
    case output
    /// 0 × 0, as in cage and sway: the client chooses.
    case zero
    /// A fixed size.
    case size(width: Int32, height: Int32)
  }

  /// When frames are shown.
  public enum Frames: Hashable, Sendable {
    /// Automatically, at most this many per second of real time.
    case automatic(perSecond: Double)
    /// When the test requests it, with timestamps from the test.
    case manual
  }

  /// The screens, in the order of their announcement.
  public var outputs = [OutputOptions()]
  /// The initial input devices.
  public var capabilities: WlSeat.Capability = [.touch]
  /// The offered interfaces, with their versions.
  public var offered = core
  /// The size in a window's first configure event.
  public var firstConfigure = FirstConfigure.output
  /// Whether a window that requests full screen gets it.
  public var honorsFullscreen = true
  /// When frames are shown.
  public var frames = Frames.automatic(perSecond: 60)
  /// Whether only a commit with damage draws the output. Frame callbacks wait for that.
  public var drawsForDamageOnly = false
  /// Whether `wl_touch.frame` follows touch events.
  public var sendsTouchFrames = true
  /// The approximate bytes that a client can send while the compositor does not read; nil for the sockets'
  /// default.
  public var clientSendBuffer: Int32?
  /// Whether another client already has the input method.
  public var hasOtherInputMethod = false
  /// The path of a socket on which the compositor also listens; nil for none.
  public var socketPath: String?
  /// The keyboard layout's XKB name.
  public var keyboardLayout = "us"

  /// Creates options with a touchscreen of 640 × 480 pixels and the ``core`` interfaces.
  public init() {}

  /// Creates options with a touchscreen of 640 × 480 pixels that imitate a real compositor.
  public init(like profile: CompositorProfile) {
    drawsForDamageOnly = profile.drawsForDamageOnly
    sendsTouchFrames = profile.sendsTouchFrames
    offered = profile.offered
    firstConfigure = profile.firstConfigure
  }

  /// The interfaces of every desktop compositor, at the highest versions.
  public static let core = newest([
    .wlCompositor, .wlSubcompositor, .wlShm, .xdgWmBase, .wlSeat, .wlOutput,
  ])

  /// All supported interfaces at the highest versions, except security contexts and copies of the screen.
  /// With them, programs of tiles would each get a socket, and the launcher would copy pixels to see whether
  /// it draws.
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
