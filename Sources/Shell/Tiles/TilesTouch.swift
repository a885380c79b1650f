import CarouselEngine
import Configuration
import Gestures
import RotundaGeometry
import TouchCarousel

// Gestures on the tiles.
extension TilesPanel {
  /// The direction of swipes that turn the touched carousel.
  var swipeAxis: Point { touchedShelf.axis }

  /// The shelf that the fingers touch.
  private var touchedShelf: Shelf {
    get { levels[levels.count - 1].shelves[touch.shelf] }
    _modify { yield &level.shelves[touch.shelf] }
  }

  /// Returns the target of a point of the surface.
  func target(at point: Point) -> Level.Target {
    if details.button(in: level.zones.details, environment)?.contains(point) == true {
      return Level.Target(shelf: level.current, tile: level.currentTile)
    }
    return level.target(at: point - middle)
  }

  /// Reports whether a message covers a point of the surface.
  func isCovered(_ point: Point) -> Bool { covered?.contains(point) == true }

  /// Handles a gesture for the tiles. Returns whether the gesture has a meaning. Callers handle its other
  /// bindings.
  mutating func handle(_ gesture: Gesture, _ bindings: GestureBindings) -> Bool {
    switch gesture {
    case .touchBegan(let point): beginTouch(at: point)
    case .touchEnded: liftTouch()
    case .pressBegan(let point): if !pressFoot(at: point) { press(at: point) }
    case .pressEnded: if !pressFoot(at: nil) { press(at: nil) }
    case .tap(let point): if !tapFoot(at: point) { tap(at: point, bindings) }
    case .dragBegan(let drag), .dragChanged(let drag):
      if touch.footControl == .indicator {
        dragIndicator(to: drag.position)
        return true
      }
      if touch.slider != nil {
        dragSlider(drag)
        return true
      }
      switch sliderMove(drag) {
      case .moves: beginSliderDrag(drag)
      case .undecided: break
      case .none:
        if case .dragBegan = gesture { beginDrag(drag, bindings) } else { continueDrag(drag, bindings) }
      }
    case .dragEnded(let drag):
      if touch.footControl == .indicator {
        endIndicator(at: drag.position)
      } else if touch.slider != nil {
        touch.slider = nil
      } else if touch.drivesCarousel || touch.drivesStack || touch.drivesContent {
        endDrag(drag)
      } else {
        return false
      }
    case .dragCancelled:
      cancelSliderDrag()
      cancelDrag()
    default: return false
    }
    return true
  }

  private mutating func beginTouch(at point: Point) {
    touch = TouchState(pressedIn: touch)
    let target = target(at: point)
    touch.shelf = target.shelf
    touch.footControl = isCovered(point) || launch != nil ? nil : footControl(at: point)
    // A press on a foot control does not stop the tiles.
    guard touch.footControl == nil else { return foot.endFocus() }
    // Later events of a touchpad, including its stop, must not take the carousel from the finger.
    if scrolling.isActive { stopScrolling(velocity: 0) }
    openingBeside = nil
    let hasCaught = catchContent(at: point)
    let isOnTile =
      change == nil && (level.looksStill(touch.shelf) || (!endsTurning && level.isBringing(target)))
    let hasStopped = (touchedShelf.carousel.touchDown(at: clock), level.stack.touchDown(at: clock))
    touch.touchedSlider = touchedSlider(at: point)
    guard hasStopped.0 || hasStopped.1 || hasCaught || change != nil else { return }
    touch.stoppedMotion = !isOnTile || hasCaught
    redraw()
  }

  /// Ends the touch, and ignores fingers that are still on the surface.
  mutating func endTouch() {
    press(at: nil)
    liftTouch()
  }

  /// Ends the touch after the last finger lifted. A tapped tile stays pressed for a moment.
  private mutating func liftTouch() {
    releaseContent()
    touchedShelf.carousel.touchUp(at: clock)
    level.stack.touchUp(at: clock)
    touch = TouchState(pressedIn: touch)
  }

  private func footControl(at point: Point) -> FootControls.Control? {
    foot.control(at: point) ?? (isOnIndicator(point) ? .indicator : chevron(at: point))
  }

  /// Presses or releases a control at the lower edge. Returns whether the touch belongs to one.
  private mutating func pressFoot(at point: Point?) -> Bool {
    guard touch.footControl != nil || foot.pressed != nil else { return false }
    let pressed = point.flatMap { footControl(at: $0) == touch.footControl ? touch.footControl : nil }
    guard pressed != foot.pressed else { return true }
    foot.pressed = pressed
    redraw()
    return true
  }

  /// Handles a tap on a control at the lower edge. Returns whether the touch belongs to one.
  private mutating func tapFoot(at point: Point) -> Bool {
    guard let control = touch.footControl else { return false }
    if control == .indicator {
      endIndicator(at: point)
    } else if footControl(at: point) == control {
      sound(.tap)
      activate(control)
    }
    return true
  }

  /// Activates a control at the lower edge.
  mutating func activate(_ control: FootControls.Control) {
    switch control {
    case .back: output.want(.closeFolder)
    case .language: output.want(.showSheet(.language(buttons.languages)))
    case .forEveryone: output.want(.showSheet(.forEveryone))
    case .indicator: moveIndicator(by: 1, wraps: true)
    case .previous: step(by: -1)
    case .next: step(by: 1)
    }
  }

  private mutating func press(at point: Point?) {
    let control = touch.stoppedMotion ? nil : point.flatMap { self.control(at: $0) }
    let tile = control == nil ? point.flatMap { pressedTile(at: $0) } : nil
    guard tile != touch.pressedTile || control != touch.pressedControl else { return }
    touch.pressedTile = tile
    touch.pressedControl = control
    movePress()
    redraw()
  }

  private func pressedTile(at point: Point) -> Int? {
    let target = target(at: point)
    let isTapEnabled = level.shelves[target.shelf].carousel.options.isTapEnabled
    return touch.stoppedMotion || target.shelf != touch.shelf || !isTapEnabled ? nil : target.tile
  }

  /// Animates the pressed tile, and releases the previous one.
  private mutating func movePress() {
    let pressed = touch.pressedTile.map { Level.Target(shelf: touch.shelf, tile: $0) }
    if let pressed, press?.target != pressed { press = PressMotion(target: pressed) }
    press?.depth.go(to: pressed == nil ? 0 : 1, at: environment.time)
  }

  private mutating func tap(at point: Point, _ bindings: GestureBindings) {
    guard !isOnMark(point) else { return output.want(.perform(.admin, at: nil)) }
    guard !touch.stoppedMotion else { return }
    guard bindings[.tap] == .open else { return output.want(.perform(bindings[.tap], at: point)) }
    let target = target(at: point)
    guard target.shelf == level.current else { return approach(target) }
    if let touched = control(at: point) {
      if tapValue(touched, at: point) { return }
      return activate(touched.control, of: tiles[touched.tile])
    }
    guard carousel.options.isTapEnabled, let index = target.tile else { return }
    if index == carousel.currentItemIndex {
      open(index)
    } else if !tiles[index].isLive, opensBeside(index) {
      bringAndOpen(index)
    } else {
      sound(.tap)
      center(index)
    }
  }

  /// Handles a tap on a tile of the middle shelf.
  mutating func open(_ index: Int) {
    guard tiles.indices.contains(index) else { return }
    sound(.tap)
    output.want(.open(tiles[index]))
  }

  /// Opens the tile under a point of the surface, or the one in the middle.
  mutating func openTile(at point: Point?) {
    let target = point.map { self.target(at: $0) }
    guard target == nil || target?.shelf == level.current else { return }
    open(target?.tile ?? carousel.currentItemIndex)
  }

  /// Moves another shelf to the middle, and its touched tile, too.
  private mutating func approach(_ target: Level.Target) {
    show(shelf: target.shelf)
    if let tile = target.tile { center(tile, of: target.shelf) }
  }
}

/// The state of the fingers on the surface, from the first one down to the last one up.
struct TouchState: Hashable {
  /// Whether this touch stopped a gliding carousel. It then opens nothing.
  var stoppedMotion = false
  /// The effect of this touch on the carousel of its shelf.
  var ofCarousel = CarouselTouch()
  /// Whether a drag of this touch moves the carousel.
  var drivesCarousel: Bool { ofCarousel.isDragging }
  /// Whether a drag of this touch moves the shelves.
  var drivesStack = false
  /// Whether a drag of this touch moves the content of the middle tile.
  var drivesContent = false
  /// The slider on which the first finger landed.
  var touchedSlider: SliderDrag?
  /// The slider that a drag of this touch moves.
  var slider: SliderDrag?
  /// The control that looks pressed.
  var pressedControl: ControlPlace?
  /// The control at the lower edge on which the first finger landed.
  var footControl: FootControls.Control?
  /// The shelf on which the first finger landed.
  var shelf = 0
  /// The tile of that shelf that looks pressed.
  var pressedTile: Int?

  init() {}

  /// Creates the state of a new touch. The tile that an earlier touch tapped still looks pressed.
  init(pressedIn touch: TouchState) {
    (pressedTile, pressedControl) = (touch.pressedTile, touch.pressedControl)
  }
}

/// Drags: along the tiles they turn the touched carousel, and across them they move the shelves.
extension TilesPanel {
  /// Reports whether a drag moves the shelves: it runs across the tiles, other shelves exist, and swipes are
  /// bound to them.
  private func movesShelves(_ drag: Drag, _ bindings: GestureBindings) -> Bool {
    drag.axis == .perpendicular && !drag.isAfterLongPress && !isCovered(drag.start)
      && level.hasSeveralShelves
      && bindings.moveShelves(isVertical: level.isStackVertical) && !mayFlickTile(drag)
  }

  private mutating func beginDrag(_ drag: Drag, _ bindings: GestureBindings) {
    if movesContent(drag) { return beginContentDrag(drag) }
    if movesShelves(drag, bindings) { return beginShelfDrag(drag) }
    turnCarousel(with: drag)
  }

  /// Continues a drag. The axis lock may end while the finger is down; until then a perpendicular swipe moves
  /// no tiles. A drag that moves the shelves does so to its end.
  private mutating func continueDrag(_ drag: Drag, _ bindings: GestureBindings) {
    if touch.drivesStack { return moveShelves(by: drag.delta, drag) }
    if touch.drivesContent { return dragContent(by: drag.delta, drag) }
    if movesContent(drag) { return beginContentDrag(drag) }
    if movesShelves(drag, bindings) { return beginShelfDrag(drag) }
    turnCarousel(with: drag)
  }

  /// Ends a drag that moved something.
  private mutating func endDrag(_ drag: Drag) {
    if touch.drivesContent { endContentDrag(velocity: drag.velocity) }
    if touch.drivesStack {
      touch.drivesStack = false
      level.stack.endDragging(
        velocity: level.stack.distance(along: drag.velocity), isStep: drag.isStep, at: clock)
    }
    touchCarousel { $0.endDragging(&$1, with: drag, at: $2) }
  }

  mutating func cancelDrag() {
    if touch.drivesStack { level.stack.cancelDragging(at: clock) }
    touchCarousel { $0.cancelDragging(&$1, at: $2) }
    if touch.drivesContent { endContentDrag(velocity: .zero) }
    touch.drivesStack = false
  }

  private mutating func turnCarousel(with drag: Drag) {
    nudge.learned()
    let center = middle + level.place(of: touch.shelf)
    if touchCarousel({ $0.drag(&$1, with: drag, center: center, at: $2) }) { redraw() }
  }

  /// Applies an action to the touch and to the touched carousel.
  private mutating func touchCarousel<Result>(
    _ action: (inout CarouselTouch, inout Carousel, _ time: Double) -> Result
  ) -> Result {
    var state = touch.ofCarousel
    defer { touch.ofCarousel = state }
    return action(&state, &touchedShelf.carousel, clock)
  }

  private mutating func beginShelfDrag(_ drag: Drag) {
    // The direction was still undecided when the finger left its place.
    if touch.drivesCarousel { cancelDrag() }
    touch.drivesStack = true
    level.stack.beginDragging(at: clock)
    moveShelves(by: drag.translation, drag)
  }

  private mutating func moveShelves(by way: Point, _ drag: Drag) {
    let velocity = level.stack.distance(along: drag.velocity)
    level.stack.drag(by: level.stack.distance(along: way), velocity: velocity, at: clock)
    redraw()
  }
}

// Gestures with a special meaning on a tile.
extension TilesPanel {
  /// Returns the gestures of the tile under a finger.
  func recognizers(at point: Point) -> Recognizers {
    tileWithGestures(at: point).map(Self.recognizers) ?? []
  }

  static func recognizers(of tile: LauncherTile) -> Recognizers {
    (tile.gestures ?? [:]).keys.reduce(into: Recognizers()) { $0.formUnion($1.recognizer) }
  }

  /// Returns the tile under a finger, if it has gestures of its own and nothing covers it.
  private func tileWithGestures(at point: Point) -> LauncherTile? {
    guard !isBehindPanel, !isCovered(point) else { return nil }
    let target = target(at: point)
    guard target.shelf == level.current, let index = target.tile, tiles.indices.contains(index),
      tiles[index].$gestures.hasValue
    else { return nil }
    return tiles[index]
  }

  /// Reports whether a drag may become a flick of the tile below, and therefore moves no shelves.
  private func mayFlickTile(_ drag: Drag) -> Bool {
    guard tileGestures.contains(.drag), !drag.isAfterLongPress, drag.axis == .perpendicular,
      let way = SwipeDirection(drag.position - drag.start, tolerance: .pi / 4)
    else { return false }
    return tileWithGestures(at: drag.start)?.gestures?[.flick(way)] != nil
  }

  /// Performs the action that a tile binds to a gesture. Returns whether the tile has one. `flickMinimum` is
  /// the least speed of a flick, in points per second.
  mutating func handleOfTile(_ gesture: Gesture, flickMinimum: Double) -> Bool {
    guard !tileGestures.isEmpty, let (own, point) = Self.tileGesture(of: gesture, flickMinimum: flickMinimum),
      let tile = tileWithGestures(at: point), tile.gestures?[own] != nil
    else { return false }
    activate(.gesture(own), of: tile)
    return true
  }

  private static func tileGesture(of gesture: Gesture, flickMinimum: Double) -> (TileGesture, Point)? {
    switch gesture {
    case .doubleTap(let point): return (.doubleTap, point)
    case .longPressBegan(let point): return (.longPress, point)
    case .dragEnded(let drag):
      guard !drag.isAfterLongPress, drag.axis == .perpendicular,
        let way = SwipeDirection(drag.position - drag.start, tolerance: .pi / 4),
        drag.velocity.dot(way.vector) >= flickMinimum
      else { return nil }
      return (.flick(way), drag.start)
    default: return nil
    }
  }
}
