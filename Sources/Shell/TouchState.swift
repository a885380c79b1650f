import TouchCarousel

/// What the fingers on the surface are about, from the first one down to the last one up.
struct TouchState: Hashable {
  /// Whether this touch stopped a gliding carousel: then it opens nothing.
  var stoppedMotion = false
  /// What this touch does to the carousel of its shelf.
  var ofCarousel = CarouselTouch()
  /// Whether a drag of this touch moves the carousel.
  var drivesCarousel: Bool { ofCarousel.isDragging }
  /// Whether a drag of this touch moves the shelves.
  var drivesStack = false
  /// Whether a drag of this touch moves what is on the tile in the middle.
  var drivesContent = false
  /// The slider on which the first finger landed.
  var touchedSlider: SliderDrag?
  /// The slider that a drag of this touch moves.
  var slider: SliderDrag?
  /// The control that shows it is pressed.
  var pressedControl: ControlPlace?
  /// The shelf on which the first finger landed.
  var shelf = 0
  /// The tile of it that shows it is pressed.
  var pressedTile: Int?
}
