import CLinux
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// What a program's unit consists of.
extension ProgramStarter {
  /// The unit of the next start.
  func unit(_ request: ProgramRequest, _ manager: ServiceManager) throws(StartFailure) -> TransientUnit {
    let command = request.command
    try Spawn.checkWords(command)
    try Spawn.checkDirectory(command.workingDirectory)
    let programEnvironment = ProgramEnvironment(for: command)
    tellOfWithheld(programEnvironment)
    let executable = try Executable(command, searchPath: programEnvironment.searchPath)
    let directory = Self.absolute(command.workingDirectory ?? ".", in: Self.ownDirectory)
    return TransientUnit(
      name: UnitName.make(tile: request.tile, launcher: getpid(), number: nextNumber()), request: request,
      path: Self.absolute(executable.path, in: directory), directory: directory,
      environment: programEnvironment.assignments.filter(Self.isWelcome),
      output: writesToJournal ? nil : (STDOUT_FILENO, STDERR_FILENO),
      isUserManager: manager.isUserManager, home: home)
  }

  /// Says once which variables no manager takes: D-Bus knows texts in UTF-8 only, and so do a manager's files.
  private func tellOfWithheld(_ environment: ProgramEnvironment) {
    guard !environment.foreign.isEmpty, !hasToldOfWithheld else { return }
    hasToldOfWithheld = true
    let names = environment.foreign.map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
    log.warning("programs in units do not get \(names.joined(separator: ", ")): the value is not UTF-8")
  }

  /// What it means that the manager says it could not execute a command's file: it tells no more than that, and says the
  /// same of a program that is over before the manager knows that it runs, if that program's status is the one with which
  /// managers give up. A file that lacks nothing was executed.
  func notExecuted(_ command: Command) -> ProgramEvent {
    let searchPath = ProgramEnvironment(for: command).searchPath
    do throws(StartFailure) {
      let executable = try Executable(command, searchPath: searchPath)
      return executable.isComplete
        ? .ended(.exited(status: UnitState.notExecutedStatus)) : .startFailed(executable.failureToExecute)
    } catch {
      return .startFailed(error)
    }
  }

  private static func absolute(_ path: String, in directory: String) -> String {
    if path == "." { return directory }
    return path.hasPrefix("/") ? path : "\(directory)/\(path)"
  }

  private static var ownDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// What the launcher's own manager told the launcher, and says anew to what it starts: systemd.exec(5).
  private static let ofTheManager: Set<String> = [
    "JOURNAL_STREAM", "INVOCATION_ID", "MANAGERPID", "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH",
    "MEMORY_PRESSURE_WRITE",
  ]

  /// Managers take names of letters, digits and underscores only: shells export functions under other names.
  private static func isWelcome(_ assignment: String) -> Bool {
    let name = assignment.prefix { $0 != "=" }.utf8
    guard !ofTheManager.contains(String(assignment.prefix { $0 != "=" })) else { return false }
    let isPlain = name.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
    }
    return isPlain && name.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
  }
}
