import Artwork
import CLinux
import Glibc

/// A decoder, and a decoder under the control of a hostile picture: `DecoderProbe serve`, `DecoderProbe
/// answer HOW`, `DecoderProbe confined CALL`.
@main
struct DecoderProbe {
  static func main() {
    let words = CommandLine.arguments
    switch words.dropFirst().first {
    case "serve": DecodingService.run()
    case "answer":
      var decoder = HostileDecoder(words[2])
      decoder.run()
    case "confined": Forbidden.run(words[2])
    default: exit(64)
    }
  }
}

/// Sends false responses.
struct HostileDecoder {
  private static let socket: Int32 = 3
  private let how: String
  private var memory: Int32 = -1

  init(_ how: String) { self.how = how }

  mutating func run() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      var descriptor: Int32 = -1
      guard clinux_receive(Self.socket, &bytes, bytes.count, 1, &descriptor) > 0 else { return }
      switch bytes[0] {
      case 0: send([4, 1, 0, 0, 0])
      case 2:
        memory = descriptor
        answer()
      default: break
      }
    }
  }

  private func answer() {
    switch how {
    case "wider": send([6, 65, 1, 1, 0])
    case "higher": send([6, 1, 65, 1, 0])
    case "empty": send([6, 0, 10, 1, 0])
    case "negative": send([6, -8, -8, 1, 0])
    case "overflowing": send([6, 1 << 62, 1 << 62, 1, 0])
    case "shrunk":
      // The launcher has sealed the memory against this.
      ftruncate(memory, 1)
      send([6, 64, 64, 1, 0])
    case "unknown": send([99, 1, 1, 1, 0])
    case "unknown-failure": send([7, 99, 0, 0, 0])
    case "a-few-bytes": sendBytes(7)
    case "too-many-bytes": sendBytes(100_000)
    case "ready-again": send([4, 1, 0, 0, 0])
    case "large-twice":
      send([5, 0, 0, 0, 0])
      send([5, 0, 0, 0, 0])
    case "silent": break
    case "gone": exit(0)
    case "crashed": kill(getpid(), SIGABRT)
    case "with-descriptors":
      // The launcher must close each of them.
      for _ in 0..<20 { send([6, 0, 0, 0, 0], with: 2) }
    default: exit(64)
    }
  }

  private func send(_ numbers: [Int], with descriptor: Int32 = -1) {
    _ = numbers.withUnsafeBytes { clinux_send(Self.socket, $0.baseAddress, $0.count, descriptor) }
  }

  private func sendBytes(_ count: Int) {
    _ = clinux_send(Self.socket, [UInt8](repeating: 65, count: count), count, -1)
  }
}

/// Tries a forbidden call under confinement, and exits with the error number.
enum Forbidden {
  static func run(_ call: String) {
    let file = open("/etc/hostname", O_RDONLY)
    clinux_keep_file("/etc/hostname")
    guard file >= 0, clinux_limit_process(0, 10) == 0, clinux_confine_process() == 0 else { exit(100) }
    errno = 0
    let result = perform(call, file)
    exit(result < 0 ? errno : 0)
  }

  private static func perform(_ call: String, _ file: Int32) -> Int {
    switch call {
    case "open": Int(open("/etc/passwd", O_RDONLY))
    case "open-kept": Int(open("/etc/hostname", O_RDONLY))
    case "open-kept-for-writing": Int(open("/etc/hostname", O_RDWR))
    case "open-itself": Int(open("/proc/self/fd/0", O_RDONLY))
    case "stat": Int(access("/etc/passwd", R_OK))
    case "stat-kept": Int(access("/etc/hostname", R_OK))
    case "socket": Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    case "kill": Int(kill(getppid(), SIGKILL))
    case "fork":
      // By its system call number, because Swift does not import `fork`.
      Int(syscallFork())
    case "executable-memory": map(PROT_READ | PROT_WRITE | PROT_EXEC)
    case "memory": map(PROT_READ | PROT_WRITE)
    case "read": read(file)
    case "thread": thread()
    case "raise-limit":
      withUnsafePointer(to: rlimit(rlim_cur: 1000, rlim_max: 1000)) {
        Int(setrlimit(__rlimit_resource_t(4), $0))
      }
    case "execute": Int(execv("/bin/true", [nil]))
    default: -1
    }
  }

  private static func syscallFork() -> Int32 {
    var processID: pid_t = 0
    let error = posix_spawn(&processID, "/bin/true", nil, nil, [nil], [nil])
    errno = error
    return error == 0 ? 0 : -1
  }

  private static func map(_ protection: Int32) -> Int {
    mmap(nil, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0
  }

  private static func read(_ file: Int32) -> Int {
    var byte: UInt8 = 0
    return Glibc.read(file, &byte, 1)
  }

  private static func thread() -> Int {
    var thread = pthread_t()
    let error = pthread_create(&thread, nil, { _ in nil }, nil)
    guard error == 0 else {
      errno = error
      return -1
    }
    pthread_join(thread, nil)
    return 0
  }
}
