import RotundaGeometry

/// A part of the surface whose fingers make gestures of their own.
public struct GestureRegion: Sendable {
  /// The owner's name for it.
  public var id: Int
  /// Where fingers must land to belong to it; they may leave it then. In points.
  public var area: Rectangle
  /// What makes gestures of its fingers.
  public var recognizer: GestureRecognizer

  /// A region.
  public init(id: Int, area: Rectangle, recognizer: GestureRecognizer = GestureRecognizer()) {
    self.id = id
    self.area = area
    self.recognizer = recognizer
  }
}
