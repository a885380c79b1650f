import Display
import EventLoop
import Glibc

/// A session on a compositor that sends arbitrary bytes, split as they arrive over the wire.
///
/// The input is a sequence of pieces. Each follows its length in two bytes. The first piece arrives before
/// the client's first request, each other one after the client has processed its predecessor. An empty piece
/// triggers an action of the launcher instead.
enum CompositorFuzzing {
  static func run(_ bytes: [UInt8]) {
    var input = FuzzedBytes(bytes)
    guard let loop = try? EventLoop(), let compositor = HostileCompositor() else { return }
    let greeting = input.piece()
    compositor.send(ServerMessages.greeting(ServerMessages.wellFormed(greeting)).flatMap(\.self))
    do throws(DisplayError) {
      let session = try WaylandSession(loop: loop, endpoint: .descriptor(compositor.takeClientSocket()))
      let client = FuzzedClient(session, loop)
      client.settle()
      while !input.isEmpty, !client.isDisconnected {
        let piece = input.piece()
        if piece.isEmpty {
          client.act(input.byte())
        } else {
          compositor.send(ServerMessages.wellFormed(piece).flatMap(\.self))
        }
        client.settle()
        compositor.drain()
      }
      client.end()
    } catch {
      rule(!"\(error)".isEmpty, "a failure has a text")
    }
  }
}

extension FuzzedBytes {
  /// Returns the next piece of the compositor's bytes.
  fileprivate mutating func piece() -> [UInt8] {
    let count = Int(word())
    return bytes(count)
  }
}
