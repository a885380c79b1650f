import Display
import EventLoop
import Glibc

/// A session on a compositor that says anything, in pieces as they come over the wire.
///
/// The input is a sequence of pieces, each behind its length in two bytes. The first is there before the
/// client asks; each of the others when the client has dealt with the one before. A piece without bytes has
/// the launcher do something instead.
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
      rule(!"\(error)".isEmpty, "a failure has words")
    }
  }
}

extension FuzzedBytes {
  /// The next piece of what a compositor says.
  fileprivate mutating func piece() -> [UInt8] {
    let count = Int(word())
    return bytes(count)
  }
}
