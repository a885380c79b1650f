import Glibc
import Programs

/// What starts a program of X11 with an X server of its own: this program again, which then executes the
/// other.
package nonisolated enum XCommand {
  /// What this program is asked for: `x11-program FILE WORD...`.
  package static let command = "x11-program"
  /// The X server, a window on a Wayland display.
  package static let server = "Xwayland"

  /// Throws where there is no X server.
  static func check(searchPath: [String]) throws(StartFailure) {
    do throws(StartFailure) {
      _ = try Executable(Command([server]), searchPath: searchPath)
    } catch {
      throw .refused(errno: ENOENT, text: "a tile with x11 = true needs \(server), and there is none")
    }
  }

  /// The program that this process runs.
  static func ownProgram() throws(StartFailure) -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw .notFound }
    defer { free(path) }
    return String(cString: path)
  }

  /// A command for where no unit takes such words in.
  @MainActor static func wrapped(_ command: Command) throws(StartFailure) -> Command {
    let searchPath = ProgramEnvironment(for: command).searchPath
    try check(searchPath: searchPath)
    let executable = try Executable(command, searchPath: searchPath)
    var result = command
    result.arguments = [try ownProgram(), Self.command, executable.path] + command.arguments
    return result
  }
}
