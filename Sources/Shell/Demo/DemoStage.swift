import CarouselEngine
import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// A stage to play on, for people choosing: the launcher on a small screen, and beside it a control for every
/// option of the carousel and for the theme. Nothing that a tile names is started.
///
/// Pure, and fed as `Shell` is: events and times come in, effects and frames go out.
package struct DemoStage: Sendable {
  /// What keys are about.
  enum Focus: Hashable {
    case row(Int)
    /// A button of the bar.
    case button(Int)
    case screen
  }

  /// What became of saving.
  enum Saving: Hashable {
    /// Nothing was saved yet, or something changed since.
    case changed
    /// The file is there, and it is asked whether it may go.
    case asks
    case done
    case failed(String)
  }

  /// What the demo itself looks like.
  private(set) var theme = Theme()
  private(set) var words = Localizer.english
  /// What the file is called, without where it lies.
  let fileName: String
  /// What the configuration says beyond what is tried out.
  private var configuration: KioskConfiguration
  /// The launcher's shelves; tiles come and go on the first one.
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
  /// What is written about the option that was last touched.
  var help: Writing?
  var helpKey: ConfigurationKey?
  /// Whether the launcher has the whole screen.
  var isWhole = false
  var saving = Saving.changed

  var recognizer = GestureRecognizer(axis: Point(0, 1), policy: .dominant)
  private var gestures: [Gesture] = []
  /// The fingers that are the launcher's; the others are the controls'.
  var screenTouches: Set<Int32> = []
  /// The slider that a finger has.
  var grabbed: (row: Int, slider: Int)?
  var pressed: Point?
  var focus = Focus.row(0)
  /// Whether keys are in use, so that it is shown what they are about.
  var showsFocus = false
  /// What the launcher believes to have started, and when that ends.
  var program: (id: ProgramID, ends: Double)?
  /// Whether the visitor has asked to leave it.
  package internal(set) var isOver = false
  var isDirty = true
  private var shellEffects: [ShellEffect] = []
  private var innerFrame = SceneFrame()

  /// Seconds for which a tile that was opened stays open.
  static let openTime = 1.6

  /// A stage on which `configuration` is tried out with `shelves`, or with tiles of its own if there are
  /// none; the result goes to the file `fileName`.
  package init(configuration given: KioskConfiguration, shelves offered: [LauncherShelf], fileName: String) {
    self.fileName = fileName.split(separator: "/").last.map(String.init) ?? fileName
    // What happens when the screen is idle, and what depends on the hour, is no look.
    var configuration = given
    (configuration.idle, configuration.schedule) = (IdleSettings(), ScheduleSettings())
    (configuration.kiosk, configuration.homeStrip) = (KioskSettings(), HomeStripSettings())
    // What moves by itself would be taken for an effect of what is tried out.
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

  /// Whether the window should ask for a frame.
  package var wantsFrame: Bool {
    !metrics.size.isEmpty && (isDirty || scroll.isMoving || shell.wantsFrame)
  }

  /// When `ShellEvent.deadline` is due; nil when nothing is waited for.
  package var deadline: Double? {
    [shell.deadline, recognizer.deadline, program?.ends].compactMap { $0 }.min()
  }

  /// Seconds between two frames, where the display knows.
  package var frameInterval: Double? {
    get { shell.frameInterval }
    set { shell.frameInterval = newValue }
  }

  /// Takes an event in; appends what is to be done outside.
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

  /// Takes in what came of saving.
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

  /// Hands an event to the launcher.
  mutating func give(_ event: ShellEvent, at time: Double) {
    shell.handle(event, at: time, into: &shellEffects)
  }

  /// Does what the launcher wants done; nothing of it reaches the machine.
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

  /// From now on everything is written in these words, tiles of its own included.
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

  /// Everything goes to its place on a screen of another size, or with other parts on it.
  mutating func layOut(at time: Double) {
    plan = DemoPlan(metrics, isWhole: isWhole)
    if !isWhole { layOutRows(at: time) }
    (help, grabbed, pressed) = (nil, nil, nil)
    give(.resized(metrics.size, scale: scale * plan.zoom), at: time)
    isDirty = true
  }

  /// The controls that have an effect on the carousel as it is now.
  var controls: [DemoControl] { allControls.filter { look.hasEffect($0.key) } }

  private mutating func layOutRows(at time: Double) {
    let (rows, length) = DemoRow.rows(controls, width: plan.panel.size.width, unit: plan.unit)
    // The same row stays the one that keys are about.
    if case .row(let index) = focus, self.rows.indices.contains(index) {
      focus = .row(rows.firstIndex { $0.control.key == self.rows[index].control.key } ?? 0)
    }
    self.rows = rows
    scroll.fit(length: length, into: plan.panel.size.height, at: time)
  }

  /// Fingers on the controls did something.
  mutating func touchControls(_ frame: TouchFrame, at time: Double, into effects: inout [DemoEffect]) {
    recognizer.handle(frame, at: time, into: &gestures)
    act(at: time, into: &effects)
  }

  private mutating func act(at time: Double, into effects: inout [DemoEffect]) {
    let due = gestures
    gestures.removeAll(keepingCapacity: true)
    for gesture in due { act(on: gesture, at: time, into: &effects) }
  }

  /// The launcher shows what is chosen. While a finger moves a slider nothing flies: what is seen follows it.
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

  /// How many tiles there are on the first shelf.
  var tileCount: Int { shelves[0].tiles.count }

  /// Puts a tile behind the one in the middle.
  mutating func addTile(at time: Double) {
    guard tileCount < DemoTiles.most else { return }
    let place = shell.tilesPanel.level.current == 0 ? shell.tilesPanel.level.currentTile + 1 : tileCount
    shelves[0].tiles.insert(DemoTiles.tile(tilesMade, in: words), at: min(max(0, place), tileCount))
    tilesMade += 1
    apply(at: time)
  }

  /// Takes the tile in the middle away; one always stays.
  mutating func removeTile(at time: Double) {
    guard tileCount > 1 else { return }
    let place = shell.tilesPanel.level.current == 0 ? shell.tilesPanel.level.currentTile : tileCount - 1
    shelves[0].tiles.remove(at: min(max(0, place), tileCount - 1))
    apply(at: time)
  }

  /// Writes what is seen at `time`, which is when the frame will be presented, as well as that is known.
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

/// What the demo wants done outside.
package enum DemoEffect: Hashable, Sendable {
  /// Draw a picture, the lowest order first; answer with `ShellEvent.pictureReady`.
  case draw(Picture, order: Int)
  /// Look at the clock; answer with `ShellEvent.wallTime`.
  case readWallTime
  /// Write the file that was named; `replaces` says that one which is there may go. Answer with
  /// `DemoStage.saved(_:)`.
  case save(String, replaces: Bool)
}

/// What came of `DemoEffect.save`.
package enum DemoSaving: Hashable, Sendable {
  /// The file is written.
  case done
  /// There is one already, and nothing was said about replacing it.
  case exists
  /// It could not be written, and why.
  case failed(String)
}
