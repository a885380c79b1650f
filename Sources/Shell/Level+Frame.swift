import RotundaGeometry
import Scene

/// What a frame shows of a level.
extension Level {
  /// The cards of the shelves beside the one in the middle are drawn after its own.
  private static let besideOrder = 100

  /// Adds its visible shelves, the one in the middle before the others. `isTouched` says that fingers are about this level.
  mutating func append(to frame: inout SceneFrame, _ look: ShelfLook, isTouched: Bool) {
    let pressed = isTouched ? look.press : nil
    let (visible, current) = (visibleShelves, current)
    for index in visible where index != current {
      shelves[index].append(to: &frame, self.look(of: index, look, pressed: pressed))
    }
    shelves[current].append(to: &frame, self.look(of: current, look, pressed: pressed))
  }

  /// Asks for the pictures that its visible shelves lack.
  mutating func requestPictures(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    for index in visibleShelves {
      shelves[index].requestPictures(self.look(of: index, look, pressed: nil), into: &effects)
    }
  }

  private func look(of index: Int, _ look: ShelfLook, pressed: PressMotion?) -> ShelfLook {
    var look = look
    look.center = place(of: index)
    if shelves[index].settings.details.clipsToBounds, let area = area(of: index) {
      look.clip = Rectangle(
        origin: Point(area.origin.x * look.zoom, area.origin.y * look.zoom),
        size: Size(area.size.width * look.zoom, area.size.height * look.zoom))
    }
    look.distance = hasSeveralShelves ? min(1, abs(stack.offset(forItemAt: index))) : 0
    look.press = pressed?.target.shelf == index ? pressed : nil
    if index != current {
      (look.pressedControl, look.focusedControl) = (nil, nil)
      look.order += Self.besideOrder
      // No tile of it is the one that is being opened.
      if look.onlyLitTile != nil { look.onlyLitTile = -1 }
    }
    return look
  }
}
