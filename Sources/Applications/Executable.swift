import Glibc
import Programs

/// The file that a command means.
nonisolated struct Executable {
  /// What to hand to the kernel: absolute, or relative to the directory that the program starts in.
  let path: String
  /// The same file seen from the launcher's own directory.
  let ownPath: String

  /// Looks the first word of a command up: at its path when it holds a slash, else in `searchPath`.
  init(_ command: Command, searchPath: [String]) throws(StartFailure) {
    guard let name = command.arguments.first, !name.isEmpty else { throw .notFound }
    if name.contains("/") {
      path = name
      let directory = name.hasPrefix("/") ? nil : command.workingDirectory
      ownPath = directory.map { "\($0)/\(name)" } ?? name
      return
    }
    path = try Self.find(name, in: searchPath)
    ownPath = path
  }

  /// The first file of that name that may be executed; a forbidden one only tells why nothing was found.
  private static func find(_ name: String, in directories: [String]) throws(StartFailure) -> String {
    var failure = StartFailure.notFound
    for directory in directories {
      let candidate = "\(directory)/\(name)"
      guard isRegularFile(candidate) else { continue }
      if access(candidate, X_OK) == 0 { return candidate }
      failure = .notExecutable
    }
    throw failure
  }

  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// What it means that somebody else could not execute it.
  var failureToExecute: StartFailure {
    failure(errno: access(ownPath, F_OK) == 0 && access(ownPath, X_OK) != 0 ? EACCES : ENOENT)
  }

  /// What it means that the kernel refused this file with `errno`.
  func failure(errno: Int32) -> StartFailure {
    switch errno {
    case ENOENT where access(ownPath, F_OK) == 0:
      // The file is there, so what is missing is what it wants to be run by.
      .refused(errno: errno, text: "its interpreter or loader is missing")
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .notFound
    case EACCES, ENOEXEC: .notExecutable
    default: .refused(errno: errno, text: String(cString: strerror(errno)))
    }
  }
}
