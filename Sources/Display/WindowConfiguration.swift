import RotundaGeometry
import Wayland

/// A window's size, and what it is drawn at.
public nonisolated struct WindowConfiguration: Hashable, Sendable {
  /// In points: what touches and layouts count in.
  public var size: Size
  /// Pixels per point, at least 1/8.
  public var scale: Double
  /// How the output is mounted. The picture is drawn upright; the compositor turns it.
  public var transform: WlOutput.Transform
  /// Whether it covers the screen.
  public var isFullscreen: Bool

  /// How many points are a millimetre of the glass; nil where the output does not tell its size, or nonsense.
  public var pointsPerMillimeter: Double?

  /// A configuration from its parts.
  public init(
    size: Size, scale: Double = 1, transform: WlOutput.Transform = .normal, isFullscreen: Bool = false,
    pointsPerMillimeter: Double? = nil
  ) {
    self.size = size
    self.scale = scale
    self.transform = transform
    self.isFullscreen = isFullscreen
    self.pointsPerMillimeter = pointsPerMillimeter
  }

  /// The width of the buffer, in pixels.
  public var pixelWidth: Int { Self.pixels(size.width * scale) }
  /// The height of the buffer, in pixels.
  public var pixelHeight: Int { Self.pixels(size.height * scale) }

  /// Rounded half away from zero, as fractional-scale-v1 asks for.
  private static func pixels(_ length: Double) -> Int { max(1, Int(length.rounded())) }
}
