import CLinux
import Glibc
import Logging

private let log = Log("x11")

/// Runs an X11 program with its own X server, which is a window on this process's Wayland display. A window
/// manager arranges the program's windows in it. Other programs cannot access any of this.
package enum XProgram {
  /// Signals that request the end. All processes of a program get them, so the program ends itself, and this
  /// process ends after it.
  static let requestsToEnd = [SIGTERM, SIGINT, SIGHUP]

  /// Milliseconds that a program gets to end after its X server is gone.
  private static let patience: Int32 = 2000

  /// Runs a program. Returns its exit status, or ends with the signal that ended the program.
  ///
  /// - Parameter words: the path of the program's file, and its arguments from its name on.
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

  /// Returns the program's environment. Toolkits that also support Wayland would open a second window beside
  /// the X server's.
  private static func environment(_ server: XServer) -> [String] {
    let wanted = ["GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "SDL_VIDEODRIVER": "x11"]
    var others = ["DISPLAY": ":\(server.display)", "XAUTHORITY": server.authority, "XDG_SESSION_TYPE": "x11"]
    for (name, value) in wanted where getenv(name) == nil { others[name] = value }
    return ChildProcess.environment(without: ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"], with: others)
  }

  /// Arranges windows until the program has ended. Returns its status from waitpid(2).
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

  /// Ends with the program's exit status or signal.
  private static func end(_ status: Int32, _ server: XServer) -> Int32 {
    let signal = status & 0x7F
    guard signal != 0 else { return status >> 8 & 0xFF }
    server.end()
    var (none, limit) = (sigset_t(), rlimit(rlim_cur: 0, rlim_max: 0))
    sigemptyset(&none)
    // The program has already written any core dump.
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    Glibc.signal(signal, SIG_DFL)
    sigprocmask(SIG_SETMASK, &none, nil)
    raise(signal)
    return 128 + signal
  }
}
