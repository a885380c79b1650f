import EventLoop
import RotundaGeometry
import Gestures
import GlobalTouch
import Glibc

/// A process with the machine's own libinput, because the tests' process has a scripted one.
@main
struct PanelProbe {
  static func main() throws {
    let loop = try EventLoop()
    let touch = GlobalTouch(loop: loop, seat: "seat0")
    touch.mapping = PanelMapping(size: Size(1280, 800))
    for _ in 0..<3 {
      touch.listen()
      say("\(touch.availability)")
      touch.ignore()
    }
    if CommandLine.arguments.last == "listen" { touch.listen() }
    say("ready")
    exit(try loop.run())
  }

  /// Writes a line without buffering.
  private static func say(_ line: String) {
    let line = line + "\n"
    write(STDOUT_FILENO, line, line.utf8.count)
  }
}
