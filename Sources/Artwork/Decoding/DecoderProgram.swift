import CLinux
import Glibc
import Threads

/// The program that decodes pictures in a process of its own, with `DecodingService`.
public struct DecoderProgram: Sendable {
  private struct Started {
    let processID: Int32
    let socket: Int32
  }

  private let path: String
  private let words: [String]
  private let environment: [String]
  /// Those that have been started and are not used yet.
  private let early = Monitor<[Started]>([])

  /// The running program itself, with these words after its name.
  ///
  /// Its file may have been replaced by another version meanwhile; this is the one that runs.
  public static func itself(_ words: [String]) -> DecoderProgram {
    DecoderProgram(path: "/proc/self/exe", words: [CommandLine.arguments.first ?? ""] + words)
  }

  /// Any program; `words` begin with its name.
  public init(path: String, words: [String]) {
    self.path = path
    self.words = words
    environment = Self.inherited + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// Starts the first ones from a process that has just begun and has no other thread: they share what has been loaded, which
  /// saves most of what a start takes.
  public func startEarly(count: Int) {
    for _ in 0..<count {
      var socket: Int32 = -1
      let processID = clinux_fork_connected(&socket)
      if processID == 0 {
        DecodingService.run()
        _exit(0)
      }
      // Where there is none, there will be one when it is needed, or a reason.
      guard processID > 0 else { return }
      let started = Started(processID: processID, socket: socket)
      early.withLock { $0.append(started) }
    }
  }

  /// Whether there are some of these that are not used yet.
  var isStartedEarly: Bool { early.withLock { !$0.isEmpty } }

  /// What libraries for pictures and fonts look at. The rest (buses, displays, the session's sockets) is no concern of theirs.
  private static let passed = [
    "LANG=", "LANGUAGE=", "LC_", "HOME=", "XDG_DATA_", "XDG_CONFIG_", "XDG_CACHE_HOME=", "FONTCONFIG_",
    "GDK_PIXBUF_", "LD_", "ASAN_", "TSAN_",
  ]

  private static var inherited: [String] {
    var result: [String] = []
    guard var next = clinux_environment() else { return [] }
    while let text = next.pointee {
      let assignment = String(cString: text)
      if passed.contains(where: assignment.hasPrefix) { result.append(assignment) }
      next += 1
    }
    return result
  }

  /// Starts it with one end of a connection; returns its process id and the other end.
  func start() throws(DecoderFailure) -> (processID: Int32, socket: Int32) {
    if let early = early.withLock({ $0.popLast() }) { return (early.processID, early.socket) }
    var ends: [Int32] = [-1, -1]
    guard clinux_message_pair(&ends) == 0 else { throw .notStarted(reason: systemError()) }
    defer { close(ends[1]) }
    var processID: pid_t = 0
    let error = Self.withCStrings(words) { words in
      Self.withCStrings(environment) { clinux_spawn_connected(path, words, $0, ends[1], &processID) }
    }
    guard error == 0 else {
      close(ends[0])
      throw .notStarted(reason: systemError(error))
    }
    return (processID, ends[0])
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in
      // There is always the null at the end.
      guard let start = buffer.baseAddress else { preconditionFailure("no words") }
      return body(start)
    }
  }
}
