import Configuration
import Gestures
import Languages
import Programs
import RotundaGeometry
import Scene

/// The focused text field of a program, as far as the program describes it.
package struct ProgramField: Hashable, Sendable {
  /// The kind of text that the field expects.
  package enum Purpose: Hashable, Sendable {
    case text, address, mail, phone, number, password, pin
  }

  package var purpose: Purpose
  /// Whether no text precedes the caret, and the field starts sentences or names with a capital letter.
  package var isAtBeginning: Bool

  package init(_ purpose: Purpose = .text, isAtBeginning: Bool = false) {
    (self.purpose, self.isAtBeginning) = (purpose, isAtBeginning)
  }

  /// The kind of field, which selects the keys.
  var kind: TextField.Kind {
    switch purpose {
    case .text: .text
    case .address: .address
    case .mail: .mail
    case .phone: .phone
    case .number: .number(isWhole: false)
    case .password: .password
    case .pin: .pin
    }
  }
}

/// An event for the keyboard over programs.
package enum ProgramKeyboardEvent: Hashable, Sendable {
  /// The size of the screen in points, and its pixels per point.
  case screen(Size, scale: Double)
  /// A text field of the program gained the focus.
  case entered(ProgramField)
  /// The program described the focused field again.
  case changed(ProgramField)
  /// The field lost the focus.
  case left
  /// Touches on the keyboard, in points of its surface.
  case touch(TouchFrame)
  /// The renderer has a picture of a key.
  case pictureReady(Picture, size: PixelSize)
}

/// A unit of input for a program.
package enum ProgramStroke: Hashable, Sendable {
  case text(String)
  case enter, backspace, tab, left, right, up, down
}

extension ProgramStroke: CustomStringConvertible {
  /// A description without the typed text, which may be a password.
  package var description: String { if case .text = self { "a text" } else { "a key" } }
}

/// The visible part of the keyboard over a program.
package struct ProgramKeyboardView: Hashable, Sendable {
  /// Whether all keys are visible, along the lower edge. Otherwise a button at the right edge shows them.
  package var hasKeys: Bool
  /// The size in points.
  package var size: Size
  /// The part of the height that windows of programs leave free.
  package var reserved: Double
  /// The distance to the lower edge of the screen.
  package var bottom: Double
  /// The part that takes touches.
  package var area: Rectangle
  /// The popup with other forms of a letter, which is opaque above the keys; nil for none.
  package var popup: Rectangle?
}

/// The launcher's keyboard over the program on the screen.
///
/// It appears while a text field has the focus. A button shows and hides it until the program reports its
/// first field. It does not store typed text.
struct ProgramKeyboard: Sendable {
  /// The program that gets the input; nil for none.
  private(set) var program: ProgramID?
  /// The visible part; nil while hidden.
  private(set) var view: ProgramKeyboardView?
  /// Whether it differs from the last drawn frame.
  private(set) var isDirty = false

  /// The screen in points, and its pixels per point; nil if the compositor cannot show a keyboard.
  private var screen: (size: Size, scale: Double)?
  private var field: ProgramField?
  /// Whether the program has reported a field.
  private var tellsFields = false
  /// Whether the visitor has hidden the keys, or has shown them without a focused field.
  private var (isHidden, isShown) = (false, false)
  /// The time until which keys stay after their field lost the focus. The next field may follow, and the
  /// program's window would otherwise change its size twice.
  private var staysUntil: Double?
  private(set) var board = OnScreenKeyboard(.text, isForPrograms: true)
  private var face = KeyboardFace()
  private var sign: Writing?
  private var isButtonPressed = false
  /// The finger on the button.
  private var contact: Int32?
  private var hasAsked = false

  /// The distance of the button from the lower edge, as a fraction of the screen's height. It is within
  /// everyone's reach, and leaves the corners of programs free.
  private static let buttonPlace = 0.3
  /// Seconds for which keys stay without a field, longer than programs take from one field to the next.
  private static let stay = 0.25
  private static let (signShare, corner, border) = (0.6, 0.18, 2.0)
  private static let buttonSign = "key-show"

  /// Whether the keys are visible.
  private var hasKeys: Bool { field != nil ? !isHidden : isShown || staysUntil != nil }

  /// Whether a button replaces hidden keys.
  private var hasButton: Bool { field != nil || !tellsFields }

  /// The time of the next change: a resting finger becomes a long press or a repeated key, or the keys
  /// disappear. Nil for none.
  var deadline: Double? {
    guard view?.hasKeys == true else { return staysUntil }
    return [board.deadline, staysUntil].compactMap(\.self).min()
  }

  // Events.

  /// Switches to another program, or to none.
  mutating func follow(_ program: ProgramID?) {
    guard program != self.program else { return }
    self.program = program
    (field, tellsFields, isHidden, isShown, staysUntil) = (nil, false, false, false, nil)
    forgetFingers()
    use(.text)
  }

  /// Ignores fingers that are down: their surface is gone.
  private mutating func forgetFingers() {
    (contact, isButtonPressed) = (nil, false)
    board.forgetFingers()
  }

  private mutating func use(_ kind: TextField.Kind) {
    board.forgetFingers()
    guard kind != board.kind else { return }
    board = OnScreenKeyboard(kind, isForPrograms: true)
  }

  mutating func handle(
    _ event: ProgramKeyboardEvent, _ environment: Environment, into effects: inout [ShellEffect]
  ) {
    switch event {
    case .screen(let size, let scale):
      screen = size.isEmpty || scale <= 0 ? nil : (size: size, scale: scale)
    case .entered(let field):
      guard program != nil else { break }
      (self.field, tellsFields, isHidden, isShown, staysUntil) = (field, true, false, false, nil)
      use(field.kind)
      capitalize()
    case .changed(let field):
      guard self.field != nil else { break }
      self.field = field
      if field.kind != board.kind { use(field.kind) }
      capitalize()
    case .left:
      if hasKeys, field != nil { staysUntil = environment.time + Self.stay }
      field = nil
      if staysUntil == nil { use(.text) }
    case .touch(let touch): handle(touch, environment, into: &effects)
    case .pictureReady(let picture, let size):
      let isSign = sign?.measured(picture, size: size) == true
      if face.measured(picture, size: size) || isSign { isDirty = true }
    }
  }

  private mutating func capitalize() {
    board.capitalize(field.map { $0.purpose == .text && $0.isAtBeginning } ?? false)
  }

  private mutating func handle(
    _ touch: TouchFrame, _ environment: Environment, into effects: inout [ShellEffect]
  ) {
    guard let view else { return }
    for event in touch.events {
      if view.hasKeys {
        perform(board.handle(event, at: environment.time), environment, into: &effects)
      } else {
        press(event, in: view, environment, into: &effects)
      }
    }
  }

  /// Handles a touch on the button.
  private mutating func press(
    _ event: TouchEvent, in view: ProgramKeyboardView, _ environment: Environment,
    into effects: inout [ShellEffect]
  ) {
    isDirty = true
    switch event {
    case .down(let id, _, _):
      guard contact == nil else { return }
      (contact, isButtonPressed) = (id, true)
      say(environment.words(.showKeyboard), environment, into: &effects)
    case .motion(let id, let place, _): if id == contact { isButtonPressed = view.area.contains(place) }
    case .up(let id, _):
      guard id == contact else { return }
      if isButtonPressed {
        (isHidden, isShown) = (false, field == nil)
        say(board.layout.name, environment, into: &effects)
      }
      (contact, isButtonPressed) = (nil, false)
    case .cancelContact, .cancel, .lost: (contact, isButtonPressed) = (nil, false)
    }
  }

  mutating func meetDeadline(_ environment: Environment, into effects: inout [ShellEffect]) {
    if let end = staysUntil, end <= environment.time {
      staysUntil = nil
      use(.text)
    }
    guard view?.hasKeys == true else { return }
    perform(board.meetDeadline(at: environment.time), environment, into: &effects)
  }

  private mutating func perform(
    _ strokes: [OnScreenKeyboard.Stroke], _ environment: Environment, into effects: inout [ShellEffect]
  ) {
    for stroke in strokes {
      isDirty = true
      switch stroke {
      case .text(let text), .replace(let text):
        effects.append(.type(.text(text)))
        if !board.kind.isSecret { say(text, environment, into: &effects) }
      case .backspace: effects.append(.type(.backspace))
      case .caret(let step):
        effects += Array(repeating: .type(step < 0 ? .left : .right), count: min(abs(step), Self.mostSteps))
      case .field(.tab): effects.append(.type(.tab))
      case .field(.up): effects.append(.type(.up))
      case .field(.down): effects.append(.type(.down))
      case .done: effects.append(.type(.enter))
      case .hide:
        (isHidden, isShown, staysUntil) = (true, false, nil)
        say(environment.words(.hideKeyboard), environment, into: &effects)
      case .changed: break
      }
    }
  }

  /// The most characters by which one movement of a finger moves the caret.
  private static let mostSteps = 40

  private func say(_ text: String, _ environment: Environment, into effects: inout [ShellEffect]) {
    guard environment.isSpoken else { return }
    effects.append(.speak(text, language: environment.languages.first))
  }

  // Layout and drawing.

  /// Returns the environment of the keyboard: with the size of the screen instead of the launcher's window,
  /// and never mirrored.
  private func environment(_ environment: Environment) -> Environment? {
    guard let screen else { return nil }
    var own = environment
    own.resize(to: screen.size, scale: screen.scale)
    own.wantsMirror = false
    return own
  }

  /// Updates the visible part, and requests its pictures.
  mutating func update(
    isWanted: Bool, _ shells: Environment, languages: [String], into effects: inout [ShellEffect]
  ) {
    let before = view
    guard isWanted, program != nil, hasKeys || hasButton, let environment = environment(shells) else {
      view = nil
      forgetFingers()
      return
    }
    // The keys and the button have different surfaces.
    if before?.hasKeys != hasKeys { forgetFingers() }
    if environment.keyboards.isEmpty, !hasAsked {
      hasAsked = true
      effects.append(.readKeyboards(languages))
    }
    board.offer(environment.keyboards, language: environment.languages.first)
    view = hasKeys ? keys(environment) : button(environment)
    var wanted: [ShellEffect] = []
    if view?.hasKeys == true { face.layOut(board, environment, into: &wanted) }
    let new = Writing(
      .pictogram(Pictogram(Self.buttonSign, color: environment.theme.raisedText)),
      within: buttonSize(environment) * Self.signShare, scale: environment.scale)
    if sign?.picture != new.picture {
      sign = new
      wanted.append(.draw(new.picture, order: 0))
    }
    for case .draw(let picture, _) in wanted { effects.append(.drawProgramKey(picture)) }
    if view != before || !wanted.isEmpty { isDirty = true }
  }

  private func buttonSize(_ environment: Environment) -> Size {
    let side = environment.pageMetrics.chromeSide
    return Size(side, side)
  }

  private func button(_ environment: Environment) -> ProgramKeyboardView {
    let size = buttonSize(environment)
    return ProgramKeyboardView(
      hasKeys: false, size: size, reserved: 0,
      bottom: (environment.metrics.size.height * Self.buttonPlace).rounded(),
      area: Rectangle(origin: .zero, size: size), popup: nil)
  }

  /// Lays out the keys. The room above them is for the popup of a key in the first row.
  private mutating func keys(_ environment: Environment) -> ProgramKeyboardView {
    let gap = (environment.metrics.plainFontSize * 0.4).rounded()
    let extent = board.extent(environment)
    let (top, reserved) = (extent.row + gap, extent.all + 2 * gap)
    let size = Size(environment.metrics.size.width, top + reserved)
    board.layOut(bottom: size.height - gap, environment)
    var view = ProgramKeyboardView(
      hasKeys: true, size: size, reserved: reserved, bottom: 0,
      area: Rectangle(origin: Point(0, top), size: Size(size.width, reserved)), popup: nil)
    if let offered = board.variants, let first = offered.places.first, let last = offered.places.last {
      let left = min(first.origin.x, last.origin.x)
      let all = Rectangle(
        origin: Point(left, first.origin.y),
        size: Size(max(first.maxX, last.maxX) - left, first.size.height)
      ).inset(by: -Self.border)
      view.area = Rectangle(origin: .zero, size: size)
      if all.origin.y < top { view.popup = all }
    }
    return view
  }

  /// Draws the visible part into a frame of its own.
  mutating func draw(_ shells: Environment, to frame: inout SceneFrame) {
    isDirty = false
    frame.removeAll()
    guard let view, let environment = environment(shells) else { return }
    let theme = environment.theme
    frame.size = view.size
    frame.background = theme.background.opacity(1)
    let plane = Plane(
      transform: .identity.translated(-view.size.width / 2, -view.size.height / 2, 0), opacity: 1)
    if view.hasKeys {
      plane.append(
        .color(theme.header), in: Rectangle(origin: view.area.origin, size: Size(view.size.width, 1)),
        opacity: 0.3, to: &frame)
      face.draw(board, focus: nil, on: plane, environment, to: &frame)
      return
    }
    let corner = view.size.height * Self.corner
    plane.append(.color(isButtonPressed ? theme.badge : theme.header), in: view.area, to: &frame)
    plane.append(
      .color(theme.raised), in: view.area.inset(by: Self.border), corner: corner, to: &frame)
    if let sign { plane.append(sign, around: view.area.center, scale: environment.scale, to: &frame) }
  }
}

extension Shell {
  /// Whether the program on the screen gets the keyboard.
  package var wantsProgramKeyboard: Bool {
    // No visitor types into scenes of attract mode.
    guard let program = programOnScreen, !isDark, !isLocked, idle.cover == nil, idle.attraction == nil,
      let running = programs[program]
    else { return false }
    return switch running.conduct.keyboard {
    case .automatic: configuration.kiosk.hasKeyboard
    case .always: true
    case .never: false
    }
  }

  /// The visible part of the keyboard over the program on the screen; nil while hidden.
  package var programKeyboardView: ProgramKeyboardView? { programKeyboard.view }
  /// Whether its next frame differs from the last.
  package var isProgramKeyboardDirty: Bool { programKeyboard.isDirty }

  /// Draws the keyboard over the program on the screen.
  package mutating func drawProgramKeyboard(to frame: inout SceneFrame) {
    programKeyboard.draw(environment, to: &frame)
  }

  /// Updates the keyboard over programs to the state of the shell.
  mutating func updateProgramKeyboard() {
    let isWanted = wantsProgramKeyboard
    guard isWanted || programKeyboard.program != nil else { return }
    programKeyboard.follow(isWanted ? programOnScreen : nil)
    programKeyboard.update(
      isWanted: isWanted, environment, languages: environment.writtenLanguages, into: &outbox)
  }
}
