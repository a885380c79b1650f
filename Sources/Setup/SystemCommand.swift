import CLinux
import Glibc

/// A command of the system that is run to its end, its output where ours goes.
struct SystemCommand {
  let words: [String]

  init(_ words: String...) { self.words = words }

  /// Runs it; the shell's number for a command that is not there is among the failures.
  func run() throws(SetupProblem) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    guard let name = arguments[0] else { return }
    var child: pid_t = 0
    let fault = posix_spawnp(&child, name, nil, nil, &arguments, clinux_environment())
    guard fault == 0 else { throw failed(MachineTree.reason(fault)) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw failed(MachineTree.reason(errno)) }
    }
    guard status == 0 else { throw failed("status \(status >> 8 & 0xFF), signal \(status & 0x7F)") }
  }

  private func failed(_ reason: String) -> SetupProblem {
    .commandFailed(command: words.joined(separator: " "), reason: reason)
  }
}
