import Wayland
import WaylandServer

/// The compositor's state. Used only on the compositor's thread.
final class CompositorState {
  let display: ServerDisplay
  let options: CompositorOptions
  let clock: FrameClock
  private(set) lazy var seat = SeatState(self)
  private(set) lazy var windows = WindowList(self)
  private(set) lazy var extras = ExtraState(self)

  var outputs: [OutputState] = []
  var surfaces: [SurfaceState] = []
  /// The requests in order of arrival.
  private(set) var requests: [RequestRecord] = []
  /// Client behavior for which some compositors disconnect a client.
  var violations: [String] = []
  /// Whether the compositor hangs: it neither reads nor answers.
  var isHung = false
  /// The number of active requests to hold back events.
  var holds = 0
  /// The buffers that clients may not reuse yet; nil if each is released as soon as it was copied.
  private var keptBuffers: [ShmBuffer]?
  /// The output of launched clients.
  var output = ""

  private var globals: [ProtocolInterface: ServerGlobal] = [:]
  private var otherSeats: [ServerGlobal] = []
  private var buffers: [ObjectIdentifier: ShmBuffer] = [:]
  private var regions: [ObjectIdentifier: [FrameRectangle]] = [:]

  /// Sets whether to keep buffers. Otherwise releases them once copied, and releases the kept ones now.
  func keepBuffers(_ keeps: Bool) {
    for buffer in keptBuffers ?? [] { buffer.resource.sendRelease() }
    keptBuffers = keeps ? [] : nil
  }

  /// Releases a copied buffer, or keeps it.
  func giveBack(_ buffer: ShmBuffer) {
    if keptBuffers?.append(buffer) == nil { buffer.resource.sendRelease() }
  }

  init?(_ options: CompositorOptions) {
    guard let display = ServerDisplay() else { return nil }
    self.display = display
    self.options = options
    let milliHertz = UInt64(max(options.outputs.first?.refreshMilliHertz ?? 60_000, 1))
    clock = FrameClock(
      options.frames, period: 1_000_000_000_000 / milliHertz, needsDamage: options.drawsForDamageOnly)
    display.onRequest = { [unowned self] request in requests.append(request) }
    outputs = options.outputs.map { OutputState($0, self) }
    for (interface, version) in options.offered.sorted(by: { $0.key.name < $1.key.name }) {
      offer(interface, version: version)
    }
    if let path = options.socketPath {
      guard let socket = ListeningSocket.open(at: path), display.listen(descriptor: socket) else {
        return nil
      }
    }
  }

  /// Sends pending events to clients, unless the test holds them back to arrive together with later ones.
  func flush() {
    if holds == 0 { display.flush() }
  }

  /// Offers an interface. Each output has its own global.
  func offer(_ interface: ProtocolInterface, version: UInt32) {
    guard globals[interface] == nil else { return }
    if interface == .wlOutput {
      for output in outputs { output.offer(version: version) }
    } else {
      globals[interface] = makeGlobal(interface, version: version)
    }
  }

  func offerAnotherSeat() {
    let seat = makeGlobal(.wlSeat, version: ProtocolInterface.wlSeat.maximumVersion)
    if let seat { otherSeats.append(seat) }
  }

  func withdraw(_ interface: ProtocolInterface) {
    globals.removeValue(forKey: interface)?.remove()
    if interface == .wlOutput { for output in outputs { output.withdraw() } }
  }

  private func makeGlobal(_ interface: ProtocolInterface, version: UInt32) -> ServerGlobal? {
    switch interface {
    case .wlCompositor:
      display.addGlobal(WlCompositorResource.self, version: version) { [unowned self] in bind($0) }
    case .wlSubcompositor:
      display.addGlobal(WlSubcompositorResource.self, version: version) { _ in }
    case .wlShm: display.addGlobal(WlShmResource.self, version: version) { [unowned self] in bind($0) }
    case .wlSeat:
      display.addGlobal(WlSeatResource.self, version: version) { [unowned self] in seat.bind($0) }
    case .xdgWmBase:
      display.addGlobal(XdgWmBaseResource.self, version: version) { [unowned self] in windows.bind($0) }
    default: extras.makeGlobal(interface, version: version)
    }
  }

  private func bind(_ compositor: WlCompositorResource) {
    compositor.onRequest = { [unowned self] request in
      switch request {
      case .createSurface(let resource): add(resource)
      case .createRegion(let resource): add(resource)
      }
    }
  }

  private func add(_ resource: WlSurfaceResource) {
    let surface = SurfaceState(resource, self)
    surfaces.append(surface)
    resource.onDestroy = { [unowned self, surface] in
      surfaces.removeAll { $0 === surface }
      seat.forget(surface)
    }
  }

  private func add(_ region: WlRegionResource) {
    let key = ObjectIdentifier(region)
    regions[key] = []
    region.onDestroy = { [unowned self] in regions[key] = nil }
    region.onRequest = { [unowned self] request in
      if case .add(let x, let y, let width, let height) = request {
        regions[key]?.append(FrameRectangle(x: x, y: y, width: width, height: height))
      }
    }
  }

  private func bind(_ shm: WlShmResource) {
    shm.sendFormat(format: .argb8888)
    shm.sendFormat(format: .xrgb8888)
    shm.onRequest = { [unowned self, unowned shm] request in
      guard case .createPool(let resource, let descriptor, let size) = request else { return }
      guard let pool = ShmPool(descriptor: descriptor, size: Int(size)) else {
        return shm.postError(code: WlShm.Error.invalidFd.rawValue, "can not map \(size) bytes")
      }
      add(resource, pool)
    }
  }

  private func add(_ resource: WlShmPoolResource, _ pool: ShmPool) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .createBuffer(let id, let offset, let width, let height, let stride, let format):
        let buffer = ShmBuffer(
          id, pool: pool, offset: Int(offset), width: Int(width), height: Int(height), stride: Int(stride),
          format: format)
        guard let buffer else {
          return resource.postError(code: WlShm.Error.invalidStride.rawValue, "no room for such a buffer")
        }
        buffers[ObjectIdentifier(id)] = buffer
        id.onDestroy = { [unowned self, unowned id] in buffers[ObjectIdentifier(id)] = nil }
      case .resize(let size):
        guard !pool.resize(to: Int(size)) else { return }
        resource.postError(code: WlShm.Error.invalidFd.rawValue, "can not map \(size) bytes")
      case .destroy: break
      }
    }
  }

  func buffer(of resource: WlBufferResource) -> ShmBuffer? { buffers[ObjectIdentifier(resource)] }

  func rectangles(of region: WlRegionResource) -> [FrameRectangle] { regions[ObjectIdentifier(region)] ?? [] }

  func surface(of resource: WlSurfaceResource?) -> SurfaceState? {
    surfaces.first { $0.resource === resource }
  }

  func surface(id: UInt32) -> SurfaceState? { surfaces.first { $0.shown.id == id } }

  /// The size of the first screen, as windows see it.
  var outputSize: (width: Int32, height: Int32) { outputs.first?.options.logicalSize ?? (640, 480) }

  /// Tells a surface which screen it is on.
  func enterOutputs(_ surface: SurfaceState) {
    for resource in outputs.first?.resources ?? [] where resource.client === surface.resource.client {
      surface.resource.sendEnter(output: resource)
    }
  }

  /// Returns how long the thread may sleep: until the next frame, or without limit (-1).
  func millisecondsToNextFrame() -> Int32 {
    guard !isHung, let due = clock.due else { return -1 }
    let now = FrameClock.monotonic()
    return due <= now ? 0 : Int32(clamping: (due - now) / 1_000_000 + 1)
  }

  func showFrameIfDue() { clock.showIfDue() }
}
