import Configuration
import State

/// What `rotunda ctl` is asked.
struct CtlOptions: Equatable {
  /// What the launcher is to do, or to tell.
  enum Verb: Equatable {
    case reload, home, blank, unblank, status, watch
    case open(tile: String)
    case message(String, seconds: UInt32)
    /// Into a file; nil is standard output.
    case screenshot(file: String?)
  }

  var verb: Verb
  /// Whether programs are to read the answers.
  var isJSON = false
  /// The bus on which the launcher is looked for; nil is the machine's, and then the session's.
  var bus: ControlSettings.Bus?
  var seat = ProcessEnvironment.firstSeat

  /// How long a message stands unless it is said, in seconds.
  static let messageTime: UInt32 = 10
}

extension CtlOptions {
  /// What the words behind `ctl` ask for.
  init(_ line: CommandWords) throws(UsageError) {
    let words = Array(line.operands.dropFirst())
    guard let name = words.first else {
      throw UsageError(message: "'ctl' needs a verb; see 'rotunda ctl --help'")
    }
    verb = try Self.verb(name, Array(words.dropFirst()), line)
    isJSON = line.has(.json)
    bus = try line.value(of: .bus).map { word throws(UsageError) in try Self.bus(word) }
    if let seat = line.value(of: .seat) { self.seat = seat }
  }

  private static func verb(
    _ name: String, _ words: [String], _ line: CommandWords
  ) throws(UsageError) -> Verb {
    let common: Set<CommandWords.Option> = [.json, .bus, .seat]
    let (verb, count, options): (Verb, Int, Set<CommandWords.Option>) =
      switch name {
      case "reload": (.reload, 0, [])
      case "home": (.home, 0, [])
      case "blank": (.blank, 0, [])
      case "unblank": (.unblank, 0, [])
      case "status": (.status, 0, [])
      case "watch": (.watch, 0, [])
      case "open": (.open(tile: words.first ?? ""), 1, [])
      case "message": (.message(words.first ?? "", seconds: try seconds(line)), 1, [.seconds])
      case "screenshot": (.screenshot(file: line.value(of: .output)), 0, [.output])
      default: throw UsageError(message: "'ctl' knows no '\(name)'; see 'rotunda ctl --help'")
      }
    guard words.count == count else {
      throw UsageError(message: "'ctl \(name)' takes \(count == 0 ? "no further word" : "one word")")
    }
    try line.allowOnly(common.union(options))
    return verb
  }

  private static func seconds(_ line: CommandWords) throws(UsageError) -> UInt32 {
    guard let word = line.value(of: .seconds) else { return messageTime }
    guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let seconds = UInt32(word)
    else { throw UsageError(message: "'--seconds' takes a whole number, not '\(word)'") }
    return seconds
  }

  private static func bus(_ word: String) throws(UsageError) -> ControlSettings.Bus {
    switch word {
    case "system": .system
    case "session": .session
    default: throw UsageError(message: "'--bus' takes system or session, not '\(word)'")
    }
  }
}
