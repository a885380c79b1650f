import Applications
import CLinux
import Glibc

/// Who may connect to an X server: clients that can read a file with 16 random bytes.
enum XAuthority {
  /// The way to show them: "X Security", Xsecurity(7).
  static let name = "MIT-MAGIC-COOKIE-1"

  static func cookie() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// What such a file has in it, for one server whatever it is called: FamilyWild, and neither address nor
  /// number.
  static func file(_ cookie: [UInt8]) -> [UInt8] {
    let name = Array(name.utf8)
    return [0xFF, 0xFF, 0, 0, 0, 0, 0, UInt8(name.count)] + name + [0, UInt8(cookie.count)] + cookie
  }
}

/// An X server for one start of one program: Xwayland in a window of its own. Only that program knows its
/// socket.
///
/// Its socket lies below /tmp, which is the program's own where a service manager starts it. Beside a path, X
/// clients try a name that is in no file system, and which everyone on the machine could bind and connect to:
/// that name is bound, and nothing listens there.
final class XServer {
  let display: Int
  let cookie = XAuthority.cookie()
  /// The file for `XAUTHORITY`.
  let authority: String
  let process: pid_t

  /// Where X clients look for servers.
  private static let directory = "/tmp/.X11-unix"
  /// What stands for a server beside its socket, so that two never have one number.
  private let lock: String
  private let reserved: Int32

  /// As many numbers as there are ports of TCP for servers.
  private static let mostDisplays = 59535
  /// Milliseconds that a server may take to start.
  private static let patience: Int32 = 20_000

  var path: String { "\(Self.directory)/X\(display)" }

  /// Starts a server, and returns when programs can connect to it.
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

  /// Waits for a line with the server's number, which it writes in parts; false where it ends without one.
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

  /// Ends it, and takes away what is left of it in the file system.
  func end() {
    kill(process, SIGKILL)
    for path in [path, lock, authority] { unlink(path) }
  }

  /// A number that no other server has.
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
    throw XFailure(description: "there is no number for an X server: \(String(cString: strerror(errno)))")
  }

  private static func write(_ bytes: [UInt8]) throws(XFailure) -> String {
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    let directory = runtime.hasPrefix("/") ? runtime : "/tmp"
    var template = Array("\(directory)/rotunda-x11-XXXXXX".utf8CString)
    // For this user alone, as mkstemp(3) has it.
    let file = mkstemp(&template)
    guard file >= 0 else { throw XFailure(description: "\(directory): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw XFailure(description: "\(directory): \(String(cString: strerror(errno)))")
    }
    return String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether this Xwayland is as large as the screen by itself, as up to 22.1. Later ones have to be asked.
  private static func fillsScreen() -> Bool {
    let help = ProgramOutput.read([XCommand.server, "-help"], mostBytes: 1 << 17, milliseconds: patience)
    return help?.contains("\n-fullscreen") != true
  }
}
