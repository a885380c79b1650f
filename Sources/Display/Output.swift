import RotundaGeometry
import Wayland

/// A screen.
public final class Output {
  /// What a screen says about itself.
  public nonisolated struct Description: Hashable, Sendable {
    /// The compositor's name for it, such as "HDMI-A-1"; empty when it tells none.
    public var name = ""
    /// Pixels of the current mode, before the transform; zero when unknown.
    public var mode = Size.zero
    /// Millimetres of the glass, before the transform; zero when unknown.
    public var physicalSize = Size.zero
    /// Seconds between two refreshes; nil when unknown.
    public var refreshInterval: Double?
    /// Pixels per point, whole.
    public var scale: Int32 = 1
    /// How it is mounted.
    public var transform = WlOutput.Transform.normal

    /// A screen that has said nothing yet.
    public init() {}

    /// Its size in points as it is looked at; zero when unknown.
    public var logicalSize: Size {
      let isTurned = transform.rawValue & 1 == 1
      let upright = isTurned ? Size(mode.height, mode.width) : mode
      return upright * (1 / Double(scale))
    }
  }

  /// The compositor's object.
  public let proxy: WlOutput
  /// The registry's number for it.
  public let globalName: UInt32
  /// What it last said in full.
  public private(set) var description = Description()
  var onChange: (() -> Void)?
  private var pending = Description()

  /// A mode's refresh rate is told in mHz.
  private static let millihertz = 1000.0
  /// What a refresh rate can be, in Hz; anything else is nonsense.
  private static let plausibleRates = 1.0...1000.0
  /// Scales beyond this are nonsense, and their buffers would not fit a texture.
  private static let largestScale: Int32 = 16

  init(_ proxy: WlOutput, globalName: UInt32) {
    self.proxy = proxy
    self.globalName = globalName
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func release() {
    proxy.onEvent = nil
    if proxy.version >= Self.releaseVersion { proxy.release() } else { proxy.destroyProxy() }
  }

  /// `wl_output.release` is there since.
  private static let releaseVersion: UInt32 = 3
  /// `wl_output.done` is there since.
  private static let doneVersion: UInt32 = 2

  func handle(_ event: WlOutput.Event) {
    switch event {
    case .geometry(_, _, let width, let height, _, _, _, let transform):
      pending.physicalSize = Size(Double(max(0, width)), Double(max(0, height)))
      pending.transform = transform
    case .mode(let flags, let width, let height, let refresh):
      guard flags.contains(.current) else { return }
      pending.mode = Size(Double(max(0, width)), Double(max(0, height)))
      let rate = Double(refresh) / Self.millihertz
      pending.refreshInterval = Self.plausibleRates.contains(rate) ? 1 / rate : nil
    case .scale(let factor): pending.scale = min(max(1, factor), Self.largestScale)
    case .name(let name): pending.name = name
    case .description: break
    case .done: apply()
    }
    if proxy.version < Self.doneVersion { apply() }
  }

  private func apply() {
    guard pending != description else { return }
    description = pending
    onChange?()
  }
}
