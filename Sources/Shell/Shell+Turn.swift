import CarouselEngine

extension Shell {
  /// Turns the carousel to an offset, in tiles, at once and whatever was under way.
  public mutating func turn(to offset: Double) {
    guard offset.isFinite else { return }
    carousel.scrollOffset = offset
    isDirty = true
  }
}
