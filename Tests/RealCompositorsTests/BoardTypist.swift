import Configuration
import Display
import Gestures
import Languages
import Programs
import RealCompositors
import RotundaGeometry

@testable import Shell

/// Types on the launcher's keyboard over programs, with touches on a real compositor's screen.
///
/// It finds the keys in a model keyboard, which receives the same touches.
final class BoardTypist {
  private var model = ProgramKeyboard()
  private let fingers: any Fingers
  /// Returns the screen's picture.
  private let look: () throws -> Screenshot
  private let size: Size
  private var environment: Environment
  private var effects: [ShellEffect] = []
  /// The distance of the keyboard from the lower edge, in points.
  private let bottom: Double

  /// The keyboard has no key for a character.
  struct Missing: Error {
    let character: Character
  }

  init(
    _ fingers: any Fingers, keyboards: [KeyboardLayout], bottom: Double = 16,
    look: @escaping () throws -> Screenshot
  ) {
    (self.fingers, self.bottom, self.look) = (fingers, bottom, look)
    size = Size(Double(fingers.width), Double(fingers.height))
    environment = Environment(KioskConfiguration())
    environment.languages = keyboards.map(\.language)
    environment.keyboards = keyboards
    model.follow(ProgramID(1))
    handle(.screen(size, scale: 1))
  }

  private func handle(_ event: ProgramKeyboardEvent) {
    model.handle(event, environment, into: &effects)
    model.update(isWanted: true, environment, languages: [], into: &effects)
  }

  /// Reports that a field of the program gained the focus.
  func enter(_ purpose: ProgramField.Purpose, isAtBeginning: Bool = false) {
    handle(.entered(ProgramField(purpose, isAtBeginning: isAtBeginning)))
  }

  /// Reports that the field contains text.
  func wrote(_ purpose: ProgramField.Purpose) { handle(.changed(ProgramField(purpose))) }

  /// Converts a point of the keyboard's surface to the screen.
  private func place(_ point: Point) -> (x: Double, y: Double) {
    guard let view = model.view else { return (0, 0) }
    let left = view.hasKeys ? 0 : size.width - view.size.width
    let strip = view.hasKeys ? bottom : 0
    return (left + point.x, size.height - view.bottom - strip - view.size.height + point.y)
  }

  /// The upper edge of the keys on the screen.
  var top: Double {
    guard let view = model.view, view.hasKeys else { return size.height }
    return size.height - bottom - view.reserved
  }

  /// Whether a picture shows the keys: the key for Enter is white, unlike the windows of the programs.
  func isSeen(in picture: Screenshot) -> Bool {
    guard let key = model.board.keys.firstIndex(where: { $0.action == .done }) else { return false }
    let area = model.board.places.keys[key]
    let spot = place(Point(area.origin.x + Self.edge, area.center.y))
    return picture[Int(spot.x), Int(spot.y)] == (255, 255, 255)
  }

  /// A distance from the edge of a key without letters, in points.
  private static let edge = 10.0

  /// Touches the button that shows the keys.
  func pressButton() throws {
    guard let view = model.view, !view.hasKeys else { return }
    try tap(view.area.center)
  }

  private func tap(_ point: Point) throws {
    let spot = place(point)
    try fingers.tap(x: spot.x, y: spot.y, seconds: 0.05)
    environment.time += 0.05
    handle(.touch(TouchFrame([.down(id: 1, at: point, milliseconds: 0)])))
    handle(.touch(TouchFrame([.up(id: 1, milliseconds: 50)])))
    // About the speed of a fast typist.
    fingers.hold(seconds: 0.08)
    environment.time += 1
  }

  /// Taps the key with an action.
  func press(_ action: BoardKey.Action) throws {
    guard let key = model.board.keys.firstIndex(where: { $0.action == action }) else {
      throw CompositorFailure("no key \(action)")
    }
    try tap(model.board.places.keys[key].center)
  }

  private func key(typing text: String) -> Int? {
    model.board.keys.firstIndex { $0.typed(isShifted: model.board.isShifted) == text }
  }

  /// Types text, and switches pages where necessary.
  func type(_ text: String) throws {
    for character in text { try type(character) }
  }

  private func type(_ character: Character) throws {
    let text = String(character)
    if let key = key(typing: text) { return try tap(model.board.places.keys[key].center) }
    if try typeForm(text) { return }
    let shifted = model.board.keys.contains { $0.typed(isShifted: !model.board.isShifted) == text }
    if shifted {
      try press(.shift)
      return try type(character)
    }
    for page in [OnScreenKeyboard.Page.symbols, .moreSymbols, .letters]
    where model.board.keys.contains(where: { $0.action == .page(page) }) {
      try press(.page(page))
      if key(typing: text) != nil || model.board.keys.contains(where: { $0.variants.contains(text) }) {
        return try type(character)
      }
    }
    throw Missing(character: character)
  }

  /// Presses a key until other forms of its letter appear, and moves to the form `text`.
  private func typeForm(_ text: String) throws -> Bool {
    let board = model.board
    guard let key = board.keys.firstIndex(where: { $0.variants(isShifted: board.isShifted).contains(text) })
    else { return false }
    let start = board.places.keys[key].center
    let spot = place(start)
    let before = try look()
    try fingers.down(0, x: spot.x, y: spot.y)
    handle(.touch(TouchFrame([.down(id: 1, at: start, milliseconds: 0)])))
    fingers.hold(seconds: 0.7)
    environment.time += 0.7
    model.meetDeadline(environment, into: &effects)
    model.update(isWanted: true, environment, languages: [], into: &effects)
    guard let forms = model.board.variants, let index = forms.texts.firstIndex(of: text) else { return false }
    let end = forms.places[index].center
    let goal = place(end)
    // Before the forms' picture, they take no touches on sway.
    let areas = forms.places.map { (place($0.origin), place(Point($0.maxX, $0.maxY))) }
    try Patience.wait(for: "the forms of \(text)") {
      let now = try look()
      let isNew = areas.contains { start, end in
        (Int(start.x)..<Int(end.x)).contains { now[$0, Int(goal.y)] != before[$0, Int(goal.y)] }
      }
      return isNew ? () : nil
    }
    try fingers.move(0, x: goal.x, y: goal.y)
    fingers.hold(seconds: 0.05)
    try fingers.up(0, x: goal.x, y: goal.y)
    handle(.touch(TouchFrame([.motion(id: 1, at: end, milliseconds: 700)])))
    handle(.touch(TouchFrame([.up(id: 1, milliseconds: 750)])))
    fingers.hold(seconds: 0.08)
    environment.time += 1
    return true
  }
}
