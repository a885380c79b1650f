import Scene

/// The system's page: what whoever looks after the machine wants to know, over everything else.
struct SystemPage {
  /// A piece of writing.
  struct Block: Hashable {
    var writing: Writing
    /// Points of room above it.
    let gap: Double
  }

  /// Seconds that it stays after the last touch: time to read it or to photograph it, and gone before the next visitor.
  static let lifetime = 60.0

  /// Its writing from top to bottom.
  var blocks: [Block] = []
  /// How to leave it; stands at the bottom and does not scroll.
  var hint: Writing?
  /// What it can have done.
  var controls = SystemControls()
  /// How far it is scrolled.
  var scroll = ContentScroll()
  /// When it goes by itself.
  var expires: Double

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = hint?.measured(picture, size: size) == true
    if controls.measured(picture, size: size) { isOne = true }
    // Two blocks may say the same.
    for index in blocks.indices where blocks[index].writing.measured(picture, size: size) { isOne = true }
    return isOne
  }

  /// How high all of it is, in points.
  func height(scale: Double) -> Double {
    blocks.reduce(0) { $0 + $1.gap + ($1.writing.extent(scale: scale)?.height ?? 0) }
  }
}
