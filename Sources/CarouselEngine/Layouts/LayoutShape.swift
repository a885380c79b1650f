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
}
