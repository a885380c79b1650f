import Wayland
import WaylandServer

/// Windows of imaginary other clients, which exist only as protocol objects.
final class ForeignToplevels {
  private final class Entry {
    var title: String
    var appID: String
    var states: [ZwlrForeignToplevelHandleV1.State] = []
    var handles: [ZwlrForeignToplevelHandleV1Resource] = []

    init(_ title: String, _ appID: String) { (self.title, self.appID) = (title, appID) }
  }

  /// The requests of clients, in order.
  private(set) var wishes: [ToplevelWish] = []
  private var entries: [Int: Entry] = [:]
  private(set) var managers: [ZwlrForeignToplevelManagerV1Resource] = []
  private var next = 0

  func makeGlobal(_ display: ServerDisplay, version: UInt32) -> ServerGlobal {
    display.addGlobal(ZwlrForeignToplevelManagerV1Resource.self, version: version) { [unowned self] manager in
      managers.append(manager)
      manager.onDestroy = { [unowned self, unowned manager] in managers.removeAll { $0 === manager } }
      manager.onRequest = { [unowned manager] request in
        if case .stop = request { manager.sendFinished() }
      }
      for (number, entry) in entries.sorted(by: { $0.key < $1.key }) { announce(entry, number, to: manager) }
    }
  }

  func add(title: String, appID: String, states: [ZwlrForeignToplevelHandleV1.State]) -> Int {
    let entry = Entry(title, appID)
    entry.states = states
    next += 1
    entries[next] = entry
    for manager in managers { announce(entry, next, to: manager) }
    return next
  }

  func set(_ states: [ZwlrForeignToplevelHandleV1.State], of number: Int) {
    guard let entry = entries[number] else { return }
    entry.states = states
    for handle in entry.handles {
      handle.sendState(state: [UInt8](words: states.map(\.rawValue)))
      handle.sendDone()
    }
  }

  func remove(_ number: Int) {
    for handle in entries.removeValue(forKey: number)?.handles ?? [] { handle.sendClosed() }
  }

  /// Stops reporting windows.
  func finish() {
    for manager in managers { manager.sendFinished() }
    managers = []
  }

  private func announce(_ entry: Entry, _ number: Int, to manager: ZwlrForeignToplevelManagerV1Resource) {
    let handle = manager.sendToplevel()
    entry.handles.append(handle)
    handle.onRequest = { [unowned self] request in
      switch request {
      case .activate: wishes.append(.activate(number))
      case .setFullscreen: wishes.append(.setFullscreen(number))
      case .unsetFullscreen: wishes.append(.unsetFullscreen(number))
      case .setMaximized: wishes.append(.setMaximized(number))
      case .unsetMinimized: wishes.append(.unsetMinimized(number))
      case .close: wishes.append(.close(number))
      default: break
      }
    }
    handle.onDestroy = { [weak entry, unowned handle] in entry?.handles.removeAll { $0 === handle } }
    handle.sendTitle(title: entry.title)
    handle.sendAppId(appId: entry.appID)
    handle.sendState(state: [UInt8](words: entry.states.map(\.rawValue)))
    handle.sendDone()
  }
}
