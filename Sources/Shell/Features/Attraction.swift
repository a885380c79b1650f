import Configuration
import Gestures
import Programs

/// The scene that the launcher shows between visits.
enum AttractMode: Hashable {
  /// The carousel turns.
  case turning
  /// The carousel goes on by one tile, the next time at `next`.
  case stepping(next: Double)
  /// A mark like a finger swipes the row.
  case ghost
  /// Pictures as large as the screen.
  case pictures
  /// The page of a tile.
  case page
  /// The program of a tile.
  case program(ProgramID)

  /// Whether a finger can move the visible tiles at once.
  var showsTiles: Bool {
    switch self {
    case .turning, .stepping, .ghost: true
    case .pictures, .page, .program: false
    }
  }
}

/// Which of the configured scenes is shown, and when the next one comes.
struct Attraction: Hashable {
  private var settings = IdleSettings()
  /// What is shown; nil for nothing.
  private(set) var mode: AttractMode?
  /// The number of the scene in the list, and when it began.
  private var (index, start) = (0, 0.0)
  /// When the next scene comes; nil for never.
  private var change: Double?
  /// Scenes whose programs ended at once. They do not return before a visitor does.
  private var broken: Set<Int> = []
  /// Which picture the scenes of pictures show next, by their numbers.
  private var pictures: [Int: Int] = [:]

  /// Tiles per second at which the carousel turns: slow enough to read each name on the way past.
  static let turningSpeed = 0.25
  /// Seconds between two of its steps: time to read a name from afar.
  static let pause = 5.0
  /// Seconds that a step takes: slower than one that a visitor asked for.
  static let stepDuration = 1.2
  /// A program that ends by itself within this many seconds showed nothing.
  private static let shortest = 10.0

  /// When something changes by itself.
  var deadline: Double? {
    var due = change ?? .infinity
    if case .stepping(let next) = mode { due = min(due, next) }
    return due < .infinity ? due : nil
  }

  /// Whether the carousel goes on by a tile now.
  func mustStep(at time: Double) -> Bool {
    if case .stepping(let next) = mode { next <= time } else { false }
  }
  /// Whether the next scene comes now.
  func mustChange(at time: Double) -> Bool { mode != nil && change.map { $0 <= time } == true }

  /// A visitor was there: the first scene is next.
  mutating func rewind() { (index, broken) = (-1, []) }

  /// Another configuration is in force.
  mutating func apply(_ settings: IdleSettings) { self.settings = settings }
  /// Whether the present scene does not match these settings.
  func differs(from settings: IdleSettings) -> Bool { mode == .pictures && settings != self.settings }

  /// The next possible scenes in their order, with their numbers; the present one is last.
  var candidates: [(number: Int, scene: AttractScene)] {
    let scenes = settings.scenes
    return scenes.indices.map { (index + 1 + $0) % scenes.count }.filter { !broken.contains($0) }.map {
      ($0, scenes[$0])
    }
  }
  /// Whether the carousel turns if no scene has content.
  var turnsWithoutScenes: Bool { settings.scenes != [.step] }

  /// A program ended by itself. A short one is not repeated next.
  mutating func programEnded(at time: Double) {
    if time - start < Self.shortest { broken.insert(index) }
    mode = nil
  }

  /// Begins a scene, which stays alone until a visitor comes.
  mutating func show(_ mode: AttractMode, scene: Int, at time: Double) {
    let end = settings.scenes.count > 1 ? time + settings.sceneDuration : nil
    (self.mode, index, start, change) = (mode, scene, time, end)
  }

  /// No scene has content: the carousel moves until a visitor comes.
  mutating func showNone(but mode: AttractMode) { (self.mode, change) = (mode, nil) }

  /// The carousel goes on by a tile.
  mutating func step(at time: Double) { mode = .stepping(next: time + Self.pause) }

  /// The picture with which a scene begins.
  func firstPicture(of scene: Int) -> Int { pictures[scene] ?? 0 }
  /// The scene goes on with this picture the next time.
  mutating func keep(picture: Int) { if mode == .pictures { pictures[index] = picture } }

  /// Ends the scene and returns it.
  mutating func end() -> AttractMode? {
    defer { (mode, change) = (nil, nil) }
    return mode
  }

  /// Whether the scene hides the tiles.
  func isSeen(isPageOpen: Bool, arePicturesOpen: Bool, _ program: ProgramID?) -> Bool {
    switch mode {
    case .page: isPageOpen
    case .pictures: arePicturesOpen
    case .program(let shown): shown == program
    case .turning, .stepping, .ghost, nil: false
    }
  }
}

extension LauncherTile {
  /// Whether passers-by may see what it opens: never tiles behind the PIN.
  var canBeScene: Bool {
    switch action {
    case .start, .page: isEnabled && !needsPIN
    case .folder, .perform, .unavailable: false
    }
  }
}

/// The first touch of a visitor in a scene with tiles can move them, and opens nothing.
struct FirstTouch: Hashable {
  private var (isAwaited, isOn) = (false, false)

  /// It lands.
  mutating func land() { isAwaited = true }

  /// Whether a gesture counts.
  mutating func admits(_ gesture: Gesture) -> Bool {
    switch gesture {
    case .touchBegan:
      (isOn, isAwaited) = (isAwaited, false)
      return true
    case .tap, .doubleTap, .multiTap, .pressBegan, .pressEnded, .longPressBegan, .longPressEnded,
      .longPressCancelled, .multiLongPress:
      return !isOn
    default: return true
    }
  }
}
