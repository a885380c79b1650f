/// What a finger covers of the surface, where the touchscreen tells: an ellipse around its position.
public struct ContactShape: Hashable, Sendable {
  /// The contact.
  public var id: Int32
  /// Length of the longer axis in points; nil when it was not told this time.
  public var major: Double?
  /// Length of the shorter axis in points; nil when it was not told this time.
  public var minor: Double?
  /// How far the longer axis is turned clockwise from the surface's y axis, in degrees, -180 to 180; nil when it was not
  /// told this time.
  public var orientation: Double?

  /// What was told of a contact.
  public init(id: Int32, major: Double? = nil, minor: Double? = nil, orientation: Double? = nil) {
    self.id = id
    self.major = major
    self.minor = minor
    self.orientation = orientation
  }

  /// The same with what was told later.
  public func merged(with later: ContactShape) -> ContactShape {
    ContactShape(
      id: id, major: later.major ?? major, minor: later.minor ?? minor,
      orientation: later.orientation ?? orientation)
  }
}
