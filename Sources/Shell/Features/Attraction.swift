import Configuration
import Gestures
import Programs

/// The scene that the launcher shows between visits.
enum AttractMode: Hashable {
  /// The carousel turns.
  case turning
  /// The carousel advances by one tile, next at `next`.
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

/// The visible scene, and when the next one begins.
struct Attraction: Hashable {
  private var settings = IdleSettings()
  /// The present scene; nil for none.
  private(set) var mode: AttractMode?
  /// The number of the scene in the list, and when the scene began.
  private var (index, start) = (0, 0.0)
  /// When the next scene begins; nil for never.
  private var change: Double?
  /// Scenes whose programs ended immediately. They do not return before a visitor does.
  private var broken: Set<Int> = []
  /// The pictures with which picture scenes continue, by the scenes' numbers.
  private var pictures: [Int: Int] = [:]

  /// The speed of the turning carousel, in tiles per second: slow enough to read each passing name.
  static let turningSpeed = 0.25
  /// Seconds between two steps: time to read a name from afar.
  static let pause = 5.0
  /// Seconds of a step, which is slower than a visitor's step.
  static let stepDuration = 1.2
  /// The shortest useful run of a program, in seconds. One that ends sooner showed nothing.
  private static let shortest = 10.0

  /// When the scene or the carousel next changes by itself.
  var deadline: Double? {
    var due = change ?? .infinity
    if case .stepping(let next) = mode { due = min(due, next) }
    return due < .infinity ? due : nil
  }

  /// Reports whether the carousel advances by a tile now.
  func mustStep(at time: Double) -> Bool {
    if case .stepping(let next) = mode { next <= time } else { false }
  }
  /// Reports whether the next scene begins now.
  func mustChange(at time: Double) -> Bool { mode != nil && change.map { $0 <= time } == true }

  /// Makes the first scene the next, because a visitor was present.
  mutating func rewind() { (index, broken) = (-1, []) }

  mutating func apply(_ settings: IdleSettings) { self.settings = settings }
  /// Reports whether the present scene depends on settings that changed.
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

  /// Notes that a program ended by itself. A short run is not repeated.
  mutating func programEnded(at time: Double) {
    if time - start < Self.shortest { broken.insert(index) }
    mode = nil
  }

  /// Begins a scene. A single scene stays until a visitor comes.
  mutating func show(_ mode: AttractMode, scene: Int, at time: Double) {
    let end = settings.scenes.count > 1 ? time + settings.sceneDuration : nil
    (self.mode, index, start, change) = (mode, scene, time, end)
  }

  /// Moves the carousel until a visitor comes, because no scene has content.
  mutating func showNone(but mode: AttractMode) { (self.mode, change) = (mode, nil) }

  /// Advances the carousel by a tile.
  mutating func step(at time: Double) { mode = .stepping(next: time + Self.pause) }

  /// Returns the number of the picture with which a scene begins.
  func firstPicture(of scene: Int) -> Int { pictures[scene] ?? 0 }
  /// Notes the picture with which the scene continues next time.
  mutating func keep(picture: Int) { if mode == .pictures { pictures[index] = picture } }

  /// Ends the scene and returns it.
  mutating func end() -> AttractMode? {
    defer { (mode, change) = (nil, nil) }
    return mode
  }

  /// Reports whether the scene hides the tiles.
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
  /// Whether passers-by may see its content. Tiles that need the PIN are excluded.
  var canBeScene: Bool {
    switch action {
    case .start, .page: isEnabled && !needsPIN
    case .folder, .perform, .unavailable: false
    }
  }
}

/// The first touch of a visitor in a scene with tiles. It can move them, and opens nothing.
struct FirstTouch: Hashable {
  private var (isAwaited, isOn) = (false, false)

  /// Awaits the touch.
  mutating func land() { isAwaited = true }

  /// Reports whether a gesture counts.
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
