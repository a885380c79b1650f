import EventLoop
import Glibc
import Logging
import Shell
import State

private let log = Log("launcher")

/// What only whoever looks after the machine may do, and what is known of it.
extension Launcher {
  func checkPIN(_ effect: ShellEffect) {
    guard case .checkPIN(let pin, let hash, let record) = effect else { return }
    pins.check(pin, against: hash, record) { [weak self] in self?.post(.pinChecked($0)) }
  }

  func readRandom() {
    var generator = SystemRandomNumberGenerator()
    post(.random(generator.next()))
  }

  /// Looks the machine over, away from the thread that draws.
  func readSystem() {
    let directory = ProcessEnvironment.current.stateDirectory ?? "/"
    do throws(EventLoopError) {
      try loop.inBackground {
        MachineFacts(directory: directory)
      } done: { [weak self] facts in
        self?.facts(facts)
      }
    } catch {
      log.warning("\(error)")
    }
  }

  private func facts(_ facts: MachineFacts) {
    machine = facts
    post(.system(systemInformation))
  }

  /// The launcher's own program, for what it starts of itself.
  static let ownProgram: String? = {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }()
}
