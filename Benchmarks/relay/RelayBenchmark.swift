import CLinux
import Foundation
import Measuring

/// Measures the relay's cost per frame: `relay-benchmark ROTUNDA`.
///
/// A program sends the requests of a frame, and a compositor answers as if it had shown the frame. Each frame
/// waits for the last answer. Runs alternate between direct and relayed connections. They do so once at full
/// speed, and once at 60 frames per second, where everything must wake up for each frame. The processor time
/// is the relay's own, from the kernel.
@main
enum RelayBenchmark {
  private static let rounds = 7
  private static let target = 0.1

  static func main() throws {
    guard CommandLine.arguments.count == 2 else { exit(64) }
    let binary = CommandLine.arguments[1]
    try measure(binary, frames: 2000, pause: 0, "as fast as it goes")
    try measure(binary, frames: 180, pause: 1.0 / 60, "60 a second")
  }

  private static func measure(_ binary: String, frames: Int, pause: Double, _ name: String) throws {
    var (direct, relayed, processor) = ([Double](), [Double](), [Double]())
    for _ in 0..<rounds {
      direct.append(try Conversation(relay: nil).run(frames: frames, pause: pause).roundTrip)
      let result = try Conversation(relay: binary).run(frames: frames, pause: pause)
      relayed.append(result.roundTrip)
      processor.append(result.processor)
    }
    let added = zip(relayed, direct).map { $0 - $1 }
    print(
      """
      relay, \(name): processor \(Spread(processor, digits: 4)) ms a frame, to reach \(target); \
      a frame's way there and back \(Spread(added, digits: 4)) ms longer; without relay \
      \(Spread(direct, digits: 4)) ms; \(rounds) times \(frames) frames
      """)
    fflush(nil)
  }
}

/// A program and a compositor on two threads of this process.
private final class Conversation {
  /// `wl_surface.attach`, `damage_buffer`, `frame` and `commit`.
  private static let requests = message(3, 1, 3) + message(3, 9, 4) + message(3, 3, 1) + message(3, 6, 0)
  /// `wl_buffer.release`, `wl_callback.done` and `wl_display.delete_id`.
  private static let events = message(5, 0, 0) + message(7, 0, 1) + message(1, 1, 1)

  private let directory: URL
  private var relay: pid_t = 0
  private let program: Int32
  private let compositor: Int32

  struct Failure: Error {
    let words: String
    let number = errno
  }

  init(relay binary: String?) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let (inner, outer) = (directory.appending(path: "c").path, directory.appending(path: "p").path)
    let listener = clinux_stream_listen(inner, gid_t.max, 0o600)
    let programs = clinux_stream_listen(outer, gid_t.max, 0o600)
    defer {
      close(listener)
      close(programs)
    }
    if let binary {
      let texts = [binary, "relay-display", inner, "\(getpid())"]
      let words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
      defer { words.forEach { free($0) } }
      let none: [UnsafeMutablePointer<CChar>?] = [nil]
      guard clinux_spawn_relay(binary, words, none, programs, &relay) == 0 else {
        throw Failure(words: "no relay")
      }
    }
    program = clinux_stream_connect(relay == 0 ? inner : outer)
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard program >= 0, poll(&waiting, 1, 10_000) > 0 else { throw Failure(words: "no connection") }
    compositor = clinux_stream_accept(listener)
    for socket in [program, compositor] { _ = fcntl(socket, F_SETFL, 0) }
  }

  deinit {
    if relay != 0 {
      kill(relay, SIGKILL)
      waitpid(relay, nil, 0)
    }
    close(program)
    close(compositor)
    try? FileManager.default.removeItem(at: directory)
  }

  /// Returns the milliseconds per frame: the median round trip, and the relay's processor time.
  func run(frames: Int, pause: Double) -> (roundTrip: Double, processor: Double) {
    let compositor = compositor
    Thread {
      for _ in 0...frames {
        guard Self.read(compositor, Self.requests.count) else { return }
        _ = write(compositor, Self.events, Self.events.count)
      }
    }.start()
    // The first frame includes one-time costs.
    showFrame()
    let before = ProcessSample(relay)
    var times: [Double] = []
    let clock = ContinuousClock()
    for _ in 0..<frames {
      if pause > 0 { usleep(UInt32(pause * 1e6)) }
      times.append(clock.measure { showFrame() }.milliseconds)
    }
    let used = relay == 0 ? 0 : ProcessSample(relay).since(before).milliseconds
    return (times.sorted()[frames / 2], used / Double(frames))
  }

  private func showFrame() {
    _ = write(program, Self.requests, Self.requests.count)
    _ = Self.read(program, Self.events.count)
  }

  private static func read(_ socket: Int32, _ count: Int) -> Bool {
    var (bytes, rest) = ([UInt8](repeating: 0, count: count), count)
    while rest > 0 {
      let new = Glibc.read(socket, &bytes, rest)
      guard new > 0 else { return false }
      rest -= new
    }
    return true
  }

  /// Returns a message with this many integer arguments.
  private static func message(_ object: UInt32, _ opcode: UInt32, _ arguments: Int) -> [UInt8] {
    let words = [object, UInt32(8 + 4 * arguments) << 16 | opcode] + Array(repeating: 0, count: arguments)
    return words.withUnsafeBytes { Array($0) }
  }
}
