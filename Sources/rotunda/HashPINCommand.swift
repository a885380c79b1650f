import Configuration
import Credentials
import Glibc

/// `rotunda hash-pin`: prints the hash of a PIN, for the file that `pin-file` names.
enum HashPINCommand {
  static func run() -> Int32 {
    let pin: PIN
    switch isatty(STDIN_FILENO) == 1 ? typed() : piped() {
    case .success(let read): pin = read
    case .failure(let fault):
      StandardStream.error.write("rotunda hash-pin: \(fault.message)\n")
      return ExitStatus.badInput
    }
    do throws(CryptError) {
      let hash = try PINHash(pin)
      return StandardStream.output.write(hash.text + "\n") ? ExitStatus.success : ExitStatus.system
    } catch {
      StandardStream.error.write("rotunda hash-pin: \(error)\n")
      return ExitStatus.system
    }
  }

  /// Why there is no PIN.
  private enum Fault: Error {
    case noPIN
    case different
    case nothing

    var message: String {
      switch self {
      case .noPIN: "a PIN is \(PIN.shortest) to \(PIN.longest) digits"
      case .different: "these are two different PINs"
      case .nothing: "there is no PIN to read"
      }
    }
  }

  /// From the terminal, without showing it: twice, because nobody sees a slip.
  private static func typed() -> Result<PIN, Fault> {
    guard let first = ask("PIN: ") else { return .failure(.nothing) }
    guard let pin = PIN(first) else { return .failure(.noPIN) }
    return ask("Once more: ") == first ? .success(pin) : .failure(.different)
  }

  private static func ask(_ prompt: String) -> String? {
    guard let line = getpass(prompt) else { return nil }
    defer { explicit_bzero(line, strlen(line)) }
    return String(validatingCString: line)
  }

  /// From a pipe or a file: one line.
  private static func piped() -> Result<PIN, Fault> {
    guard let line = readLine() else { return .failure(.nothing) }
    return PIN(line).map { .success($0) } ?? .failure(.noPIN)
  }
}
