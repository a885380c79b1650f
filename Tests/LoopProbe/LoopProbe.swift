import EventLoop
import Glibc

/// A process of its own for what tests cannot do in theirs: real signals, rest, adopted orphans.
@main
struct LoopProbe {
  static func main() throws {
    let loop = try EventLoop()
    switch CommandLine.arguments.dropFirst().first {
    case "rest": try rest(loop)
    default: exit(EX_USAGE)
    }
    exit(try loop.run())
  }

  /// Everything a launcher at rest has open, and nothing due.
  private static func rest(_ loop: EventLoop) throws {
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      try loop.addSignal(signal) {
        say("signal \(signal)")
        if signal == SIGTERM { loop.stop(status: 7) }
      }
    }
    let far = try loop.addDeadline {}
    far.set(EventLoop.now + 3600)
    try loop.addDoorbell(Doorbell()) {}
    try loop.addFileWatch("/tmp", .attributes) { _ in }
    var pair: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    try loop.addConnection(pair[0], beforeWait: { .readable }, afterWait: { _ in })
    say("ready")
  }

  /// A line at once, whatever standard output is.
  private static func say(_ line: String) {
    let line = line + "\n"
    write(STDOUT_FILENO, line, line.utf8.count)
  }
}
