import COptions
import Glibc

extension Invocation {
  /// The options, by the numbers that stand for them on the way through C.
  enum Option: Int32, CaseIterable {
    case config = 256
    case windowed, help, version

    var name: String {
      switch self {
      case .config: "config"
      case .windowed: "windowed"
      case .help: "help"
      case .version: "version"
      }
    }

    var takesValue: Bool { self == .config }
  }

  /// Either the whole answer (`--help`, `--version`) or the words that are no options.
  enum Operands {
    case answer(Invocation)
    case words([String])
  }

  /// Hands every option of `words` to `take`.
  static func takeOptions(
    from words: [String], _ take: (Option, String?) -> Void
  ) throws(UsageError) -> Operands {
    let arguments = CStrings(["rotunda"] + words)
    let names = CStrings(Option.allCases.map(\.name))
    defer {
      arguments.free()
      names.free()
    }
    var table = Option.allCases.enumerated().map { index, option in
      options_option(
        name: names.pointers[index], takes_value: option.takesValue ? 1 : 0, key: option.rawValue)
    }
    table.append(options_option(name: nil, takes_value: 0, key: 0))
    options_reset()
    while true {
      let key = options_next(Int32(words.count + 1), arguments.pointers, table)
      if key == -1 { return .words(arguments.strings(from: Int(options_index()))) }
      guard let option = Option(rawValue: key) else {
        throw UsageError(message: problem(key, before: arguments.strings(from: 0)))
      }
      if option == .help { return .answer(.help) }
      if option == .version { return .answer(.version) }
      take(option, options_value().map { String(cString: $0) })
    }
  }

  private static func problem(_ key: Int32, before words: [String]) -> String {
    let index = Int(options_index()) - 1
    let word = words.indices.contains(index) ? words[index] : ""
    return key == Int32(UInt8(ascii: ":")) ? "'\(word)' needs a value" : "there is no option '\(word)'"
  }
}

/// An argv for C: NULL-terminated, freed by hand, its order changed by whoever gets it.
struct CStrings {
  private let storage: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    storage = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { storage.initializeElement(at: index, to: strdup(string)) }
    storage.initializeElement(at: strings.count, to: nil)
  }

  /// For C.
  var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { storage.baseAddress! }

  /// The words from an index on, as they stand now.
  func strings(from index: Int) -> [String] {
    storage.dropFirst(index).compactMap { $0.map { String(cString: $0) } }
  }

  func free() {
    for string in storage { Glibc.free(string) }
    storage.deallocate()
  }
}
