import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// A wish of a panel or a feature. The stack closes and lays out panels; the shell performs everything else,
/// in one place.
enum Intent: Hashable {
  /// Close the panel, as its visitor asked.
  case close
  /// Have the panel's writing drawn anew.
  case layOut
  /// Go back to the screen behind the PIN pad.
  case closePad
  /// Find the highlighted element again, after a layout or its activation.
  case layOutHighlight
  /// Have something heard.
  case sound(SoundCue)
  /// Check a PIN that was entered for this.
  case enter(PIN, PINPad.Purpose)
  /// Do what the system's page offers.
  case control(SystemControl)
  /// Open a tile; one that needs the PIN only after it was entered.
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
  /// Retry the tile of the message.
  case retry(tile: String)
  /// Show what visitors can choose.
  case showSheet(VisitorSheet.Kind)
  /// A form wants to change something.
  case changed(FormChange)
  /// Show the editor.
  case editScreen
  /// Show how a phone sets up the kiosk; it may have to be started first.
  case showPhone
  /// End the page for phones.
  case stopPhone
  /// The page about it was closed.
  case closedPhone
  /// Perform a request of the editor.
  case edit(EditWish)
  /// Ask for a text. The panel gets it with `wrote(_:in:_:_:)`.
  case write(TextRequest)
  /// A text was written, for the panel behind the keyboard.
  case wrote(TextRequest)
  /// Leave the innermost folder.
  case closeFolder
  /// Perform the action of a gesture.
  case perform(ShellAction, at: Point?)
  /// Replace the tile of a scene.
  case sceneEnded
  /// Show a message.
  case show(Notice)
  /// Show a message for as long as it takes to read it.
  case showBriefly(Message)
  /// The same, if nothing else is to be read.
  case showInPassing(Message)
  /// Report that a program opens, if visitors have not read that yet.
  case showOpening(tile: String)
  /// Say that a program that is being opened is slow.
  case showSlow(tile: String)
  /// Show what an operator has to say.
  case showAnnouncement(Notice)
  /// Close a panel as its visitor would.
  case closePanel(PanelLayer)
  /// Show a failure, with a button if its tile can be retried; and report it.
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
  /// An operator turns the screen on, as a visitor would.
  case wake(at: Double)
  /// The visit is over.
  case endVisit
  /// Show other content on a tile than the configuration has.
  case update(tile: String, TileUpdate)
  /// The PIN was entered for this, and was the right one.
  case grant(PINPad.Purpose)
  /// Show the first run once more.
  case showSetup
  /// Show the pad that unlocks the launcher, and nothing else.
  case showLock
  /// Take the pad away.
  case removePad
  /// Open a tile, the PIN having been entered.
  case openTrusted(tile: String)
  /// Use a control of a tile, the PIN having been entered.
  case activate(TileControl, tile: String)
  /// Show on the pad whether PINs are accepted; the answer means that the entered one was refused.
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

/// A panel in front of the tiles: a page, the PIN pad, the system page.
///
/// A panel keeps its state private. It is laid out when the environment changes, gets input before everything
/// behind it, is drawn, and publishes its elements. A new panel is a type that conforms, and the line that
/// shows it.
protocol Panel: Sendable {
  /// Its name in the launcher's status.
  var name: ShellStatus.Screen { get }
  /// Before and behind what it stands.
  var layer: PanelLayer { get }
  /// The id of the tile that opened it.
  var tileID: String? { get }
  /// False while it is leaving.
  var isOpen: Bool { get }
  /// The axis of its swipes; nil leaves that to the screen behind.
  var swipeAxis: Point? { get }
  /// Its gestures beside taps and drags.
  var recognizers: Recognizers { get }
  /// When it closes or changes by itself; nil for never.
  var deadline: Double? { get }

  /// Has its writing drawn for the screen as it is.
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect])
  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool
  /// The same, and the free part of the requested area at its left and above it.
  mutating func measured(_ picture: Picture, size: PixelSize, inset: PixelSize) -> Bool
  /// The same for a line that is typed: where a caret can stand in it, in pixels from its left.
  mutating func measured(_ picture: Picture, size: PixelSize, carets: [Int]) -> Bool

  /// Each returns whether the input was for it.
  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool
  mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool
  mutating func handle(_ scroll: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput)
  /// Whether it reads fingers itself, in addition to gestures.
  var takesTouches: Bool { get }
  mutating func handle(_ touch: TouchFrame, _ environment: Environment, _ output: inout PanelOutput)
  /// A text was written that it had asked for.
  mutating func wrote(
    _ text: String, in field: ElementID, _ environment: Environment, _ output: inout PanelOutput)

  /// Its elements: in one of its groups, or outside of them.
  func elements(in group: ElementID?, _ environment: Environment) -> [Element]
  /// Chooses one of its elements.
  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput)
  /// The lowest point for texts about an element.
  func captionBottom(_ environment: Environment) -> Double?

  /// What a visitor's attention is on.
  var spoken: SpokenPanel { get }
  /// The speech for a focus after an earlier one; nil for none.
  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String]

  /// A visitor is still there.
  mutating func stay(at time: Double)
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput)
  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect])
  /// Whether the next frame differs from the latest.
  func isMoving(at time: Double) -> Bool
  /// Begins to leave. Returns whether that is visible.
  mutating func leave(at time: Double) -> Bool
  /// Whether it has gone.
  func isGone(at time: Double) -> Bool
  /// Whether it stays when a visit ends, and only closes by itself.
  var staysThroughVisits: Bool { get }
  /// Whether nothing behind it is seen.
  func isCovering(at time: Double) -> Bool
  /// The opacity of the header in front of it; 0 hides the header.
  func headerOpacity(at time: Double) -> Double
  /// Whether it is read without a visitor.
  var isSaidToAll: Bool { get }
  /// Whether visitors can use the panels behind it.
  var isAside: Bool { get }
  /// How far its tile has grown, 0 to 1; 0 without a tile.
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
  mutating func measured(_ picture: Picture, size: PixelSize, carets: [Int]) -> Bool { false }
  mutating func handle(_ scroll: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {}
  var takesTouches: Bool { false }
  mutating func handle(_ touch: TouchFrame, _ environment: Environment, _ output: inout PanelOutput) {}
  mutating func wrote(
    _ text: String, in field: ElementID, _ environment: Environment, _ output: inout PanelOutput
  ) {}
  mutating func stay(at time: Double) {}
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {}
  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {}
  func isMoving(at time: Double) -> Bool { false }
  mutating func leave(at time: Double) -> Bool { false }
  func isGone(at time: Double) -> Bool { false }
  func isCovering(at time: Double) -> Bool { true }
  func headerOpacity(at time: Double) -> Double { 0 }
  var isSaidToAll: Bool { false }
  var isAside: Bool { false }
  var staysThroughVisits: Bool { false }
  mutating func measured(_ picture: Picture, size: PixelSize, inset: PixelSize) -> Bool {
    measured(picture, size: size)
  }
  func growth(at time: Double) -> Double { 0 }
}

/// The subject of a panel, as far as speech needs it: small, because it is compared after every frame.
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
