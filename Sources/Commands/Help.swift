/// The output of `--help`, and the synopsis of the manual pages. Both use the table of commands.
package enum Help {
  /// The only definition of the version. `packaging/set-version` changes it here and in all other places.
  package static let versionNumber = "0.2.0"
  package static let version = "rotunda \(versionNumber)"

  /// The width of the text, which fits into a terminal with 100 columns.
  private static let width = 96
  private static let column = 18

  /// An option with its description.
  private typealias Entry = (option: CommandOption, text: String)

  private static let options: [Entry] = [
    (
      .config,
      """
      use this configuration file instead of looking in $XDG_CONFIG_HOME/rotunda, /etc/rotunda and \
      /usr/share/rotunda
      """
    ),
    (.compositor, "with session, setup and failure: the compositor, cage, sway, labwc or weston"),
    (.user, "with setup and programs: the user of the kiosk, instead of rotunda"),
    (.seat, "with panels: the seat of the touch panels (seat0)"),
    (
      .bootPassword,
      "with setup: ask for a password that protects GRUB's menu; empty for none"
    ),
    (.usb, "with setup: allow only these USB devices, such as touch,storage; any for all"),
    (.undo, "with setup: restore the machine"),
    (.dryRun, "with setup: only list the changes"),
    (
      .force,
      "with setup: make a kiosk even if required parts are missing; with bundle install: without a trial"
    ),
    (.root, "with setup: work on the tree below DIR, such as an image"),
    (.result, "with failure: how the service ended, as systemctl show --property=Result prints it"),
    (.wait, "with failure: wait this time, or until the missing part is there"),
    (.json, "with doctor and ctl: print JSON"),
    (.report, "with doctor: print a report on the hardware, without names and addresses, to send to others"),
    (.output, "with demo, theme pack, bundle make and bundle sign: the file to write"),
    (.seconds, "with bundle install: the length of the trial (60)"),
    (.outcome, "with bundle install: tell the operator at the screen how it ends"),
    (.key, "with bundle sign: the private key; with bundle inspect: the public key"),
    (.basic, "with config keys: only the basic ones"),
    (.windowed, "open a window instead of filling the screen"),
    (.help, "print this text"),
    (.version, "print the version"),
  ]

  private static let previewOptions: [Entry] = [
    (.output, "the picture to write"),
    (.size, "the screen in pixels (1280x800)"),
    (.scale, "pixels to a point (1)"),
    (.layout, "use this layout"),
    (.theme, "use this theme: a name, or a folder"),
    (.scrollOffset, "turn the carousel this far from the first tile"),
    (.open, "open that tile first: a folder or a page"),
    (
      .screen,
      """
      show another screen: question, pin, keyboard, edit, form, for-everyone, system, phone, first-run, \
      attract, setting-up, closed, out-of-order, offline
      """
    ),
    (.step, "with --screen first-run: the page, such as look; with form: add, applications, files or shelf"),
    (.time, "the time since the start (0)"),
    (.contactSheet, "show every layout in one picture"),
    (.film, "write an animated WebP: a finger turns the carousel and opens a tile"),
    (.seconds, "with --film: its length (8)"),
  ]

  private static let ctlOptions: [Entry] = [
    (.json, "print one JSON object for each answer"),
    (
      .bus,
      """
      look for the launcher on this bus only, system or session; otherwise on the machine's, then on \
      the session's
      """
    ),
    (.seat, "call the launcher of another seat than seat0"),
    (.help, "print this text"),
  ]

  /// The output of `rotunda --help`.
  package static var text: String {
    let synopses = CommandTable.commands.map { command in
      wrapped(["rotunda"] + command.words, words(of: command))
    }
    return """
      \(usage(synopses))

      A touch kiosk launcher: a carousel of tiles, each opening a program.

      Commands:
      \(list(CommandTable.commands.filter { !$0.words.isEmpty }))

      Options:
      \(list(options))

      Options of preview:
      \(list(previewOptions))

      See rotunda(1) and rotunda.toml(5).
      """
  }

  /// The output of `rotunda ctl --help`.
  package static var controlText: String {
    let common = CommandTable.commands.first { $0.name == "ctl" }.map(words) ?? []
    return """
      \(usage([wrapped(["rotunda", "ctl"], common)]))

      Controls the launcher that runs on this machine, through D-Bus.

      Verbs:
      \(list(CommandTable.verbs))

      Options:
      \(list(ctlOptions))

      Exit status: 0 success; 1 the launcher refused; 64 wrong command line; 69 no launcher; 71 the answer
      could not be written; 77 no permission: only root and members of the group rotunda-operators can
      call a kiosk.
      """
  }

  // MARK: Help

  private static func usage(_ synopses: [[String]]) -> String {
    let lines = synopses.flatMap { $0 }
    return zip(lines.indices, lines).map { ($0 == 0 ? "Usage: " : "       ") + $1 }.joined(separator: "\n")
  }

  /// Returns the words after a command in its synopsis.
  private static func words(of command: Command<Invocation>) -> [String] {
    let options = command.options.map { command.required.contains($0) ? $0.usage : "[\($0.usage)]" }
    switch command.operands {
    case .none: return options
    case .one(let name): return options + [name]
    case .two(let first, let second): return options + [first, second]
    case .any(let name): return options + ["[-- \(name)...]"]
    case .verb: return ["VERB"] + options
    }
  }

  /// Returns a command and its words, in lines that fit beside the word “Usage”.
  private static func wrapped(_ command: [String], _ words: [String]) -> [String] {
    let start = command.joined(separator: " ")
    let room = width - "Usage: ".count - start.count - 1
    let lines = lines(words, room)
    let indent = String(repeating: " ", count: start.count)
    return lines.isEmpty
      ? [start] : lines.enumerated().map { ($0 == 0 ? start : indent) + " " + $1 }
  }

  private static func list<Result>(_ commands: [Command<Result>]) -> String {
    commands.map { command in
      let operand: [String] =
        switch command.operands {
        case .one(let name): [name]
        case .two(let first, let second): [first, second]
        default: []
        }
      let options = command.options.map { "[\($0.usage)]" }
      // Only this list explains the options of a verb.
      let more = Result.self == CtlOptions.Verb.self ? operand + options : operand
      let verb = if case .verb = command.operands { ["VERB"] } else { [String]() }
      return entry((command.words + more + verb).joined(separator: " "), command.summary)
    }.joined(separator: "\n")
  }

  private static func list(_ entries: [Entry]) -> String {
    entries.map { entry($0.option.usage, $0.text) }.joined(separator: "\n")
  }

  /// Returns a name with its description beside it or below.
  private static func entry(_ name: String, _ text: String) -> String {
    let indent = String(repeating: " ", count: column)
    let lines = lines(text.split(separator: " ").map(String.init), width - column).map { indent + $0 }
    let start = "  \(name)"
    guard start.count < column, let first = lines.first else {
      return ([start] + lines).joined(separator: "\n")
    }
    let line = start + String(first.dropFirst(start.count))
    return ([line] + lines.dropFirst()).joined(separator: "\n")
  }

  /// Breaks words into lines of at most `room` characters.
  private static func lines(_ words: [String], _ room: Int) -> [String] {
    words.reduce(into: []) { lines, word in
      if let line = lines.last, line.count + 1 + word.count <= room {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
  }

  // MARK: Manual pages

  /// The synopsis of rotunda(1), in mdoc.
  package static var manualSynopsis: String {
    let commands = CommandTable.commands.map { command in
      let name = ManualText.escaped(command.name)
      let lines = [".Nm"] + (name.isEmpty ? [] : [".Cm \(name)"]) + manualWords(of: command)
      return lines.joined(separator: "\n")
    }
    return (commands + [".Nm\n.Fl \\-help | \\-version"]).joined(separator: "\n") + "\n"
  }

  /// The synopsis of rotunda-ctl(1): first the verbs without operands and options, then each of the others.
  package static var controlManualSynopsis: String {
    let common = CommandTable.commands.first { $0.name == "ctl" }?.options ?? []
    let plain = CommandTable.verbs.filter { $0.operands == .none && $0.options.isEmpty }
    let others = CommandTable.verbs.filter { !($0.operands == .none && $0.options.isEmpty) }
    let start = [".Nm rotunda", ".Cm ctl"]
    let first =
      start + [".Cm \(plain.map(\.name).joined(separator: " | "))"] + common.map { ".Op \($0.manual)" }
    let rest = others.flatMap { verb in
      let operand = if case .one(let name) = verb.operands { " Ar \(name.lowercased())" } else { "" }
      let options = verb.options.map { ".Op \($0.manual)" }
      return start + [".Cm \(verb.name)\(operand)"] + options + [".Op Ar option ..."]
    }
    return (first + rest).joined(separator: "\n") + "\n"
  }

  private static func manualWords(of command: Command<Invocation>) -> [String] {
    let options = command.options.map {
      command.required.contains($0) ? ".\($0.manual)" : ".Op \($0.manual)"
    }
    switch command.operands {
    case .none: return options
    case .one(let name): return options + [".Ar \(name.lowercased())"]
    case .two(let first, let second):
      return options + [".Ar \(first.lowercased())", ".Ar \(second.lowercased())"]
    case .any(let name): return options + [".Op Fl \\- Ar \(name.lowercased()) ..."]
    case .verb: return [".Ar verb"] + options
    }
  }
}

/// Text in the form of manual pages.
enum ManualText {
  /// Escapes hyphens, because users type them and they must not become typographic ones.
  static func escaped(_ text: String) -> String {
    text.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
  }
}
