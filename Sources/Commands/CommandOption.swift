import COptions
import Glibc

/// The options of all commands. The parser, the help and the manual pages all use this table.
package enum CommandOption: Int32, CaseIterable, Sendable {
  case basic = 256
  case bootPassword, bus, compositor, config, contactSheet, dryRun, film, force, help, json, key, layout
  case open, outcome, output, pictures, report, result
  case root, scale, screen, scrollOffset, seat, seconds, size, step, theme, time, undo, usb, user, version,
    wait
  case windowed

  /// The spelling of an option.
  private struct Spelling {
    let name: String
    /// The placeholder for its value in the help; nil for an option without a value.
    let value: String?
    /// The placeholder in a manual page, in mdoc.
    let manualValue: String?

    init(_ name: String, _ value: String? = nil, manual: String? = nil) {
      (self.name, self.value) = (name, value)
      manualValue = manual ?? value.map { "Ar \($0.lowercased())" }
    }
  }

  private var spelling: Spelling {
    switch self {
    case .basic: Spelling("basic")
    case .bootPassword: Spelling("boot-password")
    case .bus: Spelling("bus", "NAME", manual: "Cm system | session")
    case .compositor: Spelling("compositor", "NAME")
    case .config: Spelling("config", "FILE")
    case .contactSheet: Spelling("contact-sheet")
    case .dryRun: Spelling("dry-run")
    case .film: Spelling("film")
    case .force: Spelling("force")
    case .help: Spelling("help")
    case .json: Spelling("json")
    case .key: Spelling("key", "FILE")
    case .layout: Spelling("layout", "NAME")
    case .open: Spelling("open", "ID")
    case .outcome: Spelling("outcome")
    case .output: Spelling("output", "FILE")
    case .pictures: Spelling("pictures", "TIME")
    case .report: Spelling("report")
    case .result: Spelling("result", "WORD")
    case .root: Spelling("root", "DIR", manual: "Ar directory")
    case .scale: Spelling("scale", "S", manual: "Ar scale")
    case .screen: Spelling("screen", "NAME")
    case .scrollOffset: Spelling("scroll-offset", "TILES")
    case .seat: Spelling("seat", "NAME")
    case .seconds: Spelling("seconds", "N", manual: "Ar number")
    case .size: Spelling("size", "WxH", manual: "Ar width Ns x Ns Ar height")
    case .step: Spelling("step", "NAME")
    case .theme: Spelling("theme", "NAME")
    case .time: Spelling("time", "SECONDS")
    case .undo: Spelling("undo")
    case .usb: Spelling("usb", "KINDS")
    case .user: Spelling("user", "NAME")
    case .version: Spelling("version")
    case .wait: Spelling("wait", "SECONDS")
    case .windowed: Spelling("windowed")
    }
  }

  /// Its name, without leading hyphens.
  package var name: String { spelling.name }

  fileprivate var takesValue: Bool { spelling.value != nil }

  /// Its form in the help: `--size WxH`.
  var usage: String { (["--\(name)"] + [spelling.value].compactMap(\.self)).joined(separator: " ") }

  /// Its form in a manual page: `Fl \-size Ar width Ns x Ns Ar height`.
  package var manual: String {
    (["Fl \\-\(ManualText.escaped(name))"] + [spelling.manualValue].compactMap(\.self)).joined(separator: " ")
  }
}

/// The problem with a command line.
package struct UsageError: Error, Equatable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// A command line, split into options and operands. The operands are a command and its arguments.
package struct ParsedArguments {
  /// The arguments that are not options.
  let operands: [String]
  /// The environment variables that can replace an option.
  let environment: [String: String]
  private let options: [CommandOption: String]

  /// Parses the arguments after the program's name. Ignores everything after `--help` and `--version`.
  init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    self.environment = environment
    let strings = CStrings(["rotunda"] + arguments)
    let names = CStrings(CommandOption.allCases.map(\.name))
    defer {
      strings.free()
      names.free()
    }
    let table = Self.table(names)
    var found: [CommandOption: String] = [:]
    options_reset()
    while found[.help] == nil, found[.version] == nil {
      let key = options_next(Int32(arguments.count + 1), strings.pointers, table)
      if key == -1 { break }
      guard let option = CommandOption(rawValue: key) else {
        throw UsageError(Self.problem(key, before: strings.values(from: 0)))
      }
      found[option] = options_value().map { String(cString: $0) } ?? ""
    }
    options = found
    operands = strings.values(from: Int(options_index()))
  }

  /// Reports whether an option is present.
  func has(_ option: CommandOption) -> Bool { options[option] != nil }

  /// Returns the value of an option; the last one if it occurs several times.
  func value(of option: CommandOption) -> String? { options[option] }

  /// Throws an error for an option that the command in the first operand does not know.
  func allowOnly(_ known: Set<CommandOption>) throws(UsageError) {
    guard let unknown = CommandOption.allCases.first(where: { has($0) && !known.contains($0) }) else {
      return
    }
    let command = operands.first.map { "'\($0)'" } ?? "the launcher"
    throw UsageError("\(command) has no option '--\(unknown.name)'")
  }

  private static func table(_ names: CStrings) -> [options_option] {
    let table = CommandOption.allCases.enumerated().map { index, option in
      options_option(
        name: names.pointers[index], takes_value: option.takesValue ? 1 : 0, key: option.rawValue)
    }
    return table + [options_option(name: nil, takes_value: 0, key: 0)]
  }

  private static func problem(_ key: Int32, before arguments: [String]) -> String {
    let index = Int(options_index()) - 1
    let argument = arguments.indices.contains(index) ? arguments[index] : ""
    let lacksValue = key == Int32(UInt8(ascii: ":"))
    return lacksValue ? "'\(argument)' needs a value" : "there is no option '\(argument)'"
  }
}

/// An argv for C: NULL-terminated, and freed manually. C may change the order of its elements.
private struct CStrings {
  private let storage: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    storage = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { storage.initializeElement(at: index, to: strdup(string)) }
    storage.initializeElement(at: strings.count, to: nil)
  }

  /// The strings, for C.
  var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { storage.baseAddress! }

  /// Returns the strings from an index on, in their present order.
  func values(from index: Int) -> [String] {
    storage.dropFirst(index).compactMap { $0.map { String(cString: $0) } }
  }

  func free() {
    for string in storage { Glibc.free(string) }
    storage.deallocate()
  }
}
