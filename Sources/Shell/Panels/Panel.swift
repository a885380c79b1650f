import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// A request of a panel or a feature. The stack closes and lays out panels; the shell performs everything
/// else, in one place.
enum Intent: Hashable {
  /// Close the panel for the visitor.
  case close
  /// Lay out the panel again.
  case layOut
  /// Go back to the screen behind the PIN pad.
  case closePad
  /// Find the highlighted element again, after a layout or its activation.
  case layOutHighlight
  /// Play a sound.
  case sound(SoundCue)
  /// Check a PIN that was entered for a purpose.
  case enter(PIN, PINPad.Purpose)
  /// Perform a control of the system page.
  case control(SystemControl)
  /// Open a tile. A tile that needs the PIN opens only after its entry, or if trusted.
  case open(LauncherTile, isTrusted: Bool = false)
  /// Report that a tile is unavailable now.
  case showUnavailable(LauncherTile)
  /// Report that a tile needs the missing network.
  case showOffline(KioskState.Asked)
  /// Ask for the PIN first.
  case askForPIN(PINPad.Purpose)
  /// Start a program without a window, for a control.
  case run(Command, for: LauncherTile)
  /// Start the programs that receive a value.
  case sendValues
  /// Press the button of the message.
  case pressRetry
  /// Retry the tile of the message.
  case retry(tile: String)
  /// Show a sheet with visitors' choices.
  case showSheet(VisitorSheet.Kind)
  /// Perform a change that a form requests.
  case changed(FormChange)
  /// Show the editor.
  case editScreen
  /// Show how a phone sets up the kiosk; it may have to be started first.
  case showPhone
  /// End the page for phones.
  case stopPhone
  /// Install the bundle on a USB stick.
  case installContent
  /// Perform a request of the editor.
  case edit(EditWish)
  /// Ask for a text. The panel receives it with `wrote(_:in:_:_:)`.
  case write(TextRequest)
  /// Deliver a text to the panel behind the keyboard.
  case wrote(TextRequest)
  /// Leave the innermost folder.
  case closeFolder
  /// Perform the action of a gesture.
  case perform(ShellAction, at: Point?)
  /// Replace the finished tile of a scene.
  case sceneEnded
  /// Show a message.
  case show(Notice)
  /// Show a message for the time to read it.
  case showBriefly(Message)
  /// Show a message for the time to read it, unless another is visible.
  case showInPassing(Message)
  /// Report that a program opens, unless visitors have read that.
  case showOpening(tile: String)
  /// Report that an opening program is slow.
  case showSlow(tile: String)
  /// Show an operator's announcement.
  case showAnnouncement(Notice)
  /// Close a panel for the visitor.
  case closePanel(PanelLayer)
  /// Show and report a failure, with a button if visitors can retry its tile.
  case showError(Message, retry: String?)
  /// Log an error.
  case logError(Message)
  /// Perform an effect outside the shell.
  case effect(ShellEffect)
  /// Start a program for a tile.
  case start(Command, of: LauncherTile)
  /// Restart the program of a tile now or later.
  case restart(tile: String, hadScreen: Bool)
  /// End the launch animation of a tile that is back.
  case endLaunch
  /// Leave the program that has the screen.
  case leaveProgram
  /// Turn the machine off, reboot it, or put it to sleep.
  case power(PowerAction)
  /// Wake the screen for an operator, as a touch would.
  case wake(at: Double)
  /// End the visit.
  case endVisit
  /// Show content on a tile that replaces the configured one.
  case update(tile: String, TileUpdate)
  /// Grant a purpose, because its PIN was correct.
  case grant(PINPad.Purpose)
  /// Save the present configuration with these edits, and a new PIN.
  case save([Edit], newPIN: PIN?)
  /// Show the first run again.
  case showSetup
  /// Show only the pad that unlocks the launcher.
  case showLock
  /// Remove the pad.
  case removePad
  /// Open a tile whose PIN was entered.
  case openTrusted(tile: String)
  /// Activate a control of a tile whose PIN was entered.
  case activate(TileControl, tile: String)
  /// Show on the pad whether PINs are accepted. An answer means that the entered PIN was refused.
  case updatePad(PINPad.Answer?)
}

/// The results of an input.
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
/// A panel keeps its state private. The stack lays it out when the environment changes, gives it input before
/// everything behind it, and draws it. The panel publishes its elements. A new panel is a type that conforms,
/// and the line that shows it.
protocol Panel: Sendable {
  /// Its name in the launcher's status.
  var name: ShellStatus.Screen { get }
  /// The layer that determines its place from back to front.
  var layer: PanelLayer { get }
  /// The identifier of the tile that opened it.
  var tileID: String? { get }
  /// Whether it stays; false while it leaves.
  var isOpen: Bool { get }
  /// The axis of its swipes; nil uses the axis of the screen behind.
  var swipeAxis: Point? { get }
  /// Its gestures besides taps and drags.
  var recognizers: Recognizers { get }
  /// When it closes or changes by itself; nil for never.
  var deadline: Double? { get }

  /// Requests its pictures for the current screen.
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect])
  /// Stores the measured size of a picture. Returns whether the panel shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool
  /// Stores the measured size of a picture, and the free margin at the left and above within the requested
  /// area.
  mutating func measured(_ picture: Picture, size: PixelSize, inset: PixelSize) -> Bool
  /// Stores the measured size of an edited line. `carets` has the possible places of the caret, in pixels
  /// from its left.
  mutating func measured(_ picture: Picture, size: PixelSize, carets: [Int]) -> Bool

  /// Handles input. Each method with a result returns whether the input was for the panel.
  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool
  mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool
  mutating func handle(_ scroll: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput)
  /// Whether it reads touches itself, in addition to gestures.
  var takesTouches: Bool { get }
  mutating func handle(_ touch: TouchFrame, _ environment: Environment, _ output: inout PanelOutput)
  /// Takes a text that it had asked for.
  mutating func wrote(
    _ text: String, in field: ElementID, _ environment: Environment, _ output: inout PanelOutput)

  /// Returns its elements: in one of its groups, or outside groups.
  func elements(in group: ElementID?, _ environment: Environment) -> [Element]
  /// Activates one of its elements.
  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput)
  /// Returns the lowest point for captions about an element.
  func captionBottom(_ environment: Environment) -> Double?

  /// The subject of the visitor's attention.
  var spoken: SpokenPanel { get }
  /// Returns the spoken text for a focus after an earlier one; empty for none.
  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String]

  /// Restarts its time-out, because a visitor is present.
  mutating func stay(at time: Double)
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput)
  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect])
  /// Reports whether the next frame differs from the latest.
  func isMoving(at time: Double) -> Bool
  /// Begins to leave. Returns whether that is visible.
  mutating func leave(at time: Double) -> Bool
  /// Reports whether it has left completely.
  func isGone(at time: Double) -> Bool
  /// Whether it stays when a visit ends, and only closes by itself.
  var staysThroughVisits: Bool { get }
  /// Reports whether it hides everything behind it.
  func isCovering(at time: Double) -> Bool
  /// Returns the opacity of the header in front of it; 0 hides the header.
  func headerOpacity(at time: Double) -> Double
  /// Whether the screen reader reads it without a visitor.
  var isSaidToAll: Bool { get }
  /// Whether visitors can use the panels behind it.
  var isAside: Bool { get }
  /// Returns the growth of its tile, 0 to 1; 0 without a tile.
  func growth(at time: Double) -> Double
  func draw(_ environment: Environment, to frame: inout SceneFrame)
}

// Default implementations.
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

/// The spoken state of a panel. It is small, because the screen reader compares it after every frame.
struct SpokenPanel: Hashable {
  let panel: ShellStatus.Screen
  /// The instance among its kind, such as the tile of a page.
  var subject = ""
  /// Further content, such as the page's title.
  var title = ""
  /// The element that has the focus.
  var element: ElementID?
  /// Whether the visitor can leave it.
  var canBeClosed = true
  /// The number of entered characters.
  var count = 0
  /// The number of the visible answer; 0 is none.
  var answer = 0
}
