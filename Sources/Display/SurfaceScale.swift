import Logging
import RotundaGeometry
import Wayland

private let log = Log("scale")

/// The scale of a surface: the one that the compositor prefers over fractional-scale-v1, or the output's.
final class SurfaceScale {
  /// The preferred scale in pixels per point; nil before the compositor reports one, or without support.
  private(set) var preferred: Double?
  /// Called when the preferred scale changes.
  var onChange: (() -> Void)?

  private let surface: WlSurface
  private let fractionalScale: WpFractionalScaleV1?
  private let viewport: WpViewport?

  /// The unit of fractional-scale-v1 is 1/120.
  private static let unit = 120.0
  /// The plausible scales in pixels per point.
  private static let plausible = 0.125...16.0

  init(_ surface: WlSurface, _ globals: Globals) {
    self.surface = surface
    // Both are required: the viewport applies the fractional scale.
    let manager = globals.viewporter == nil ? nil : globals.fractionalScales
    fractionalScale = manager?.getFractionalScale(surface: surface)
    viewport = manager == nil ? nil : globals.viewporter?.getViewport(surface: surface)
    fractionalScale?.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: WpFractionalScaleV1.Event) {
    guard case .preferredScale(let units) = event else { return }
    let scale = Double(units) / Self.unit
    guard Self.plausible.contains(scale) else {
      return log.warning("the compositor prefers a scale of \(scale)")
    }
    preferred = scale
    onChange?()
  }

  /// Sets the size in points of the next buffer. Without a preferred scale, `outputScale` applies.
  func apply(_ size: Size, outputScale: Int32) {
    if let viewport, preferred != nil {
      surface.setBufferScale(scale: 1)
      viewport.setDestination(width: Int32(size.width), height: Int32(size.height))
    } else {
      surface.setBufferScale(scale: outputScale)
    }
  }

  /// Destroys the objects of the surface, which must still exist.
  func destroy() {
    onChange = nil
    viewport?.destroy()
    fractionalScale?.destroy()
  }
}
