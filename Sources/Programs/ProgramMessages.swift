/// A request from the launcher to the service that starts programs as another user.
///
/// It names a tile and never a command: the service reads the configuration itself. A message is one packet
/// of UTF-8 words, each with a NUL after it.
package enum ProgramOrder: Hashable, Sendable {
  case start(ProgramStartOrder)
  /// Asks a program to end, and kills its remaining processes after `grace` seconds.
  case stop(program: Int, grace: Double)
  /// Stops all programs of this launcher the same way. The answer is `ProgramReport.allGone`.
  case stopAll(grace: Double)
  /// Asks which programs are stopped or frozen. The answer is `ProgramReport.halted`.
  case lookForHalted

  /// The most bytes of a message.
  package static let mostBytes = 1 << 13

  /// Parses a message. Returns nil if it is invalid.
  package init?(bytes: some Collection<UInt8>) {
    guard var words = MessageWords(bytes: bytes, most: Self.mostBytes), let kind = words.next() else {
      return nil
    }
    switch kind {
    case "start":
      guard let order = ProgramStartOrder(&words) else { return nil }
      self = .start(order)
    case "stop":
      guard let program = words.number(), let grace = words.seconds() else { return nil }
      self = .stop(program: program, grace: grace)
    case "stop-all":
      guard let grace = words.seconds() else { return nil }
      self = .stopAll(grace: grace)
    case "halted?": self = .lookForHalted
    default: return nil
    }
    guard words.isAtEnd else { return nil }
  }

  /// The message; nil if it is too long or a word contains a NUL.
  package var bytes: [UInt8]? {
    let words: [String] =
      switch self {
      case .start(let order): ["start"] + order.words
      case .stop(let program, let grace): ["stop", "\(program)", "\(grace)"]
      case .stopAll(let grace): ["stop-all", "\(grace)"]
      case .lookForHalted: ["halted?"]
      }
    return MessageWords.bytes(words, most: Self.mostBytes)
  }
}

/// A request to start a program as another user.
package struct ProgramStartOrder: Hashable, Sendable {
  /// The launcher's number for the program, unique among the running programs.
  package var program: Int
  /// The absolute path of the configuration file.
  package var configuration: String
  /// The tile's identifier.
  package var tile: String
  /// The tile's command to execute.
  package var origin: CommandOrigin
  /// The visitor's language, as a tag; nil if not chosen.
  package var language: String?
  /// The absolute path of the compositor's socket; nil if the tile sets another one, or there is none.
  package var display: String?
  /// The activation token of the compositor for the new window; nil for none.
  package var token: String?

  package init(
    program: Int, configuration: String, tile: String, origin: CommandOrigin, language: String? = nil,
    display: String? = nil,
    token: String? = nil
  ) {
    (self.program, self.configuration, self.tile, self.origin) = (program, configuration, tile, origin)
    (self.language, self.display, self.token) = (language, display, token)
  }

  fileprivate init?(_ words: inout MessageWords) {
    guard let program = words.number(), let configuration = words.next(), let tile = words.next(),
      let origin = words.next().flatMap(Self.origin), let language = words.next(), let display = words.next(),
      let token = words.next()
    else { return nil }
    self.init(
      program: program, configuration: configuration, tile: tile, origin: origin,
      language: language.isEmpty ? nil : language, display: display.isEmpty ? nil : display,
      token: token.isEmpty ? nil : token)
  }

  fileprivate var words: [String] {
    let origin =
      switch origin {
      case .tap: "tap"
      case .off: "off"
      case .value(let value): "\(value)"
      case .code(let code): Self.codePrefix + code.text
      case .launcher: "launcher"
      }
    return ["\(program)", configuration, tile, origin, language ?? "", display ?? "", token ?? ""]
  }

  /// The prefix of a scanned code.
  private static let codePrefix = "code:"

  /// Parses an origin. Rejects commands that belong to no tile.
  private static func origin(_ word: String) -> CommandOrigin? {
    switch word {
    case "tap": .tap
    case "off": .off
    case _ where word.hasPrefix(codePrefix):
      ScannedCode(String(word.dropFirst(codePrefix.count))).map { .code($0) }
    default: Double(word).flatMap { $0.isFinite ? .value($0) : nil }
    }
  }
}

/// A message to a launcher from the service that starts programs as another user.
package enum ProgramReport: Hashable, Sendable {
  /// An event of a program.
  case event(program: Int, ProgramEvent)
  /// The programs that are stopped or frozen; all others are not.
  case halted([Int])
  /// No process of any program is left.
  case allGone

  /// The most bytes of a message.
  package static let mostBytes = 1 << 13
  /// The length at which explanations are cut.
  private static let mostExplained = 1024

  /// Parses a message. Returns nil if it is invalid.
  package init?(bytes: some Collection<UInt8>) {
    guard var words = MessageWords(bytes: bytes, most: Self.mostBytes), let kind = words.next() else {
      return nil
    }
    switch kind {
    case "halted":
      var programs: [Int] = []
      while !words.isAtEnd {
        guard let program = words.number() else { return nil }
        programs.append(program)
      }
      self = .halted(programs)
    case "all-gone": self = .allGone
    default:
      guard let program = words.number(), let event = ProgramEvent(kind, &words) else { return nil }
      self = .event(program: program, event)
    }
    guard words.isAtEnd else { return nil }
  }

  /// The message; nil if it is too long.
  package var bytes: [UInt8]? {
    let words: [String] =
      switch self {
      case .event(let program, let event): event.words(program, most: Self.mostExplained)
      case .halted(let programs): ["halted"] + programs.map(String.init)
      case .allGone: ["all-gone"]
      }
    return MessageWords.bytes(words, most: Self.mostBytes)
  }
}

extension ProgramEvent {
  fileprivate init?(_ kind: String, _ words: inout MessageWords) {
    switch kind {
    case "unlimited":
      guard let reason = words.next() else { return nil }
      self = .unlimited(reason)
    case "ended":
      guard let reason = ExitReason(&words) else { return nil }
      self = .ended(reason)
    case "failed":
      guard let failure = StartFailure(&words) else { return nil }
      self = .startFailed(failure)
    default: return nil
    }
  }

  fileprivate func words(_ program: Int, most: Int) -> [String] {
    switch self {
    case .unlimited(let reason): ["unlimited", "\(program)", MessageWords.word(reason, most: most)]
    case .ended(let reason): ["ended", "\(program)"] + reason.words
    case .startFailed(let failure): ["failed", "\(program)"] + failure.words(most: most)
    }
  }
}

extension ExitReason {
  fileprivate init?(_ words: inout MessageWords) {
    switch words.next() {
    case "exited":
      guard let status = words.number().flatMap({ Int32(exactly: $0) }) else { return nil }
      self = .exited(status: status)
    case "signaled":
      guard let signal = words.number().flatMap({ Int32(exactly: $0) }), let core = words.number() else {
        return nil
      }
      self = .signaled(signal: signal, coreDumped: core != 0)
    case "out-of-memory": self = .outOfMemory
    case "perhaps-out-of-memory": self = .perhapsOutOfMemory
    default: return nil
    }
  }

  fileprivate var words: [String] {
    switch self {
    case .exited(let status): ["exited", "\(status)"]
    case .signaled(let signal, let coreDumped): ["signaled", "\(signal)", coreDumped ? "1" : "0"]
    case .outOfMemory: ["out-of-memory"]
    case .perhapsOutOfMemory: ["perhaps-out-of-memory"]
    }
  }
}

extension StartFailure {
  fileprivate init?(_ words: inout MessageWords) {
    switch words.next() {
    case "not-found": self = .notFound
    case "not-executable": self = .notExecutable
    case "directory":
      guard let path = words.next() else { return nil }
      self = .workingDirectory(path)
    case "no-network": self = .noNetwork
    case "refused":
      guard let errno = words.number().flatMap({ Int32(exactly: $0) }), let text = words.next() else {
        return nil
      }
      self = .refused(errno: errno, text: text)
    default: return nil
    }
  }

  fileprivate func words(most: Int) -> [String] {
    switch self {
    case .notFound: ["not-found"]
    case .notExecutable: ["not-executable"]
    case .workingDirectory(let path): ["directory", MessageWords.word(path, most: most)]
    case .noNetwork: ["no-network"]
    case .refused(let errno, let text): ["refused", "\(errno)", MessageWords.word(text, most: most)]
    }
  }
}

/// Words, each with a NUL after it.
package struct MessageWords {
  private var rest: ArraySlice<String>

  /// Parses the words in `bytes`. Returns nil if the last word lacks its NUL, a word is not UTF-8, or there
  /// are more than `most` bytes.
  package init?(bytes: some Collection<UInt8>, most: Int) {
    guard bytes.count <= most, bytes.isEmpty || bytes.suffix(1).first == 0 else { return nil }
    var words: [String] = []
    for word in bytes.dropLast(bytes.isEmpty ? 0 : 1).split(separator: 0, omittingEmptySubsequences: false)
    where !bytes.isEmpty {
      guard let word = String(validating: word, as: UTF8.self) else { return nil }
      words.append(word)
    }
    rest = words[...]
  }

  package var isAtEnd: Bool { rest.isEmpty }

  package mutating func next() -> String? { rest.popFirst() }

  mutating func number() -> Int? { next().flatMap { Int($0) } }

  /// Returns the next word as a time-out of 0 to 3600 seconds; nil if it is not one.
  mutating func seconds() -> Double? {
    next().flatMap { Double($0) }.flatMap { $0 >= 0 && $0 <= 3600 ? $0 : nil }
  }

  /// Encodes words. Returns nil if the result exceeds `most` bytes, or a word contains a NUL.
  package static func bytes(_ words: [String], most: Int) -> [UInt8]? {
    guard words.allSatisfy({ !$0.utf8.contains(0) }) else { return nil }
    var bytes: [UInt8] = []
    for word in words {
      bytes += word.utf8
      bytes.append(0)
    }
    return bytes.count <= most ? bytes : nil
  }

  /// Returns a text as one word of at most `most` bytes.
  static func word(_ text: String, most: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(most / 4).map { $0 == "\0" ? " " : $0 }))
  }
}
