import RotundaGeometry

/// One thing that a touch panel says, before it is known where on which surface that is.
///
/// Places are in shares of the panel's width and height (0…1), its calibration applied. Times are microseconds of a
/// monotonic clock. Nothing about order, slots or numbers can be trusted.
public enum PanelEvent: Hashable, Sendable {
  /// A contact of one panel: panels number their contacts each for itself, and use the numbers again.
  public struct Contact: Hashable, Sendable {
    /// Which panel.
    public var panel: Int32
    /// The panel's number for it; -1 on a panel that knows one contact only.
    public var slot: Int32

    /// The contact `slot` of `panel`.
    public init(panel: Int32, slot: Int32) {
      self.panel = panel
      self.slot = slot
    }
  }

  /// A finger landed.
  case down(Contact, at: Point, microseconds: UInt64)
  /// A finger moved.
  case motion(Contact, at: Point, microseconds: UInt64)
  /// A finger lifted.
  case up(Contact, microseconds: UInt64)
  /// A contact was taken back: it is a palm.
  case cancel(Contact)
  /// What came since the last one belongs to one instant.
  case frame
  /// The panel was unplugged or switched off, with all its contacts.
  case removed(panel: Int32)
}
