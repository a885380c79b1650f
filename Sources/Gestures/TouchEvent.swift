import RotundaGeometry

/// One thing that happened to the fingers on a surface, as a compositor tells it.
///
/// Positions are in points of the surface. `milliseconds` is the device's stamp: its base is arbitrary and it
/// wraps after 49.7 days. Nothing about the order or the ids can be trusted.
public enum TouchEvent: Hashable, Sendable {
  /// A finger landed.
  case down(id: Int32, at: Point, milliseconds: UInt32)
  /// A finger moved.
  case motion(id: Int32, at: Point, milliseconds: UInt32)
  /// A finger lifted.
  case up(id: Int32, milliseconds: UInt32)
  /// One contact was taken back (palm rejection).
  case cancelContact(id: Int32)
  /// The whole touch sequence was taken back.
  case cancel
  /// The seat lost touch, or the surface lost the fingers: no up will come for any of them.
  case lost
}
