import RotundaGeometry
import Scene

/// A block of writing, or another picture whose measure follows from what it shows, on the screen.
struct Writing: Hashable {
  /// What is drawn.
  let picture: Picture
  /// What it measures, once it has been drawn.
  var size: PixelSize?

  /// `block` in at most so many points.
  init(_ block: TextBlock, within room: Size, scale: Double) {
    self.init(.text(block), within: room, scale: scale)
  }

  /// `content` in at most so many points.
  init(_ content: Picture.Content, within room: Size, scale: Double) {
    let pixels = PixelSize(Int((room.width * scale).rounded()), Int((room.height * scale).rounded()))
    picture = Picture(content, size: pixels, scale: scale)
  }

  /// What it measures in points; nil until that is known.
  func extent(scale: Double) -> Size? {
    size.map { Size(Double($0.width) / scale, Double($0.height) / scale) }
  }

  /// Takes the measure of a picture; whether it is this one's.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    guard picture == self.picture else { return false }
    self.size = size
    return true
  }
}
