import CarouselEngine
import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// A stage for trying out options: the launcher on a small screen, beside controls for every option of the
/// carousel and the theme. It starts no programs of tiles.
///
/// Pure like `Shell`: events and times come in, effects and frames go out.
package struct DemoStage: Sendable {
  /// The part that keys operate.
  enum Focus: Hashable {
    case row(Int)
    /// A button of the bar.
    case button(Int)
    case screen
  }

  /// The state of saving.
  enum Saving: Hashable {
    /// Nothing was saved, or something changed since.
    case changed
    /// The file exists, and the demo asks whether to replace it.
    case asks
    case done
    case failed(String)
  }

  /// The demo's own theme.
  private(set) var theme = Theme()
  private(set) var words = Localizer.english
  /// The name of the file without its directory.
  let fileName: String
  /// The configuration besides the options to try out.
  private var configuration: KioskConfiguration
  /// The launcher's shelves. Tiles are added to and removed from the first one.
  private(set) var shelves: [LauncherShelf]
  private var tilesMade = 0
  var shell: Shell
  var look: DemoLook
  private let allControls: [DemoControl]

  var metrics = Metrics(size: .zero)
  var scale = 1.0
  var plan = DemoPlan(Metrics(size: .zero), isWhole: false)
  var rows: [DemoRow] = []
  var scroll = ContentScroll()
  var labels = LabelStore()
  /// The description of the option that was touched last.
  var help: Writing?
  var helpKey: ConfigurationKey?
  /// Whether the launcher has the whole screen.
  var isWhole = false
  var saving = Saving.changed

  var recognizer = GestureRecognizer(axis: Point(0, 1), policy: .dominant)
  private var gestures: [Gesture] = []
  /// The touches that belong to the launcher. Others belong to the controls.
  var screenTouches: Set<Int32> = []
  /// The slider that a finger drags.
  var grabbed: (row: Int, slider: Int)?
  var pressed: Point?
  var focus = Focus.row(0)
  /// Whether to show the focus, because keys are in use.
  var showsFocus = false
  /// The program that the launcher believes to run, and when it ends.
  var program: (id: ProgramID, ends: Double)?
  /// Whether the visitor has asked to leave the demo.
  package internal(set) var isOver = false
  var isDirty = true
  private var shellEffects: [ShellEffect] = []
  private var innerFrame = SceneFrame()

  /// Seconds for which an opened tile stays open.
  static let openTime = 1.6

  /// Creates a stage that tries out `configuration` with `shelves`, or with its own tiles if they are empty.
  /// The result goes to the file `fileName`.
  package init(configuration given: KioskConfiguration, shelves offered: [LauncherShelf], fileName: String) {
    self.fileName = fileName.split(separator: "/").last.map(String.init) ?? fileName
    // Idle actions and hours do not affect the looks.
    var configuration = given
    (configuration.idle, configuration.schedule) = (IdleSettings(), ScheduleSettings())
    (configuration.kiosk, configuration.homeStrip) = (KioskSettings(), HomeStripSettings())
    // Visitors would take automatic motion for an effect of their options.
    configuration.header.hasNudge = false
    self.configuration = configuration
    look = DemoLook(carousel: given.carousel, theme: given.theme, access: given.access)
    allControls = DemoControl.all(hasKeyframes: !given.carousel.details.keyframes.isEmpty)
    let hasTiles = offered.contains { !$0.tiles.isEmpty }
    shelves =
      hasTiles ? offered : [LauncherShelf(settings: given.carousel, tiles: DemoTiles.all(in: .english))]
    if !hasTiles { tilesMade = DemoTiles.count }
    shell = Shell(configuration: configuration, shelves: shelves)
    recognizer.recognizers = [.tap, .drag]
    recognizer.edges = []
  }

  /// Whether the window should request a frame.
  package var wantsFrame: Bool {
    !metrics.size.isEmpty && (isDirty || scroll.isMoving || shell.wantsFrame)
  }

  /// When to send `ShellEvent.deadline`; nil without a deadline.
  package var deadline: Double? {
    [shell.deadline, recognizer.deadline, program?.ends].compactMap { $0 }.min()
  }

  /// Seconds between two frames, if the display reports them.
  package var frameInterval: Double? {
    get { shell.frameInterval }
    set { shell.frameInterval = newValue }
  }

  /// Handles an event, and appends effects for the host.
  package mutating func handle(_ event: ShellEvent, at time: Double, into effects: inout [DemoEffect]) {
    switch event {
    case .resized(let size, let scale): resize(to: size, scale: scale, at: time)
    case .touch(let frame): touch(frame, at: time, into: &effects)
    case .key(let key): handle(key, at: time, into: &effects)
    case .scroll(let event): handle(event, at: time)
    case .measured(let pointsPerMillimeter):
      recognizer.thresholds = configuration.gestures.thresholds(pointsPerMillimeter: pointsPerMillimeter)
      give(.measured(pointsPerMillimeter: pointsPerMillimeter.map { $0 / plan.zoom }), at: time)
    case .focus(let hasFocus):
      if !hasFocus { touch(TouchFrame([.lost]), at: time, into: &effects) }
      give(event, at: time)
    case .deadline: meetDeadlines(at: time, into: &effects)
    case .languages(let languages, let words):
      give(event, at: time)
      speak(languages, words, at: time)
    case .pictureReady(let picture, let size, _, _):
      if labels.measured(picture, size: size) || help?.measured(picture, size: size) == true {
        isDirty = true
      }
      give(event, at: time)
    default: give(event, at: time)
    }
    performShell(at: time, into: &effects)
  }

  /// Takes the result of saving.
  package mutating func saved(_ result: DemoSaving) {
    saving =
      switch result {
      case .done: .done
      case .exists: .asks
      case .failed(let reason): .failed(reason)
      }
    if saving == .asks { focus = .button(1) } else if case .button = focus { focus = .button(3) }
    isDirty = true
  }

  /// Passes an event to the launcher.
  mutating func give(_ event: ShellEvent, at time: Double) {
    shell.handle(event, at: time, into: &shellEffects)
  }

  /// Performs the launcher's effects within the demo. None of them reaches the machine.
  private mutating func performShell(at time: Double, into effects: inout [DemoEffect]) {
    while !shellEffects.isEmpty {
      let due = shellEffects
      shellEffects.removeAll(keepingCapacity: true)
      for effect in due {
        switch effect {
        case .draw(let picture, let order): effects.append(.draw(picture, order: order))
        case .readWallTime: effects.append(.readWallTime)
        case .start(let id, _): program = (id, time + Self.openTime)
        case .stop(let id): give(.ended(id, .exited(status: 0)), at: time)
        default: break
        }
      }
    }
  }

  /// Sets the language of all texts, including the demo's own tiles.
  private mutating func speak(_ languages: [String], _ words: Localizer, at time: Double) {
    (self.words, theme.language) = (words, languages.first ?? "")
    labels.removeAll()
    help = nil
    DemoTiles.rename(&shelves[0].tiles, made: tilesMade, in: words)
    give(.shelves(shelves), at: time)
    isDirty = true
  }

  private mutating func meetDeadlines(at time: Double, into effects: inout [DemoEffect]) {
    if let due = program, due.ends <= time {
      program = nil
      give(.ended(due.id, .exited(status: 0)), at: time)
    }
    if let due = shell.deadline, due <= time { give(.deadline, at: time) }
    recognizer.advance(to: time, into: &gestures)
    act(at: time, into: &effects)
  }

  private mutating func resize(to size: Size, scale: Double, at time: Double) {
    guard !size.isEmpty, scale > 0, size.width.isFinite, size.height.isFinite, scale.isFinite else { return }
    metrics = Metrics(size: size)
    self.scale = scale
    recognizer.bounds = size
    labels.removeAll()
    layOut(at: time)
  }

  /// Lays out everything for a size of the screen, or for other parts on it.
  mutating func layOut(at time: Double) {
    plan = DemoPlan(metrics, isWhole: isWhole)
    if !isWhole { layOutRows(at: time) }
    (help, grabbed, pressed) = (nil, nil, nil)
    give(.resized(metrics.size, scale: scale * plan.zoom), at: time)
    isDirty = true
  }

  /// The controls that affect the present carousel.
  var controls: [DemoControl] { allControls.filter { look.hasEffect($0.key) } }

  private mutating func layOutRows(at time: Double) {
    let (rows, length) = DemoRow.rows(controls, width: plan.panel.size.width, unit: plan.unit)
    // The focus stays on the same row.
    if case .row(let index) = focus, self.rows.indices.contains(index) {
      focus = .row(rows.firstIndex { $0.control.key == self.rows[index].control.key } ?? 0)
    }
    self.rows = rows
    scroll.fit(length: length, into: plan.panel.size.height, at: time)
  }

  /// Handles touches on the controls.
  mutating func touchControls(_ frame: TouchFrame, at time: Double, into effects: inout [DemoEffect]) {
    recognizer.handle(frame, at: time, into: &gestures)
    act(at: time, into: &effects)
  }

  private mutating func act(at time: Double, into effects: inout [DemoEffect]) {
    let due = gestures
    gestures.removeAll(keepingCapacity: true)
    for gesture in due { act(on: gesture, at: time, into: &effects) }
  }

  /// Applies the options to the launcher. While a finger drags a slider, changes are immediate and follow it.
  mutating func apply(at time: Double) {
    configuration.carousel = look.carousel
    (configuration.theme, configuration.access) = (look.theme, look.access)
    var settings = look.carousel
    if grabbed != nil { (settings.details.layoutChangeDuration, settings.viewChangeDuration) = (0, 0) }
    for index in shelves.indices { shelves[index].settings = settings }
    if !isWhole, rows.map(\.control) != controls { layOutRows(at: time) }
    give(.configuration(configuration, shelves: shelves, problems: []), at: time)
    saving = .changed
    isDirty = true
  }

  /// The number of tiles on the first shelf.
  var tileCount: Int { shelves[0].tiles.count }

  /// Adds a tile after the middle one.
  mutating func addTile(at time: Double) {
    guard tileCount < DemoTiles.most else { return }
    let place = shell.tilesPanel.level.current == 0 ? shell.tilesPanel.level.currentTile + 1 : tileCount
    shelves[0].tiles.insert(DemoTiles.tile(tilesMade, in: words), at: min(max(0, place), tileCount))
    tilesMade += 1
    apply(at: time)
  }

  /// Removes the middle tile. One tile always stays.
  mutating func removeTile(at time: Double) {
    guard tileCount > 1 else { return }
    let place = shell.tilesPanel.level.current == 0 ? shell.tilesPanel.level.currentTile : tileCount - 1
    shelves[0].tiles.remove(at: min(max(0, place), tileCount - 1))
    apply(at: time)
  }

  /// Writes the visible content at `time`, the expected presentation time of the frame.
  package mutating func advance(
    to time: Double, drawnAt now: Double, into frame: inout SceneFrame, effects: inout [DemoEffect]
  ) {
    scroll.advance(to: time)
    shell.advance(to: time, drawnAt: now, into: &innerFrame, effects: &shellEffects)
    performShell(at: time, into: &effects)
    isDirty = false
    frame.removeAll()
    frame.size = metrics.size
    frame.background = theme.background
    var canvas = PageCanvas(
      frame: frame, labels: labels, scale: scale, fontFamily: theme.fontFamily, language: theme.language)
    draw(innerFrame, on: &canvas)
    frame = canvas.frame
    labels = canvas.labels
    var asked: [ShellEffect] = []
    labels.request(into: &asked)
    requestHelp(into: &asked)
    for case .draw(let picture, let order) in asked { effects.append(.draw(picture, order: order)) }
  }
}

/// A request of the demo to the host.
package enum DemoEffect: Hashable, Sendable {
  /// Draw a picture, the lowest order first. Answer with `ShellEvent.pictureReady`.
  case draw(Picture, order: Int)
  /// Read the clock. Answer with `ShellEvent.wallTime`.
  case readWallTime
  /// Write the named file. `replaces` permits the replacement of an existing one. Answer with
  /// `DemoStage.saved(_:)`.
  case save(String, replaces: Bool)
}

/// The result of `DemoEffect.save`.
package enum DemoSaving: Hashable, Sendable {
  /// The file is written.
  case done
  /// The file exists already, and may not be replaced.
  case exists
  /// The file could not be written, for a reason.
  case failed(String)
}
