import Foundation
import Wayland
import WaylandServer

extension TestCompositor {
  /// Adds a client in this process and returns the socket it is to connect with, which it takes over.
  public func connectClient() throws -> Int32 {
    let sockets = try DescriptorPair.sockets()
    thread.perform { _ = $0.display.addClient(descriptor: sockets.first) }
    return sockets.second
  }

  /// Starts a program as a client (`WAYLAND_SOCKET`). What it prints is kept; it is killed with the
  /// compositor.
  ///
  /// - Parameters:
  ///   - environment: is added to that of this process.
  ///   - removing: variables that the client does not get.
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

  /// How many clients are connected.
  public var clientCount: Int { thread.perform { $0.display.connectedClients.count } }

  /// Disconnects all clients, as a compositor does that ends.
  public func disconnect() {
    thread.perform { state in
      for client in state.display.connectedClients { client.disconnect() }
    }
  }

  /// Stops reading and answering, as a compositor does that hangs. Tests can go on to ask and to send.
  public func hang() { thread.perform { $0.isHung = true } }

  /// Goes on after ``hang()``.
  public func resume() { thread.perform { $0.isHung = false } }

  /// Has all that `work` says to clients arrive at once, however long it takes to say it.
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

  /// Waits until all clients have gone.
  public func waitForDisconnect(seconds: Double = patience) throws {
    try waitFor("the clients to disconnect", seconds) { $0.display.connectedClients.isEmpty ? true : nil }
  }
}
