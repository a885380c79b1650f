import Wayland

/// The screens, and which of them the window is on.
public final class Outputs {
  /// All screens, in the order in which they appeared.
  public private(set) var all: [Output] = []
  private var entered: [Output] = []
  private var observers: [() -> Void] = []

  /// The screen that decides how to draw: of those that the window is on the one with the largest scale, else the
  /// first; nil without any.
  public var current: Output? {
    entered.max { $0.description.scale < $1.description.scale } ?? all.first
  }

  /// Calls `change` whenever what `current` says may have changed.
  func observe(_ change: @escaping () -> Void) {
    observers.append(change)
  }

  private func changed() {
    for observer in observers { observer() }
  }

  func add(_ proxy: WlOutput, globalName: UInt32) {
    let output = Output(proxy, globalName: globalName)
    output.onChange = { [weak self] in self?.changed() }
    all.append(output)
  }

  func remove(globalName: UInt32) {
    guard let index = all.firstIndex(where: { $0.globalName == globalName }) else { return }
    let output = all.remove(at: index)
    entered.removeAll { $0 === output }
    output.release()
    changed()
  }

  func handle(_ event: WlSurface.Event) {
    switch event {
    case .enter(let proxy):
      guard let output = all.first(where: { $0.proxy === proxy }), !entered.contains(where: { $0 === output })
      else { return }
      entered.append(output)
    case .leave(let proxy): entered.removeAll { $0.proxy === proxy }
    }
    changed()
  }
}
