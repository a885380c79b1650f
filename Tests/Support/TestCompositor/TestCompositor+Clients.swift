import Foundation
import Wayland
import WaylandServer

extension TestCompositor {
  /// Adds a client in this process. Returns its socket, which the caller owns.
  public func connectClient() throws -> Int32 {
    let sockets = try DescriptorPair.sockets()
    thread.perform { _ = $0.display.addClient(descriptor: sockets.first) }
    return sockets.second
  }

  /// Starts a program as a client (`WAYLAND_SOCKET`). Stores its output, and kills it with the compositor.
  ///
  /// - Parameters:
  ///   - environment: variables to add to this process's environment.
  ///   - removing: variables to remove from it.
  public func launch(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    removing: Set<String> = ["WAYLAND_DISPLAY", "DISPLAY"]
  ) throws -> ClientProcess {
    let sockets = try DescriptorPair.sockets()
    defer { close(sockets.second) }
    if var size = thread.perform({ $0.options.clientSendBuffer }) {
      setsockopt(sockets.second, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var variables = ProcessInfo.processInfo.environment.filter { !removing.contains($0.key) }
    variables.merge(environment) { _, new in new }
    let process: ClientProcess
    do {
      process = try ClientProcess(path, arguments, variables, socket: sockets.second, compositor: thread)
    } catch {
      close(sockets.first)
      throw error
    }
    remember(process)
    thread.perform { _ = $0.display.addClient(descriptor: sockets.first) }
    return process
  }

  /// The number of connected clients.
  public var clientCount: Int { thread.perform { $0.display.connectedClients.count } }

  /// Disconnects all clients, like a compositor that ends.
  public func disconnect() {
    thread.perform { state in
      for client in state.display.connectedClients { client.disconnect() }
    }
  }

  /// Stops reading and answering, like a compositor that hangs. Tests can still query it and send events.
  public func hang() { thread.perform { $0.isHung = true } }

  /// Continues after ``hang()``.
  public func resume() { thread.perform { $0.isHung = false } }

  /// Delivers all events that `work` sends to clients at once, however long `work` takes.
  public func atOnce<R>(_ work: () throws -> R) rethrows -> R {
    thread.perform { $0.holds += 1 }
    defer {
      thread.perform { state in
        state.holds -= 1
        state.flush()
      }
    }
    return try work()
  }

  /// Waits until all clients are disconnected.
  public func waitForDisconnect(seconds: Double = patience) throws {
    try waitFor("the clients to disconnect", seconds) { $0.display.connectedClients.isEmpty ? true : nil }
  }
}
