import Glibc
import Programs

/// Starts an X11 program with its own X server: this program runs again, and then executes the other.
package nonisolated enum XCommand {
  /// The subcommand of this program: `x11-program FILE WORD...`.
  package static let command = "x11-program"
  /// The X server, which is a window on a Wayland display.
  package static let server = "Xwayland"

  /// Throws if the X server is not installed.
  static func check(searchPath: [String]) throws(StartFailure) {
    do throws(StartFailure) {
      _ = try Executable(Command([server]), searchPath: searchPath)
    } catch {
      throw .refused(errno: ENOENT, text: "a tile with x11 = true needs \(server), which is not installed")
    }
  }

  /// Returns the path of this program's file.
  static func ownProgram() throws(StartFailure) -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw .notFound }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns the command with the X server in front, for a start without a unit.
  @MainActor static func wrapped(_ command: Command) throws(StartFailure) -> Command {
    let searchPath = ProgramEnvironment(for: command).searchPath
    try check(searchPath: searchPath)
    let executable = try Executable(command, searchPath: searchPath)
    var result = command
    result.arguments = [try ownProgram(), Self.command, executable.path] + command.arguments
    return result
  }
}
