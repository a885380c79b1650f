import CLinux
import Glibc
import Logging

private let log = Log("x11")

/// Runs a program of X11: with an X server of its own, which is a window on the Wayland display that this
/// process was given, and with all of its windows arranged in that. Nothing of it is shared with another
/// program.
package enum XProgram {
  /// Requests to end reach all processes of a program alike, and so the program by itself; this process ends
  /// after it.
  static let requestsToEnd = [SIGTERM, SIGINT, SIGHUP]

  /// Milliseconds that a program has to end when its X server has gone.
  private static let patience: Int32 = 2000

  /// Runs the program in a file, with these words; returns its status, or ends by the signal that ended it.
  ///
  /// - Parameter words: the path of the program's file, and its words, the first of which is its name.
  package static func run(_ words: [String]) -> Int32 {
    guard words.count >= 2 else { return 64 }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in requestsToEnd { sigaddset(&blocked, signal) }
    sigprocmask(SIG_BLOCK, &blocked, nil)
    do throws(XFailure) {
      let server = try XServer()
      defer { server.end() }
      let manager = try WindowManager(XConnection(path: server.path, cookie: server.cookie))
      let program = try ChildProcess.start(
        Array(words.dropFirst()), file: words[0], environment: environment(server))
      return end(serve(manager, program, server), server)
    } catch {
      log.error("\(error)")
      return 71
    }
  }

  /// Toolkits that know Wayland as well would open a second window beside the X server's.
  private static func environment(_ server: XServer) -> [String] {
    let wanted = ["GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "SDL_VIDEODRIVER": "x11"]
    var others = ["DISPLAY": ":\(server.display)", "XAUTHORITY": server.authority, "XDG_SESSION_TYPE": "x11"]
    for (name, value) in wanted where getenv(name) == nil { others[name] = value }
    return ChildProcess.environment(without: ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"], with: others)
  }

  /// Arranges windows until the program has ended; returns how, as waitpid(2) has it.
  private static func serve(_ manager: WindowManager, _ program: pid_t, _ server: XServer) -> Int32 {
    let (end, serverEnd) = (clinux_pidfd_open(program), clinux_pidfd_open(server.process))
    var connection: Int32 = manager.descriptor
    var patience: Int32 = -1
    var waiting = [end, connection, serverEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while waiting[0].revents == 0 {
      let count = poll(&waiting, nfds_t(waiting.count), patience)
      if count == 0 { kill(program, SIGKILL) }
      if waiting[1].revents != 0 {
        do throws(XFailure) {
          try manager.serve()
        } catch {
          log.warning("\(error)")
          connection = -1
          patience = Self.patience
        }
      }
      if waiting[2].revents != 0 { patience = Self.patience }
      waiting[1].fd = connection
      if patience >= 0 { waiting[2].fd = -1 }
    }
    var status: Int32 = 0
    while waitpid(program, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// Ends as the program did.
  private static func end(_ status: Int32, _ server: XServer) -> Int32 {
    let signal = status & 0x7F
    guard signal != 0 else { return status >> 8 & 0xFF }
    server.end()
    var (none, limit) = (sigset_t(), rlimit(rlim_cur: 0, rlim_max: 0))
    sigemptyset(&none)
    // The program has left a core dump already, if there is to be one.
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    Glibc.signal(signal, SIG_DFL)
    sigprocmask(SIG_SETMASK, &none, nil)
    raise(signal)
    return 128 + signal
  }
}
