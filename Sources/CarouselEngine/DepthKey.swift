/// The order from back to front: the nearer centre is in front; at the same depth, the one beside the current item.
struct DepthKey: Comparable {
  var depth: Double
  var distance: Double
  var index: Int

  /// - Parameter center: The current item's offset.
  init(_ placement: Placement, center: Double) {
    depth = placement.depth
    distance = abs(placement.offset - center)
    index = placement.index
  }

  static func < (left: DepthKey, right: DepthKey) -> Bool {
    if left.depth != right.depth { return left.depth < right.depth }
    if left.distance != right.distance { return left.distance > right.distance }
    return left.index < right.index
  }
}
