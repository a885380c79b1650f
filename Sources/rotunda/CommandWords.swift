import COptions
import Glibc

/// A command line taken apart into options and the other words, which are a command and what it is about.
struct CommandWords {
  /// The options, by the numbers that stand for them on the way through C.
  enum Option: Int32, CaseIterable {
    case config = 256
    case compositor, user, root, undo, dryRun, windowed, help, version
    case bus, force, result, seconds, wait
    case contactSheet, json, layout, open, output, scale, scrollOffset, seat, size, theme, time

    var name: String {
      switch self {
      case .contactSheet: "contact-sheet"
      case .dryRun: "dry-run"
      case .scrollOffset: "scroll-offset"
      default: "\(self)"
      }
    }

    var takesValue: Bool {
      switch self {
      case .windowed, .help, .version, .contactSheet, .undo, .dryRun, .force, .json: false
      default: true
      }
    }
  }

  /// The words that are no options.
  let operands: [String]
  private let options: [Option: String]

  /// The words after the program's name. Nothing behind `--help` and `--version` counts.
  init(_ words: [String]) throws(UsageError) {
    let arguments = CStrings(["rotunda"] + words)
    let names = CStrings(Option.allCases.map(\.name))
    defer {
      arguments.free()
      names.free()
    }
    let table = Self.table(names)
    var found: [Option: String] = [:]
    options_reset()
    while found[.help] == nil, found[.version] == nil {
      let key = options_next(Int32(words.count + 1), arguments.pointers, table)
      if key == -1 { break }
      guard let option = Option(rawValue: key) else {
        throw UsageError(message: Self.problem(key, before: arguments.strings(from: 0)))
      }
      found[option] = options_value().map { String(cString: $0) } ?? ""
    }
    options = found
    operands = arguments.strings(from: Int(options_index()))
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { options[option] != nil }

  /// What an option was given; the last time counts.
  func value(of option: Option) -> String? { options[option] }

  /// Refuses every option that the command, which the first operand names, does not know.
  func allowOnly(_ known: Set<Option>) throws(UsageError) {
    guard let unknown = Option.allCases.first(where: { has($0) && !known.contains($0) }) else { return }
    let command = operands.first.map { "'\($0)'" } ?? "the launcher"
    throw UsageError(message: "\(command) has no option '--\(unknown.name)'")
  }

  private static func table(_ names: CStrings) -> [options_option] {
    let table = Option.allCases.enumerated().map { index, option in
      options_option(
        name: names.pointers[index], takes_value: option.takesValue ? 1 : 0, key: option.rawValue)
    }
    return table + [options_option(name: nil, takes_value: 0, key: 0)]
  }

  private static func problem(_ key: Int32, before words: [String]) -> String {
    let index = Int(options_index()) - 1
    let word = words.indices.contains(index) ? words[index] : ""
    return key == Int32(UInt8(ascii: ":")) ? "'\(word)' needs a value" : "there is no option '\(word)'"
  }
}
