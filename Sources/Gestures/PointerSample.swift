import RotundaGeometry

/// All contacts of a device at one time, as Android's input events carry them.
public struct PointerSample: Hashable, Sendable {
  /// What happened.
  public enum Action: Hashable, Sendable {
    /// The first contact landed.
    case down
    /// Contacts moved.
    case move
    /// The last contact lifted.
    case up
    /// Everything was taken back.
    case cancel
    /// A further contact landed.
    case pointerDown(Int32)
    /// One of several contacts lifted.
    case pointerUp(Int32)
  }

  /// One contact.
  public struct Pointer: Hashable, Sendable {
    /// Its id.
    public var id: Int32
    /// Where it is.
    public var position: Point
    /// Whether it is a pen, whose position is told as it is.
    public var isStylus = false
    /// Whether the position is calculated, not measured.
    public var isResampled = false

    /// A measured contact.
    public init(id: Int32, position: Point, isStylus: Bool = false) {
      self.id = id
      self.position = position
      self.isStylus = isStylus
    }
  }

  /// When, in seconds.
  public var time: Double
  /// What happened.
  public var action: Action
  /// All contacts that are down.
  public var pointers: [Pointer]

  /// A sample.
  public init(time: Double, action: Action, pointers: [Pointer]) {
    self.time = time
    self.action = action
    self.pointers = pointers
  }

  /// Where a contact is.
  func position(of id: Int32) -> Point? { pointers.first { $0.id == id }?.position }
}
