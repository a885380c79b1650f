import Wayland
import WaylandServer

/// A screen, on the compositor's thread.
final class OutputState {
  private(set) var options: OutputOptions
  private(set) var resources: [WlOutputResource] = []
  private var descriptions: [ZxdgOutputV1Resource] = []
  private unowned let state: CompositorState
  private var global: ServerGlobal?

  init(_ options: OutputOptions, _ state: CompositorState) {
    self.options = options
    self.state = state
  }

  func offer(version: UInt32) {
    guard global == nil else { return }
    global = state.display.addGlobal(WlOutputResource.self, version: version) { [weak self] resource in
      // A client may bind a screen that has just been removed.
      guard let self else { return }
      resources.append(resource)
      // A client releases its object after the removal of the screen.
      resource.onDestroy = { [weak self, unowned resource] in
        self?.resources.removeAll { $0 === resource }
      }
      describe(resource)
    }
  }

  func withdraw() {
    global?.remove()
    global = nil
  }

  /// Reports a change to all clients.
  func change(to options: OutputOptions) {
    self.options = options
    for description in descriptions { describe(description) }
    for resource in resources { describe(resource) }
  }

  func add(_ description: ZxdgOutputV1Resource) {
    descriptions.append(description)
    description.onDestroy = { [weak self, unowned description] in
      self?.descriptions.removeAll { $0 === description }
    }
    describe(description)
    for resource in resources where description.version >= 3 && resource.version >= 2 { resource.sendDone() }
  }

  private func describe(_ description: ZxdgOutputV1Resource) {
    let size = options.logicalSize
    description.sendLogicalPosition(x: 0, y: 0)
    description.sendLogicalSize(width: size.width, height: size.height)
    if description.version >= 2 { description.sendName(name: options.name) }
    if description.version < 3 { description.sendDone() }
  }

  private func describe(_ resource: WlOutputResource) {
    resource.sendGeometry(
      x: 0, y: 0, physicalWidth: options.physicalWidth, physicalHeight: options.physicalHeight,
      subpixel: .unknown, make: "Rotunda", model: "Test", transform: options.transform)
    resource.sendMode(
      flags: [.current, .preferred], width: options.width, height: options.height,
      refresh: options.refreshMilliHertz)
    if resource.version >= 2 { resource.sendScale(factor: options.scale) }
    if resource.version >= 4 {
      resource.sendName(name: options.name)
      resource.sendDescription(description: "a screen of the test compositor")
    }
    if resource.version >= 2 { resource.sendDone() }
  }
}
