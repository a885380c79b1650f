import Gestures
import RotundaGeometry
import Scene

/// A panel that shows a page of text.
protocol PagePanel: Panel {
  var body: PageBody { get set }
  /// Returns the title and content, in the visitor's language.
  func text(_ words: Localizer) -> (title: String, content: PageContent)
}

extension PagePanel {
  var layer: PanelLayer { .page }
  var isOpen: Bool { !body.isClosing }
  var swipeAxis: Point? { Point(0, 1) }

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let text = text(environment.words)
    body.say(text.title, text.content)
    body.layOut(environment, into: &effects)
  }
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool { body.measured(picture, size: size) }
  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    body.handle(gesture, environment, &output)
  }
  mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    body.handle(key, environment, &output)
  }
  mutating func handle(_ scroll: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    body.handle(scroll, environment, &output)
  }
  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    body.elements(in: group, environment)
  }
  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    body.activate(element, environment, &output)
  }
  var recognizers: Recognizers { body.recognizers }
  var spoken: SpokenPanel {
    SpokenPanel(panel: name, subject: tileID ?? "", title: body.spokenTitle, element: body.focus)
  }
  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    body.sentences(after: earlier, environment)
  }
  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    body.advance(environment, into: &effects)
  }
  func isMoving(at time: Double) -> Bool { body.isMoving(at: time) }
  mutating func leave(at time: Double) -> Bool {
    body.leave(at: time)
    return true
  }
  func isGone(at time: Double) -> Bool { body.isGone(at: time) }
  func isCovering(at time: Double) -> Bool { body.isCovering(at: time) }
  func growth(at time: Double) -> Double { body.growth(at: time) }
  func draw(_ environment: Environment, to frame: inout SceneFrame) { body.draw(environment, to: &frame) }
}
