import Applications
import CLinux
import Glibc

/// The authorization for an X server: clients must know 16 random bytes from a file.
enum XAuthority {
  /// The protocol's name: "X Security", Xsecurity(7).
  static let name = "MIT-MAGIC-COOKIE-1"

  static func cookie() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Returns an authority file for any display: FamilyWild, without address and number.
  static func file(_ cookie: [UInt8]) -> [UInt8] {
    let name = Array(name.utf8)
    return [0xFF, 0xFF, 0, 0, 0, 0, 0, UInt8(name.count)] + name + [0, UInt8(cookie.count)] + cookie
  }
}

/// An X server for one start of one program: Xwayland in its own window. Only that program knows the socket.
///
/// The socket is below /tmp, which is private to the program in a systemd unit. X clients also try an
/// abstract name outside the file system, which anyone on the machine could bind and connect to. That name is
/// therefore bound, but nothing listens there.
final class XServer {
  let display: Int
  let cookie = XAuthority.cookie()
  /// The file for `XAUTHORITY`.
  let authority: String
  let process: pid_t

  /// The directory where X clients look for servers.
  private static let directory = "/tmp/.X11-unix"
  /// The lock file that reserves the display number.
  private let lock: String
  private let reserved: Int32

  /// The most display numbers: X reserves this many TCP ports.
  private static let mostDisplays = 59535
  /// The time limit for a server's start, in milliseconds.
  private static let patience: Int32 = 20_000

  var path: String { "\(Self.directory)/X\(display)" }

  /// Starts a server. Returns once programs can connect to it.
  init() throws(XFailure) {
    mkdir(Self.directory, 0o1777)
    (display, reserved, lock) = try Self.reserve()
    let path = "\(Self.directory)/X\(display)"
    unlink(path)
    let listener = clinux_stream_listen(path, gid_t.max, 0o600)
    guard listener >= 0 else { throw XFailure(description: "\(path): \(String(cString: strerror(errno)))") }
    defer { close(listener) }
    authority = try Self.write(XAuthority.file(cookie))
    var ready: [Int32] = [-1, -1]
    guard clinux_pipe(&ready) == 0 else { throw XFailure(description: String(cString: strerror(errno))) }
    defer { close(ready[0]) }
    let words =
      [
        XCommand.server, ":\(display)", "-listenfd", "3", "-displayfd", "4", "-auth", authority, "-noreset",
        "-br",
        "-nolisten", "tcp",
      ] + (Self.fillsScreen() ? [] : ["-fullscreen"])
    process = try ChildProcess.start(
      words, environment: ChildProcess.environment(without: ["DISPLAY", "XAUTHORITY"]),
      passing: [listener, ready[1]], blocksEnd: true)
    close(ready[1])
    guard Self.awaitNumber(ready[0]) else {
      end()
      throw XFailure(description: "Xwayland does not start")
    }
  }

  /// Waits for a line with the server's number, which comes in parts. Returns false if the server ends
  /// without it.
  private static func awaitNumber(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    while clinux_wait_readable(descriptor, patience) > 0 {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      if bytes.prefix(count).contains(UInt8(ascii: "\n")) { return true }
    }
    return false
  }

  /// Ends the server, and removes its files.
  func end() {
    kill(process, SIGKILL)
    for path in [path, lock, authority] { unlink(path) }
  }

  /// Reserves an unused display number.
  private static func reserve() throws(XFailure) -> (display: Int, reserved: Int32, lock: String) {
    for display in 0..<mostDisplays {
      let reserved = clinux_reserve_x_display(Int32(display))
      guard reserved >= 0 else {
        guard errno == EADDRINUSE else { break }
        continue
      }
      let lock = "/tmp/.X\(display)-lock"
      let file = open(lock, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o444)
      if file >= 0 {
        let number = Array((String(repeating: " ", count: 10) + "\(getpid())").utf8.suffix(10)) + [10]
        _ = Glibc.write(file, number, number.count)
        close(file)
        return (display, reserved, lock)
      }
      close(reserved)
      guard errno == EEXIST else { break }
    }
    throw XFailure(description: "no free number for an X server: \(String(cString: strerror(errno)))")
  }

  private static func write(_ bytes: [UInt8]) throws(XFailure) -> String {
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    let directory = runtime.hasPrefix("/") ? runtime : "/tmp"
    var template = Array("\(directory)/rotunda-x11-XXXXXX".utf8CString)
    // mkstemp(3) creates it for this user alone.
    let file = mkstemp(&template)
    guard file >= 0 else { throw XFailure(description: "\(directory): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw XFailure(description: "\(directory): \(String(cString: strerror(errno)))")
    }
    return String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Reports whether this Xwayland fills the screen by default, as versions up to 22.1 do. Later ones need an
  /// option.
  private static func fillsScreen() -> Bool {
    let help = ProgramOutput.read([XCommand.server, "-help"], mostBytes: 1 << 17, milliseconds: patience)
    return help?.contains("\n-fullscreen") != true
  }
}
