import CarouselEngine
import RotundaGeometry

/// Plays one scenario, and records what an observer sees.
struct ScenarioPlayer {
  private let scenario: Scenario
  private var carousel: Carousel
  /// The time of tick 0, which leaves time for the setup before it. A multiple of every tick.
  private let epoch: Double
  private var tick = 0
  private var shouldSelect = true
  private var isPanning = false
  private var previousTranslation = 0.0
  private var sequence = 0
  private var fresh: [CarouselEvent] = []
  private(set) var physicsRows: [[String]] = []
  private(set) var eventRows: [[String]] = []

  init(_ scenario: Scenario, physics: ScrollPhysicsKind) {
    self.scenario = scenario
    epoch = 4096 * scenario.tickSeconds
    carousel = scenario.setup.carousel(physics: physics)
  }

  /// The most ticks: some hours, longer than any recording.
  private static let mostTicks = 1_000_000

  private var time: Double { epoch + Double(tick) * scenario.tickSeconds }

  mutating func play() {
    if scenario.coldStart?.isTrue != true { settle() }
    for tick in 0...min(max(0, scenario.ticks), Self.mostTicks) {
      self.tick = tick
      for (place, input) in scenario.script.enumerated() where input.tick == tick {
        apply(input, at: place)
        drain()
      }
      carousel.advance(to: time, into: &fresh)
      drain()
      physicsRows.append(row)
    }
  }

  /// Performs the setup before the recording: the first layout, then the starting offset, each until nothing
  /// moves.
  private mutating func settle() {
    run(from: -4000)
    if let start = scenario.setup.start {
      carousel.scrollOffset = start
      run(from: -2000)
    }
    fresh.removeAll()
  }

  private mutating func run(from first: Int) {
    tick = first
    repeat {
      carousel.advance(to: time, into: &fresh)
      tick += 1
    } while carousel.isMoving && tick < first + 1900
  }

  private var row: [String] {
    [
      scenario.id, Cell.number(tick), Cell.number(time - epoch), Cell.number(carousel.scrollOffset),
      Cell.number(carousel.currentItemIndex), Cell.flag(carousel.isDragging),
      Cell.flag(carousel.isDecelerating),
      Cell.flag(carousel.isScrolling), Cell.flag(carousel.isMoving),
      Cell.number(carousel.options.physics == .classic ? carousel.ticker.toggle : carousel.toggle),
      Cell.number(carousel.dragVelocity), Cell.number(carousel.numberOfItems),
    ]
  }

  private mutating func drain() {
    // The engine queues the events of an input until the next step.
    fresh += carousel.takeEvents()
    for event in fresh { note(event) }
    fresh.removeAll(keepingCapacity: true)
  }

  private mutating func note(_ event: CarouselEvent) {
    let (name, argument) = event.kind.reference
    append(name, argument, offset: event.scrollOffset, index: event.currentItemIndex)
  }

  private mutating func append(_ name: String, _ argument: String, offset: Double? = nil, index: Int? = nil) {
    eventRows.append([
      scenario.id, Cell.number(sequence), Cell.number(tick), Cell.number(time - epoch), name, argument,
      Cell.number(offset ?? carousel.scrollOffset), Cell.number(index ?? carousel.currentItemIndex),
    ])
    sequence += 1
  }
}

extension ScenarioPlayer {
  private mutating func apply(_ input: ScriptedInput, at place: Int) {
    switch input.op {
    case "touch": touch(at: place)
    case "pan_begin", "pan_change", "pan_end", "pan_cancel": pan(input)
    case "tap": tap(input)
    case "set": set(input)
    case "scroll_to_item", "scroll_by_items", "scroll_to_offset", "scroll_by_offset": scroll(input)
    case "insert": carousel.insertItem(at: input.index ?? 0, time: time)
    case "remove": carousel.removeItem(at: input.index ?? 0, time: time)
    case "reload_data": carousel.reload(numberOfItems: input.items ?? carousel.numberOfItems, time: time)
    case "resize": carousel.bounds = Size(input.w ?? 0, input.h ?? 0)
    default: break
    }
  }

  private mutating func touch(at place: Int) {
    append("input_touch", carousel.options.isScrollEnabled ? "pan=1;tap=1" : "pan=0;tap=1")
    carousel.touchDown(at: time)
    // The script contains no lift: it follows at once, unless a drag or tap follows.
    let rest = scenario.script.dropFirst(place + 1)
    let next = rest.first { ["touch", "pan_begin", "tap"].contains($0.op) }
    if next == nil || next?.op == "touch" { carousel.touchUp(at: time) }
  }

  private mutating func pan(_ input: ScriptedInput) {
    let isVertical = carousel.options.isVertical
    let along = (isVertical ? input.ty : input.tx) ?? 0
    let velocity = (isVertical ? input.vy : input.vx) ?? 0
    switch input.op {
    case "pan_begin":
      beginPan(input, along: along)
    case "pan_change" where isPanning && carousel.options.isScrollEnabled:
      carousel.drag(by: along - previousTranslation, velocity: velocity, at: time)
      previousTranslation = along
    case "pan_end" where isPanning, "pan_cancel" where isPanning:
      carousel.endDragging(velocity: velocity, at: time)
      isPanning = false
    case "pan_end", "pan_cancel":
      carousel.touchUp(at: time)
    default: break
    }
  }

  private mutating func beginPan(_ input: ScriptedInput, along: Double) {
    isPanning = carousel.mayBeginDragging(translation: Point(input.tx ?? 0, input.ty ?? 0))
    append("input_pan_should_begin", Cell.flag(isPanning))
    guard isPanning else { return }
    previousTranslation = along
    carousel.beginDragging(at: time)
  }

  private mutating func tap(_ input: ScriptedInput) {
    let point = Point(
      (input.x ?? 0) - carousel.bounds.width / 2, (input.y ?? 0) - carousel.bounds.height / 2)
    guard let index = carousel.itemIndex(at: point) else {
      return carousel.scroll(toItemAt: carousel.currentItemIndex, duration: 0.4, at: time)
    }
    drain()
    append("should_select_item", Cell.number(index))
    if shouldSelect {
      carousel.select(itemAt: index, at: time)
    } else {
      carousel.refuseSelection(at: time)
    }
    carousel.touchUp(at: time)
  }

  private mutating func set(_ input: ScriptedInput) {
    guard let key = input.key, let value = input.value else { return }
    switch key {
    case "should_select": shouldSelect = value.isTrue
    case "scroll_offset": carousel.setScrollOffset(value.number, at: time)
    case "current_item_index": carousel.setCurrentItemIndex(value.integer, at: time)
    default: carousel.options.set(property: key, value)
    }
  }

  private mutating func scroll(_ input: ScriptedInput) {
    let duration = input.scrollDuration
    switch input.op {
    case "scroll_to_item": carousel.scroll(toItemAt: input.index ?? 0, duration: duration, at: time)
    case "scroll_by_items": carousel.scroll(byNumberOfItems: input.count ?? 0, duration: duration, at: time)
    case "scroll_to_offset": carousel.scroll(toOffset: input.offset ?? 0, duration: duration, at: time)
    default: carousel.scroll(byOffset: input.offset ?? 0, duration: duration, at: time)
    }
  }
}

extension CarouselEvent.Kind {
  /// The event's name and argument in the reference files.
  var reference: (name: String, argument: String) {
    switch self {
    case .didScroll: ("did_scroll", "")
    case .currentItemIndexDidChange: ("current_item_index_did_change", "")
    case .willBeginDragging: ("will_begin_dragging", "")
    case .didEndDragging(let willDecelerate): ("did_end_dragging", Cell.flag(willDecelerate))
    case .willBeginDecelerating: ("will_begin_decelerating", "")
    case .didEndDecelerating: ("did_end_decelerating", "")
    case .willBeginScrollingAnimation: ("will_begin_scrolling_animation", "")
    case .didEndScrollingAnimation: ("did_end_scrolling_animation", "")
    case .didSelectItem(let index): ("did_select_item", Cell.number(index))
    }
  }
}
