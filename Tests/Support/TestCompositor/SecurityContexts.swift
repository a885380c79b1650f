import Glibc
import Wayland
import WaylandServer

/// A client's description of the programs that connect to a socket (`wp_security_context_v1`).
public struct SecurityContext: Hashable, Sendable {
  /// The sandbox engine, the app ID and the instance ID from the client.
  public var engine = "", app = "", instance = ""
  /// The number of programs that connected.
  public var programs = 0
  /// Whether the client closed the context.
  public var isClosed = false
}

/// The sockets on which the compositor listens for clients' programs.
final class SecurityContexts {
  private struct Entry {
    var context = SecurityContext()
    let listener: Int32
    let end: Int32
    var isCommitted = false
  }

  private let display: ServerDisplay
  private var entries: [Entry] = []

  init(_ display: ServerDisplay) { self.display = display }

  deinit {
    for entry in entries {
      close(entry.listener)
      close(entry.end)
    }
  }

  func makeGlobal(version: UInt32) -> ServerGlobal {
    display.addGlobal(WpSecurityContextManagerV1Resource.self, version: version) { [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        guard case .createListener(let resource, let listener, let end) = request else { return }
        let index = entries.count
        entries.append(Entry(listener: listener, end: end))
        resource.onRequest = { [unowned self] request in
          switch request {
          case .setSandboxEngine(let name): entries[index].context.engine = name
          case .setAppId(let app): entries[index].context.app = app
          case .setInstanceId(let instance): entries[index].context.instance = instance
          case .commit: entries[index].isCommitted = true
          case .destroy: break
          }
        }
      }
    }
  }

  /// Accepts pending connections, and checks which contexts are closed.
  func look() -> [SecurityContext] {
    for index in entries.indices where entries[index].isCommitted {
      if Self.isReady(entries[index].end) { entries[index].context.isClosed = true }
      guard !entries[index].context.isClosed else { continue }
      while Self.isReady(entries[index].listener) {
        let client = accept(entries[index].listener, nil, nil)
        guard client >= 0 else { break }
        display.addClient(descriptor: client)
        entries[index].context.programs += 1
      }
    }
    return entries.filter(\.isCommitted).map(\.context)
  }

  private static func isReady(_ descriptor: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}
