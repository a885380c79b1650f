import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// What a panel or a feature wants done. The stack closes panels and lays them out; the shell does everything
/// else, in one place.
enum Intent: Hashable {
  /// Close the panel, as its visitor asked.
  case close
  /// Have the panel's writing drawn anew.
  case layOut
  /// Go back to what the PIN pad stands before.
  case closePad
  /// Look for the highlighted element again: its panel was laid out, or it was chosen.
  case layOutHighlight
  /// Have something heard.
  case sound(SoundCue)
  /// Check a PIN that was entered for this.
  case enter(PIN, PINPad.Purpose)
  /// Do what the system's page offers.
  case control(SystemControl)
  /// Open a tile, also one that needs the PIN where that has been entered.
  case open(LauncherTile, isTrusted: Bool = false)
  /// Say that a tile cannot be opened now.
  case showUnavailable(LauncherTile)
  /// Say that a tile needs the network, and there is none.
  case showOffline(KioskState.Asked)
  /// Have the PIN entered first.
  case askForPIN(PINPad.Purpose)
  /// Start a program that has no window, for a control.
  case run(Command, for: LauncherTile)
  /// Start the programs that are to know a value.
  case sendValues
  /// Press the button of the message.
  case pressRetry
  /// Try the tile again of which the message says that it went wrong.
  case retry(tile: String)
  /// Show what visitors can choose.
  case showSheet(VisitorSheet.Kind)
  /// Leave the innermost folder.
  case closeFolder
  /// Do what a gesture is bound to.
  case perform(ShellAction, at: Point?)
  /// Show something else in place of a tile that was shown as a scene.
  case sceneEnded
  /// Show a message.
  case show(Notice)
  /// Show a message for as long as it takes to read it.
  case showBriefly(Message)
  /// The same, if nothing else is to be read.
  case showInPassing(Message)
  /// Say that a program is being opened, where visitors have not read that yet.
  case showOpening(tile: String)
  /// Say that a program that is being opened is slow.
  case showSlow(tile: String)
  /// Show what an operator has to say.
  case showAnnouncement(Notice)
  /// Close a panel as its visitor would.
  case closePanel(PanelLayer)
  /// Show that something went wrong, with a button where a tile can be tried again; and report it.
  case showError(Message, retry: String?)
  /// Log that something went wrong.
  case logError(Message)
  /// Have something done outside.
  case effect(ShellEffect)
  /// Start a program as that of a tile.
  case start(Command, of: LauncherTile)
  /// Start the program of a tile again, or later.
  case restart(tile: String, hadScreen: Bool)
  /// The tile that grew to a program's screen is back.
  case endLaunch
  /// Leave the program that has the screen.
  case leaveProgram
  /// Switch the machine off, start it again or send it to sleep.
  case power(PowerAction)
  /// An operator wants the screen seen, as if a visitor had come.
  case wake(at: Double)
  /// The visit is over.
  case endVisit
  /// Have a tile show something else than its configuration says.
  case update(tile: String, TileUpdate)
  /// The PIN was entered for this, and was the right one.
  case grant(PINPad.Purpose)
  /// Show the pad that unlocks the launcher, and nothing else.
  case showLock
  /// Take the pad away.
  case removePad
  /// Open a tile, the PIN having been entered.
  case openTrusted(tile: String)
  /// Use a control of a tile, the PIN having been entered.
  case activate(TileControl, tile: String)
  /// Have the pad show whether PINs are taken; the answer says that the one that was entered is not.
  case updatePad(PINPad.Answer?)
}

/// What came of an input.
struct PanelOutput {
  private(set) var intents: [Intent] = []
  /// Whether the next frame differs from the latest.
  private(set) var needsFrame = false

  mutating func redraw() { needsFrame = true }
  mutating func want(_ intent: Intent) { intents.append(intent) }
  mutating func add(_ other: PanelOutput) {
    intents += other.intents
    needsFrame = needsFrame || other.needsFrame
  }
}

/// Something that has the screen in front of the tiles: a page, the PIN pad, the system's page.
///
/// A panel keeps its state to itself. It is laid out when the environment changes, takes input before
/// everything behind it, is drawn, and publishes what can be chosen on it. A new one is a type that conforms,
/// and a line that shows it.
protocol Panel: Sendable {
  /// What it is called in the launcher's status.
  var name: ShellStatus.Screen { get }
  /// Before and behind what it stands.
  var layer: PanelLayer { get }
  /// The tile that was opened to show it, by its identifier.
  var tileID: String? { get }
  /// False while it is only seen on its way out.
  var isOpen: Bool { get }
  /// Along which way its fingers swipe; nil leaves that to what is behind.
  var swipeAxis: Point? { get }
  /// What fingers do on it beside taps and drags.
  var recognizers: Recognizers { get }
  /// When it goes by itself, or changes; nil for never.
  var deadline: Double? { get }

  /// Has its writing drawn for the screen as it is.
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect])
  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool

  /// Each answers whether the input was meant for it.
  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool
  mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool
  mutating func handle(_ scroll: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput)

  /// What can be chosen: in a group of it, or outside of any.
  func elements(in group: ElementID?, _ environment: Environment) -> [Element]
  /// Chooses one of its elements.
  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput)
  /// The lowest point that words about an element may reach down to.
  func captionBottom(_ environment: Environment) -> Double?

  /// What a visitor's attention is on.
  var spoken: SpokenPanel { get }
  /// What is said of that, after something else was said of it; nil where nothing was.
  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String]

  /// A visitor is still there.
  mutating func stay(at time: Double)
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput)
  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect])
  /// Whether the next frame differs from the latest.
  func isMoving(at time: Double) -> Bool
  /// Begins to go; whether it is seen on its way out.
  mutating func leave(at time: Double) -> Bool
  /// Whether it has gone.
  func isGone(at time: Double) -> Bool
  /// Whether nothing behind it is seen.
  func isCovering(at time: Double) -> Bool
  /// How much is seen of the header, which stands before it; 0 where it hides that.
  func headerOpacity(at time: Double) -> Double
  /// Whether it is said although there is no visitor.
  var isSaidToAll: Bool { get }
  /// How far the tile has grown out of which it came, 0 to 1; 0 for one that came out of none.
  func growth(at time: Double) -> Double
  func draw(_ environment: Environment, to frame: inout SceneFrame)
}

// What most panels do.
extension Panel {
  var tileID: String? { nil }
  var isOpen: Bool { true }
  var swipeAxis: Point? { nil }
  var recognizers: Recognizers { [] }
  var deadline: Double? { nil }
  func captionBottom(_ environment: Environment) -> Double? { nil }
  mutating func handle(_ scroll: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {}
  mutating func stay(at time: Double) {}
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {}
  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {}
  func isMoving(at time: Double) -> Bool { false }
  mutating func leave(at time: Double) -> Bool { false }
  func isGone(at time: Double) -> Bool { false }
  func isCovering(at time: Double) -> Bool { true }
  func headerOpacity(at time: Double) -> Double { 0 }
  var isSaidToAll: Bool { false }
  func growth(at time: Double) -> Double { 0 }
}

/// What a panel is about, in what a visitor's attention can tell apart: small, since it is compared after
/// every frame.
struct SpokenPanel: Hashable {
  let panel: ShellStatus.Screen
  /// Which of its kind, such as the tile whose page it is.
  var subject = ""
  /// What it says beside that, such as the page's title.
  var title = ""
  /// The element that keys have chosen.
  var element: ElementID?
  /// Whether the visitor can leave it.
  var canBeClosed = true
  /// How much has been entered.
  var count = 0
  /// Which answer it shows; 0 is none.
  var answer = 0
}
