/// A position or displacement in space. x to the right, y down, z towards the viewer.
public struct Vector3: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Down.
  public var y: Double
  /// Towards the viewer.
  public var z: Double

  /// The origin.
  public static let zero = Vector3(0, 0, 0)

  /// A position from its three coordinates.
  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}
