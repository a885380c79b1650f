import CLinux
import Foundation

/// A relay in a separate process, with a socket for programs and a compositor's socket that the test serves.
final class RelayRig {
  let directory: URL
  let process: pid_t
  private let listener: Int32
  private let compositor: Int32

  /// - Parameter user: The relay's user, or nil for the test's own user.
  init(user: String? = nil) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    chmod(directory.path, 0o777)
    let compositorPath = directory.appending(path: "c").path
    let listener = clinux_stream_listen(directory.appending(path: "p").path, gid_t.max, 0o600)
    self.listener = listener
    compositor = clinux_stream_listen(compositorPath, gid_t.max, 0o666)
    let become = user.map { ["setpriv", "--reuid", $0, "--clear-groups"] } ?? []
    let words = become + [Self.binary, "relay-display", compositorPath, "\(getpid())"]
    let path = user == nil ? Self.binary : "/usr/bin/setpriv"
    var processID: pid_t = 0
    let error = Self.withCStrings(words) { words in
      Self.withCStrings([]) { clinux_spawn_relay(path, words, $0, listener, &processID) }
    }
    process = processID
    guard error == 0, listener >= 0, compositor >= 0 else { throw RelayFailure("no relay: errno \(error)") }
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(listener)
    close(compositor)
    try? FileManager.default.removeItem(at: directory)
  }

  /// The launcher's program, which is beside the test program.
  static var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  /// Connects as a program.
  func connect() throws -> Peer {
    let socket = clinux_stream_connect(directory.appending(path: "p").path)
    guard socket >= 0 else { throw RelayFailure("no connection: errno \(errno)") }
    return Peer(socket)
  }

  /// Accepts the relay's next connection to the compositor.
  func accept() throws -> Peer {
    var waiting = pollfd(fd: compositor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 10_000) > 0 else { throw RelayFailure("the relay does not connect") }
    return Peer(clinux_stream_accept(compositor))
  }

  /// Returns both ends of a connection through the relay.
  func pair() throws -> (program: Peer, compositor: Peer) {
    let program = try connect()
    return (program, try accept())
  }

  /// Returns a line of `/proc/PID/status`, without its name.
  func status(_ name: String) throws -> String {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
    return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
  }

  /// Counts the relay's open descriptors.
  func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }

  /// Counts the relay's descriptors whose target has this prefix. The relay opens its error output again for
  /// its first log line.
  func descriptors(to kind: String) throws -> Int {
    let directory = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: directory).count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)"))?.hasPrefix(kind)
        == true
    }
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}

/// An error of the relay or of its environment.
struct RelayFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One end of a connection, which a test reads and writes itself.
final class Peer {
  private(set) var socket: Int32
  private(set) var received: [UInt8] = []
  /// The received descriptors, by the numbers in their files.
  private(set) var files: [Int] = []
  /// For each descriptor, the number of bytes read when it had arrived.
  private(set) var places: [Int] = []
  private(set) var isEnded = false

  init(_ socket: Int32) { self.socket = socket }

  deinit { hangUp() }

  func hangUp() {
    if socket >= 0 { close(socket) }
    socket = -1
  }

  /// Writes as many bytes as fit, with files that contain these numbers. Returns the number of bytes.
  func write(_ bytes: ArraySlice<UInt8>, files: [Int] = []) -> Int {
    let descriptors = files.map(Self.file)
    defer { descriptors.forEach { close($0) } }
    return bytes.withUnsafeBytes {
      clinux_stream_send(socket, $0.baseAddress, $0.count, descriptors, Int32(descriptors.count))
    }
  }

  /// Writes all bytes.
  func say(_ bytes: [UInt8], files: [Int] = []) throws {
    var (rest, files) = (bytes[...], files)
    let deadline = Date(timeIntervalSinceNow: 20)
    while !rest.isEmpty {
      let count = write(rest, files: files)
      if count > 0 {
        rest = rest.dropFirst(count)
        files = []
      } else {
        guard errno == EAGAIN, Date() < deadline else { throw RelayFailure("cannot write: errno \(errno)") }
        usleep(500)
      }
    }
  }

  /// Reads the available bytes. Returns whether there were any.
  @discardableResult func read(atMost most: Int = 1 << 16) -> Bool {
    var bytes = [UInt8](repeating: 0, count: most)
    var descriptors = [Int32](repeating: -1, count: Int(clinux_descriptors_most))
    var count: Int32 = 0
    let place = received.count
    let result = clinux_stream_receive(socket, &bytes, most, &descriptors, &count)
    for descriptor in descriptors.prefix(Int(count)) {
      files.append(Self.number(of: descriptor))
      places.append(place)
      close(descriptor)
    }
    if result == 0 || result < 0 && errno != EAGAIN { isEnded = true }
    guard result > 0 else { return false }
    received += bytes.prefix(result)
    return true
  }

  /// Reads until `count` bytes have arrived, or the connection has ended.
  func readUntil(_ count: Int) throws {
    let deadline = Date(timeIntervalSinceNow: 20)
    while received.count < count, !isEnded {
      guard Date() < deadline else { throw RelayFailure("\(received.count) of \(count) bytes arrived") }
      if !read() { wait() }
    }
  }

  /// Reads until the peer has closed the connection.
  func awaitEnd() throws {
    try readUntil(.max)
    guard isEnded else { throw RelayFailure("the connection did not end") }
  }

  private func wait() {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    poll(&waiting, 1, 100)
  }

  private static func file(_ number: Int) -> Int32 {
    let result = clinux_shared_memory("test", 8)
    var number = Int64(number)
    pwrite(result, &number, 8, 0)
    return result
  }

  private static func number(of file: Int32) -> Int {
    var number: Int64 = -1
    pread(file, &number, 8, 0)
    return Int(number)
  }
}
