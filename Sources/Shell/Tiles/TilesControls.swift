import CarouselEngine
import Configuration
import Gestures
import Programs
import RotundaGeometry

/// Gestures on a tile with controls.
extension TilesPanel {
  /// The tile in the middle, if it has more than a name and an icon.
  var liveTile: LauncherTile? {
    let index = carousel.currentItemIndex
    guard tiles.indices.contains(index), tiles[index].isLive else { return nil }
    return tiles[index]
  }

  /// Returns the tile of the middle shelf under a point of the surface, and the place on it from its middle;
  /// nil for none.
  private func placeOnTile(_ point: Point) -> (tile: Int, place: Point)? {
    let target = target(at: point)
    guard target.shelf == level.current, let tile = target.tile,
      let placement = carousel.placement(ofItemAt: tile), !placement.facesAway
    else { return nil }
    let place = point - middle
    return placement.transform.onScreen(moved: level.place(of: target.shelf)).unproject(place).map {
      (tile, $0)
    }
  }

  /// Returns a point of the surface on the plane of a tile of the middle shelf, also beside the tile.
  func placeOnTile(_ tile: Int, _ point: Point) -> Point? {
    guard let placement = carousel.placement(ofItemAt: tile) else { return nil }
    let place = point - middle
    return placement.transform.onScreen(moved: level.place(of: level.current)).unproject(place)
  }

  /// Returns the place on the middle tile under a point; nil outside.
  private func placeOnCentered(_ point: Point) -> Point? {
    placeOnTile(point).flatMap { $0.tile == carousel.currentItemIndex ? $0.place : nil }
  }

  /// Returns the control of the middle tile under a point. A tap on a control of another tile only moves that
  /// tile to the middle.
  func control(at point: Point) -> ControlPlace? {
    guard let (tile, place) = placeOnTile(point), tile == carousel.currentItemIndex,
      tiles.indices.contains(tile), tiles[tile].isLive
    else { return nil }
    return shelf.interiors[tiles[tile].id]?.control(at: place).map { ControlPlace(tile: tile, control: $0) }
  }

  /// Reports whether a drag moves the content of the middle tile. It must run across the tiles, and begin on
  /// a list or page that is longer than its area.
  func movesContent(_ drag: Drag) -> Bool {
    guard drag.axis == .perpendicular, !drag.isAfterLongPress, !isCovered(drag.start) else { return false }
    return isOnContent(drag.start)
  }

  private func isOnContent(_ point: Point) -> Bool {
    guard liveTile != nil, let interior = shelf.centeredInterior, let place = placeOnCentered(point) else {
      return false
    }
    return interior.scrolls(at: place)
  }

  /// Stops content that glides below a landing finger. Returns whether any did.
  mutating func catchContent(at point: Point) -> Bool {
    focusedControl = nil
    guard isOnContent(point) else { return false }
    let now = clock
    return shelf.centeredInterior?.scroll.touchDown(at: now) == true
  }

  mutating func releaseContent() {
    let now = clock
    if touch.drivesContent { shelf.centeredInterior?.scroll.endDragging(velocity: 0, at: now) }
    shelf.centeredInterior?.scroll.touchUp(at: now)
  }

  mutating func beginContentDrag(_ drag: Drag) {
    // The direction was still undecided when the finger left its place.
    if touch.drivesCarousel { cancelDrag() }
    touch.drivesContent = true
    let now = clock
    shelf.centeredInterior?.scroll.beginDragging(at: now)
    dragContent(by: drag.translation, drag)
  }

  mutating func dragContent(by way: Point, _ drag: Drag) {
    let (distance, velocity, now) = (across(way), across(drag.velocity), clock)
    shelf.centeredInterior?.scroll.drag(by: distance, velocity: velocity, at: now)
    redraw()
  }

  mutating func endContentDrag(velocity: Point) {
    touch.drivesContent = false
    let (speed, now) = (across(velocity), clock)
    shelf.centeredInterior?.scroll.endDragging(velocity: speed, at: now)
    redraw()
  }

  /// Returns the component of a movement across the direction of the tiles.
  private func across(_ way: Point) -> Double { shelf.isVertical ? way.x : way.y }

  /// Scrolls the content of the middle tile by a distance in points. Returns whether it could.
  mutating func scrollContent(by distance: Double, duration: Double) -> Bool {
    guard liveTile != nil, shelf.centeredInterior?.scroll.isNeeded == true else { return false }
    let now = clock
    redraw()
    return shelf.centeredInterior?.scroll.scroll(by: distance, duration: duration, at: now) == true
  }

  /// Activates a control of the tile in the middle.
  mutating func activate(_ control: TileControl) {
    if let tile = liveTile { activate(control, of: tile) }
  }

  /// Activates a control of a tile.
  mutating func activate(
    _ control: TileControl, of tile: LauncherTile, isTrusted: Bool = false
  ) {
    guard let part = tile[control] else { return }
    guard tile.isEnabled, part.isEnabled else { return output.want(.showUnavailable(part)) }
    sound(.tap)
    guard isTrusted || !(tile.needsPIN || part.needsPIN) else {
      return output.want(.askForPIN(.control(control, tile: tile.id)))
    }
    if part.$value.hasValue {
      cycle(part)
    } else if let off = part.offAction {
      let wasOn = toggles.isOn(part)
      toggles.set(part.id, !wasOn, among: levels[0].shelves)
      act(wasOn ? off : part.action, for: part)
    } else {
      act(part.action, for: part)
    }
    redraw()
  }

  private mutating func act(
    _ action: LauncherTile.Action, for part: LauncherTile
  ) {
    if case .start(let command) = action, !part.opensWindow {
      return output.want(.run(command, for: part))
    }
    var tile = part
    tile.action = action
    output.want(.open(tile, isTrusted: true))
  }
}

/// Keys on a tile with controls.
extension TilesPanel {
  /// The distance that an arrow key scrolls a page on a tile, as a share of its visible part.
  private static let keyShare = 0.4

  /// Handles a key for the controls of the middle tile. Returns whether the key was for them.
  ///
  /// Tab and the arrow across the direction of the tiles move from one control to the next. Past the last
  /// one, they have their usual effect. The arrow back and Escape leave the controls.
  mutating func handleOnControls(_ event: KeyEvent) -> Bool {
    guard let tile = liveTile else {
      focusedControl = nil
      return false
    }
    if let change = change(event.key), let part = focusedControl.flatMap({ tile[$0] }), part.$value.hasValue {
      if event.phase != .released, tile.isEnabled, part.isEnabled, !tile.needsPIN, !part.needsPIN {
        self.change(part, by: change)
      }
      return true
    }
    switch event.key {
    case .tab: return moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, on: tile)
    case .down where !shelf.isVertical, .right where shelf.isVertical: return moveAcross(by: 1, on: tile)
    case .up where !shelf.isVertical, .left where shelf.isVertical: return moveAcross(by: -1, on: tile)
    case .enter, .space:
      guard let focusedControl, event.phase == .pressed else { return focusedControl != nil }
      activate(focusedControl)
      return true
    case .escape:
      guard focusedControl != nil else { return false }
      focusedControl = nil
      redraw()
      return true
    default:
      if focusedControl != nil { redraw() }
      focusedControl = nil
      return false
    }
  }

  /// Returns the steps by which an arrow along the direction of the tiles changes a value; nil for other
  /// keys.
  private func change(_ key: Key) -> Double? {
    switch key {
    case .right where !shelf.isVertical, .up where shelf.isVertical: 1
    case .left where !shelf.isVertical, .down where shelf.isVertical: -1
    default: nil
    }
  }

  private mutating func moveAcross(by step: Int, on tile: LauncherTile) -> Bool {
    guard tile.controls.isEmpty || (focusedControl == nil && step < 0) else {
      return moveFocus(by: step, on: tile) || !level.hasSeveralShelves
    }
    let room = shelf.centeredInterior?.layout.room ?? 0
    return scrollContent(by: Double(step) * room * Self.keyShare, duration: ContentScroll.keyTime)
  }

  /// Moves the focus to the next control. At the end of the controls, removes the focus and returns false.
  private mutating func moveFocus(by step: Int, on tile: LauncherTile) -> Bool {
    let controls = tile.controls
    let place = focusedControl.flatMap { controls.firstIndex(of: $0) }
    let next = place.map { $0 + step } ?? (step > 0 ? 0 : -1)
    redraw()
    guard controls.indices.contains(next) else {
      let hadFocus = focusedControl != nil
      focusedControl = nil
      // Back from the first control, the focus returns to the tile.
      return hadFocus && step < 0
    }
    focusedControl = controls[next]
    let now = clock
    shelf.centeredInterior?.reveal(controls[next], at: now)
    return true
  }
}

/// Controls with a value.
extension TilesPanel {
  /// Returns the slider under a point that a finger may move now; nil for none.
  func slider(at point: Point) -> ControlPlace? {
    guard let place = control(at: point), let part = part(at: place), part.value?.style == .slider,
      !asksForPIN(place), tiles[place.tile].isEnabled, part.isEnabled
    else { return nil }
    return place
  }

  private func asksForPIN(_ place: ControlPlace) -> Bool {
    tiles[place.tile].needsPIN || part(at: place)?.needsPIN == true
  }

  private func part(at place: ControlPlace) -> LauncherTile? {
    tiles.indices.contains(place.tile) ? tiles[place.tile][place.control] : nil
  }

  /// The effect of a drag that began on a slider.
  enum SliderMove {
    /// It does not concern the slider.
    case none
    /// Its direction is undecided.
    case undecided
    /// It moves the slider.
    case moves
  }

  /// Reports whether a drag moves a slider: it began on one, and runs in the slider's direction.
  func sliderMove(_ drag: Drag) -> SliderMove {
    guard touch.touchedSlider != nil, !drag.isAfterLongPress, !touch.stoppedMotion, !touch.drivesCarousel,
      !touch.drivesStack, !touch.drivesContent
    else { return .none }
    switch drag.axis {
    case .undecided: return .undecided
    case .parallel, .free: return shelf.isVertical ? .none : .moves
    case .perpendicular: return shelf.isVertical ? .moves : .none
    }
  }

  /// Returns the slider on which a touch begins.
  func touchedSlider(at point: Point) -> SliderDrag? {
    guard !isCovered(point), let place = slider(at: point), let part = part(at: place) else { return nil }
    return SliderDrag(place: place, part: part.id, before: values.value(of: part))
  }

  mutating func beginSliderDrag(_ drag: Drag) {
    touch.slider = touch.touchedSlider
    dragSlider(drag)
  }

  mutating func dragSlider(_ drag: Drag) {
    guard let slider = touch.slider, let part = part(at: slider.place), part.id == slider.part,
      let share = share(of: drag.position, on: slider.place)
    else { return }
    set(part.value?.value(atShare: share) ?? 0, of: part)
  }

  /// Restores the value from before a canceled drag.
  mutating func cancelSliderDrag() {
    guard let slider = touch.slider else { return }
    touch.slider = nil
    if let part = part(at: slider.place), part.id == slider.part {
      set(slider.before, of: part)
    }
  }

  /// Returns the position of a point of the surface along a slider, 0 to 1, also for points beside the
  /// slider.
  private func share(of point: Point, on place: ControlPlace) -> Double? {
    guard let area = shelf.interiors[tiles[place.tile].id]?.area(of: place.control),
      let spot = placeOnTile(place.tile, point)
    else { return nil }
    return ValueLayout(area).share(at: spot)
  }

  /// Handles a tap on a control with a value. Returns whether the control has one.
  mutating func tapValue(_ place: ControlPlace, at point: Point) -> Bool {
    guard let part = part(at: place), let control = part.value, !asksForPIN(place),
      tiles[place.tile].isEnabled, part.isEnabled,
      let area = shelf.interiors[tiles[place.tile].id]?.area(of: place.control),
      let spot = placeOnTile(place.tile, point)
    else { return false }
    let layout = ValueLayout(area)
    sound(.tap)
    switch control.style {
    case .slider: set(control.value(atShare: layout.share(at: spot)), of: part)
    case .stepper:
      if layout.less.contains(spot) { change(part, by: -1) }
      if layout.more.contains(spot) { change(part, by: 1) }
    case .choice:
      let segments = layout.segments(control.choices.count)
      guard let index = segments.firstIndex(where: { $0.contains(spot) }) else { return true }
      set(Double(index), of: part)
    }
    return true
  }

  /// Changes a value by a number of steps.
  mutating func change(_ part: LauncherTile, by steps: Double) {
    guard let control = part.value else { return }
    set(control.value(values.value(of: part), changedBy: steps), of: part)
  }

  /// Goes from value to value, and from the greatest to the least, for one switch and the selecting key.
  mutating func cycle(_ part: LauncherTile) {
    guard let control = part.value else { return }
    let now = values.value(of: part)
    // A slider changes by a tenth, because one switch has to pass all steps.
    let tenth = (control.range.upperBound - control.range.lowerBound) / 10
    let step = control.style == .slider ? max(control.step, tenth) : control.increment
    set(now >= control.range.upperBound ? control.range.lowerBound : now + step, of: part)
  }

  private mutating func set(_ value: Double, of part: LauncherTile) {
    guard values.set(value, of: part) else { return }
    redraw()
    output.want(.sendValues)
  }
}
