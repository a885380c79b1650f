import Wayland
import WaylandServer

/// A surface, on the compositor's thread.
final class SurfaceState {
  let resource: WlSurfaceResource
  /// The state for tests, as of the last commit.
  var shown = SurfaceSnapshot()
  /// Called at each commit, before the new state applies. Returns whether the commit is allowed.
  var onCommit: ((_ hasBuffer: Bool) -> Bool)?

  private unowned let state: CompositorState
  private var next = SurfaceSnapshot()
  private var buffer: ShmBuffer??
  private var callbacks: [WlCallbackResource] = []
  private var feedbacks: [WpPresentationFeedbackResource] = []

  init(_ resource: WlSurfaceResource, _ state: CompositorState) {
    self.resource = resource
    self.state = state
    shown.id = resource.id
    resource.onRequest = { [unowned self] request in handle(request) }
  }

  var isMapped: Bool { shown.pixels != nil }

  /// Sets state that needs no commit, such as a title.
  func update(_ change: (inout SurfaceSnapshot) -> Void) {
    change(&shown)
  }

  /// Sets state that applies from the next commit on.
  func updateNext(_ change: (inout SurfaceSnapshot) -> Void) { change(&next) }

  func addFeedback(_ feedback: WpPresentationFeedbackResource) { feedbacks.append(feedback) }

  private func handle(_ request: WlSurfaceResource.Request) {
    switch request {
    case .attach(let buffer, _, _): self.buffer = .some(buffer.flatMap { state.buffer(of: $0) })
    case .damage(let x, let y, let width, let height):
      next.surfaceDamage.append(FrameRectangle(x: x, y: y, width: width, height: height))
    case .damageBuffer(let x, let y, let width, let height):
      next.bufferDamage.append(FrameRectangle(x: x, y: y, width: width, height: height))
    case .frame(let callback): callbacks.append(callback)
    case .setOpaqueRegion(let region): next.opaqueRegion = region.map { state.rectangles(of: $0) }
    case .setInputRegion(let region): next.inputRegion = region.map { state.rectangles(of: $0) }
    case .setBufferTransform(let transform): next.transform = transform
    case .setBufferScale(let scale): setScale(scale)
    case .commit: commit()
    case .destroy, .offset: break
    }
  }

  private func setScale(_ scale: Int32) {
    guard scale > 0 else {
      return resource.postError(code: WlSurface.Error.invalidScale.rawValue, "scale \(scale) is not positive")
    }
    next.scale = scale
  }

  private func commit() {
    let attached = buffer.flatMap { $0 }
    guard onCommit?(attached != nil) ?? true else { return }
    if let attached, attached.width % Int(next.scale) != 0 || attached.height % Int(next.scale) != 0 {
      return resource.postError(
        code: WlSurface.Error.invalidSize.rawValue,
        "\(attached.width) × \(attached.height) is no multiple of the scale \(next.scale)")
    }
    take()
    let sizeBefore = size
    show(attached)
    if sizeBefore == nil, isMapped { state.enterOutputs(self) }
    state.clock.add(callbacks: callbacks, feedbacks: feedbacks, hasDamage: size != sizeBefore || hasDamage)
    (callbacks, feedbacks, buffer) = ([], [], nil)
    (next.surfaceDamage, next.bufferDamage) = ([], [])
  }

  /// The width and height in pixels; nil while nothing is shown.
  private var size: [Int]? { shown.pixels.map { [$0.width, $0.height] } }

  /// Whether the last commit damaged any part of the surface.
  private var hasDamage: Bool {
    guard let pixels = shown.pixels else { return false }
    let width = pixels.width / Int(shown.scale)
    let height = pixels.height / Int(shown.scale)
    return shown.bufferDamage.contains { $0.meets(width: pixels.width, height: pixels.height) }
      || shown.surfaceDamage.contains { $0.meets(width: width, height: height) }
  }

  /// Applies the double-buffered state.
  private func take() {
    shown.commits += 1
    (shown.scale, shown.transform) = (next.scale, next.transform)
    (shown.surfaceDamage, shown.bufferDamage) = (next.surfaceDamage, next.bufferDamage)
    (shown.opaqueRegion, shown.inputRegion) = (next.opaqueRegion, next.inputRegion)
    shown.destination = next.destination
  }

  private func show(_ attached: ShmBuffer?) {
    guard buffer != nil else { return }
    shown.pixels = attached?.snapshot()
    guard let attached else { return }
    shown.frames += 1
    state.giveBack(attached)
  }
}
