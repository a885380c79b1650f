import Geometry

/// A layout with all its numbers worked out: one function from offset to transform.
///
/// Plain numbers only, so that nothing is retained while a frame is worked out.
enum LayoutShape: Hashable, Sendable {
  case line(LineLayout)
  case rotary(RotaryLayout)
  case cylinder(CylinderLayout)
  case wheel(WheelLayout)
  case coverFlow(CoverFlowLayout)
  case ring(RingLayout)
  case ellipse(EllipseLayout)
  case fan(FanLayout)
  case receding(RecedingLayout)

  /// The item's place without perspective and viewpoint.
  func local(_ offset: Double, toggle: Double) -> Transform {
    switch self {
    case .line(let layout): layout.local(offset)
    case .rotary(let layout): layout.local(offset)
    case .cylinder(let layout): layout.local(offset)
    case .wheel(let layout): layout.local(offset)
    case .coverFlow(let layout): layout.local(offset, toggle: toggle)
    case .ring(let layout): layout.local(offset)
    case .ellipse(let layout): layout.local(offset)
    case .fan(let layout): layout.local(offset)
    case .receding(let layout): layout.local(offset)
    }
  }
}
