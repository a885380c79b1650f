import Glibc
import TouchCarousel
import Wayland

/// A window with a carousel of colored cards. Fingers or the left mouse button turn it; a tap prints the
/// number of the card.
@main @MainActor
final class CarouselExample {
  private let connection: Connection
  private let shm: WlShm
  private let surface: WlSurface
  private var touch: TouchCarousel
  private var size: (width: Int, height: Int) = (0, 0)
  private var canvas: Canvas?
  private var fingers: [TouchEvent] = []
  private var placements: [Placement] = []
  private var isFrameDue = false
  private var devices: [Proxy] = []
  private var needsDrawing = false
  private var isClosed = false

  static func main() {
    do {
      try CarouselExample().run()
    } catch {
      print("carousel-example: \(error)")
      exit(1)
    }
  }

  private init() throws {
    connection = try Connection()
    let registry = try Registry(connection)
    let compositor = try registry.bind(WlCompositor.self, atLeast: 4)
    shm = try registry.bind(WlShm.self)
    let shell = try registry.bind(XdgWmBase.self)
    shell.onEvent = { [unowned shell] event in
      if case .ping(let serial) = event { shell.pong(serial: serial) }
    }

    var options = CarouselOptions()
    options.layout = .rotary
    touch = TouchCarousel(
      Carousel(options: options, bounds: .zero, itemSize: Size(200, 260), numberOfItems: 12))
    touch.recognizer.resamples = true

    surface = compositor.createSurface()
    let window = shell.getXdgSurface(surface: surface)
    let toplevel = window.getToplevel()
    toplevel.setTitle(title: "Carousel")
    toplevel.onEvent = { [unowned self] event in
      switch event {
      case .configure(let width, let height, _): resize(Int(width), Int(height))
      case .close: isClosed = true
      default: break
      }
    }
    window.onEvent = { [unowned self, unowned window] event in
      guard case .configure(let serial) = event else { return }
      window.ackConfigure(serial: serial)
      draw()
    }
    let seat = registry.bindIfOffered(WlSeat.self)
    seat?.onEvent = { [unowned self] event in
      guard let seat, case .capabilities(let capabilities) = event else { return }
      guard devices.isEmpty else { return }
      if capabilities.contains(.touch) { listen(to: seat.getTouch()) }
      if capabilities.contains(.pointer) { listen(to: seat.getPointer()) }
    }
    // The first configure event is the answer to a commit without a buffer.
    surface.commit()
  }

  /// Waits for the compositor or for the recognizer's deadline, and handles one of them per iteration.
  private func run() throws {
    while !isClosed {
      let wait = touch.deadline.map { max(0, $0 - now) * 1000 + 1 } ?? -1
      try connection.dispatch(waitingMilliseconds: Int32(min(wait, 60_000)))
      // The release of a buffer is an event too, but no reason to draw.
      let isDue = touch.deadline.map { $0 <= now } == true
      if !isFrameDue, needsDrawing || isDue || touch.isMoving { draw() }
    }
  }

  private var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func resize(_ width: Int, _ height: Int) {
    // 0 lets the window choose.
    size = (width > 0 ? width : 960, height > 0 ? height : 540)
    touch.carousel.bounds = Size(Double(size.width), Double(size.height))
    touch.center = Point(Double(size.width) / 2, Double(size.height) / 2)
  }

  /// Advances the carousel to the current time and shows it. Continues with each frame of the screen while
  /// anything moves.
  private func draw() {
    guard size.width > 0 else { return }
    needsDrawing = false
    var events: [CarouselEvent] = []
    touch.advance(to: now, into: &events)
    for case .didSelectItem(let item) in events.map(\.kind) {
      print("card \(item)")
      fflush(nil)
    }
    touch.carousel.placements(into: &placements)
    if canvas.map({ $0.size == size }) != true { canvas = Canvas(shm, size) }
    guard let canvas else { return }
    canvas.clear(0xFF20_2430)
    for placement in placements where !placement.isHidden {
      guard let corners = touch.carousel.corners(of: placement) else { continue }
      let shape = [corners.upperLeft, corners.upperRight, corners.lowerRight, corners.lowerLeft]
      let isPressed = placement.index == touch.pressedItem
      canvas.fill(shape.map { $0 + touch.center }, isPressed ? 0xFFFF_FFFF : Self.color(placement))
    }
    surface.attach(buffer: canvas.buffer, x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    if touch.isMoving {
      isFrameDue = true
      surface.frame().onEvent = { [unowned self] _ in
        isFrameDue = false
        draw()
      }
    }
    surface.commit()
  }

  /// Returns one of six colors, darker at a greater distance.
  private static func color(_ placement: Placement) -> UInt32 {
    let colors: [(Double, Double, Double)] = [
      (232, 93, 74), (245, 176, 65), (88, 177, 159), (84, 153, 199), (165, 105, 189), (240, 128, 160),
    ]
    let (red, green, blue) = colors[placement.index % colors.count]
    let light = max(0.35, 1 - abs(placement.offset) * 0.12)
    return 0xFF00_0000 | UInt32(red * light) << 16 | UInt32(green * light) << 8 | UInt32(blue * light)
  }

  private func listen(to device: WlTouch) {
    devices.append(device)
    device.onEvent = { [unowned self] event in
      switch event {
      case .down(_, let time, _, let id, let x, let y):
        fingers.append(.down(id: id, at: Point(x, y), milliseconds: time))
      case .motion(let time, let id, let x, let y):
        fingers.append(.motion(id: id, at: Point(x, y), milliseconds: time))
      case .up(_, let time, let id): fingers.append(.up(id: id, milliseconds: time))
      case .cancel: handle([.cancel])
      case .frame: handle(fingers)
      default: break
      }
    }
  }

  /// Treats a mouse with its button down as a finger.
  private func listen(to device: WlPointer) {
    devices.append(device)
    var (place, isDown) = (Point.zero, false)
    device.onEvent = { [unowned self] event in
      switch event {
      case .enter(_, _, let x, let y): place = Point(x, y)
      case .motion(let time, let x, let y):
        place = Point(x, y)
        if isDown { handle([.motion(id: -1, at: place, milliseconds: time)]) }
      case .button(_, let time, 0x110, let state):
        isDown = state == .pressed
        handle([
          isDown ? .down(id: -1, at: place, milliseconds: time) : .up(id: -1, milliseconds: time)
        ])
      default: break
      }
    }
  }

  private func handle(_ events: [TouchEvent]) {
    needsDrawing = true
    touch.handle(TouchFrame(events), at: now)
    fingers.removeAll(keepingCapacity: true)
  }
}
