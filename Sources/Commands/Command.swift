import Supervision

/// A command of the program, or a verb of `rotunda ctl`: its syntax, and its text in the help.
package struct Command<Result>: Sendable {
  /// The operands after the name.
  package enum Operands: Equatable, Sendable {
    case none
    /// Exactly one, with this name in the help.
    case one(String)
    case two(String, String)
    /// Any number. They follow `--`, because they may look like options.
    case any(String)
    /// A verb and its operands.
    case verb
  }

  /// The words of its name; empty for the launcher itself.
  let words: [String]
  /// The options, in the order of the synopsis.
  package let options: [CommandOption]
  let required: Set<CommandOption>
  /// More options, which the synopsis of another command shows.
  let further: Set<CommandOption>
  package let operands: Operands
  /// Its description in the help.
  let summary: String
  /// The error message for wrong operands.
  private let complaint: String?
  /// Converts a command line that has passed `check`.
  let make: @Sendable (ParsedArguments) throws(UsageError) -> Result

  init(
    _ words: String..., options: [CommandOption] = [], required: Set<CommandOption> = [],
    further: Set<CommandOption> = [], operands: Operands = .none, summary: String = "",
    complaint: String? = nil, make: @escaping @Sendable (ParsedArguments) throws(UsageError) -> Result
  ) {
    (self.words, self.options, self.required, self.further) = (words, options, required, further)
    (self.operands, self.summary, self.complaint, self.make) = (operands, summary, complaint, make)
  }

  var name: String { words.joined(separator: " ") }

  /// Throws an error for options and operands that the command does not accept.
  func check(_ line: ParsedArguments) throws(UsageError) {
    try line.allowOnly(Set(options).union(further))
    let count = line.operands.count - words.count
    let isRight =
      switch operands {
      case .none: count == 0
      case .one: count == 1
      case .two: count == 2
      case .any, .verb: true
      }
    guard isRight else { throw UsageError(complaint ?? "'\(name)' takes only options") }
  }
}

/// The commands, in the order of the help.
package enum CommandTable {
  package static let commands: [Command<Invocation>] = [
    Command(options: [.config, .windowed]) { .launch(LaunchOptions($0)) },
    Command(
      "session", options: [.compositor, .config], operands: .any("WORD"),
      summary: """
        start a compositor with the launcher inside, as the kiosk's service does: cage, or the one of \
        --compositor or $ROTUNDA_COMPOSITOR (sway, labwc, weston), which gets the words after --
        """
    ) { line throws(UsageError) in .session(try .init(line)) },
    Command(
      "preview",
      options: [
        .output, .config, .size, .scale, .layout, .theme, .scrollOffset, .open, .screen, .step, .time,
        .contactSheet, .film, .seconds,
      ],
      required: [.output],
      summary: "draw the launcher's screen into a PNG file, or a film of it, without a compositor",
      complaint: "'preview' takes only options, and the file after '--output'"
    ) { line throws(UsageError) in .preview(try .init(line)) },
    Command(
      "setup", options: [.user, .compositor, .bootPassword, .usb, .undo, .dryRun, .force, .root],
      summary: """
        make this machine a kiosk: its user, the service at boot, no logins and no keys past it; lists \
        its changes first, and --undo restores the machine
        """,
      complaint: "'setup' takes options only"
    ) { line throws(UsageError) in .setup(try .init(line)) },
    Command(
      "touch-test", options: [.config, .windowed],
      summary: "test a touchscreen: contacts, rates, gestures, targets"
    ) { .touchTest(LaunchOptions($0)) },
    Command(
      "demo", options: [.config, .output, .windowed],
      summary: """
        try layouts, options and themes by touch, and save your choice
        """,
      complaint: "'demo' takes only options, and the file after '--output'"
    ) { line throws(UsageError) in .demo(try .init(line)) },
    Command(
      "panels", options: [.seat], operands: .one("SOCKET"),
      summary: """
        open touch panels for the launcher at a socket, so that neither it nor programs can read input \
        devices; for rotunda-panels.service
        """,
      complaint: "'panels' takes the path of a socket"
    ) { .panels(PanelsOptions($0)) },
    Command(
      "programs", options: [.user],
      summary: """
        start programs of tiles as another user, for the launcher; for rotunda-programs.service
        """,
      complaint: "'programs' takes options only"
    ) { line throws(UsageError) in .programs(try .init(line)) },
    Command(
      "pin-service", operands: .one("FILE"),
      summary: """
        check PINs for the launcher against the hash in a file, which neither it nor programs can read; for \
        rotunda-pin.service
        """,
      complaint: "'pin-service' takes the file with the PIN's hash"
    ) { .pinService(PINServiceOptions($0)) },
    Command(
      "editor-service", operands: .one("FILE"),
      summary: """
        write the edited configuration for the launcher, after the PIN, or before the PIN's hash is in a \
        file; for rotunda-editor.service
        """,
      complaint: "'editor-service' takes the file with the PIN's hash"
    ) { .editorService(PINServiceOptions($0)) },
    Command(
      "setup-web", operands: .one("PORT"),
      summary: """
        serve a page for a phone's browser that sets up the kiosk, for a quarter of an hour after the PIN or \
        in the first run; for rotunda-setup-web.service
        """,
      complaint: "'setup-web' takes a port"
    ) { line throws(UsageError) in .setupWeb(try .init(line)) },
    Command(
      "bridge", options: [.config, .bus, .seat],
      summary: """
        connect the launcher to the MQTT broker of [bridge]: its state, its events, and commands; for \
        rotunda-bridge.service
        """,
      complaint: "'bridge' takes options only"
    ) { line throws(UsageError) in .bridge(try .init(line)) },
    Command(
      "init", operands: .one("FILE"),
      summary: "write a short configuration to begin with, whose tiles open applications of this machine",
      complaint: "'init' takes the file to write"
    ) { .initialize(file: $0.operands[1]) },
    Command(
      "check", options: [.size], operands: .one("FILE"),
      summary: """
        check a configuration file, and whether its pictures are too small, much too large or cut off on a \
        screen of that size (1920x1080); exit status 1 after an error
        """,
      complaint: "'check' takes one file"
    ) { line throws(UsageError) in .check(try .init(line)) },
    Command(
      "doctor", options: [.config, .json, .report],
      summary: """
        examine this machine: service, compositor, graphics, touchscreens, ways home, permissions, \
        configuration, fonts, icons; exit status 1 if a part is missing
        """
    ) { line throws(UsageError) in .doctor(try .init(line)) },
    Command(
      "failure", options: [.config, .compositor, .result, .wait],
      summary: """
        print the page for visitors of a kiosk that does not start; standard error has the fix; for \
        rotunda-failed.service
        """
    ) { line throws(UsageError) in .failure(try .init(line)) },
    Command(
      "config", "keys", options: [.basic],
      summary: "list every configuration key with its type, range, default and meaning",
      complaint: configComplaint
    ) { .configKeys(onlyBasic: $0.has(.basic)) },
    Command(
      "config", "schema", summary: "print the keys as a JSON schema, for editors",
      complaint: configComplaint
    ) { _ in .configSchema },
    Command(
      "config", "explain", options: [.config], operands: .one("KEY"),
      summary: "say what a key means, what it is now, and which line of which file sets it",
      complaint: "'config explain' takes one key, such as carousel.spacing"
    ) { .configExplain(ConfigExplainOptions($0)) },
    Command(
      "config", "set", options: [.config], operands: .two("KEY", "VALUE"),
      summary: """
        set a key, such as brand.name or tile.ID.badge, in the edited file, rotunda.d/80-edited.toml
        """,
      complaint: "'config set' takes a key and a value"
    ) { .configEdit(ConfigEditTask($0, .set(key: $0.operands[2], value: $0.operands[3]))) },
    Command(
      "config", "unset", options: [.config], operands: .one("KEY"),
      summary: "remove a key from the edited file; the values of other files apply again",
      complaint: "'config unset' takes a key"
    ) { .configEdit(ConfigEditTask($0, .unset(key: $0.operands[2]))) },
    Command(
      "config", "edits", options: [.config], summary: "print the edited file",
      complaint: configComplaint
    ) { .configEdit(ConfigEditTask($0, .show)) },
    Command(
      "config", "undo", options: [.config],
      summary: "restore the previous version of the edited file; ten are kept",
      complaint: configComplaint
    ) { .configEdit(ConfigEditTask($0, .undo)) },
    Command(
      "config", "upgrade", operands: .one("FILE"),
      summary: "rewrite a configuration file of an earlier release; comments stay",
      complaint: "'config upgrade' takes one file"
    ) { .configUpgrade(file: $0.operands[2]) },
    Command(
      "config", "power", options: [.config],
      summary: "print the power actions that the configuration allows",
      complaint: configComplaint
    ) { .configPower(LaunchOptions($0)) },
    Command(
      "config", "keep", options: [.config], operands: .one("FILE"),
      summary: """
        copy the configuration to a file, unless it has an error, for a start with a broken one; for \
        rotunda-configuration.service
        """,
      complaint: "'config keep' takes one file"
    ) { .configKeep(ConfigKeepOptions($0)) },
    Command(
      "theme", "list", summary: "list the installed themes, one on a line", complaint: themeComplaint
    ) { _ in .theme(.list) },
    Command(
      "theme", "check", operands: .one("DIR"),
      summary: "check a theme's folder and its colors; exit status 1 after an error",
      complaint: "'theme check' takes the folder of a theme"
    ) { .theme(.check(folder: $0.operands[2])) },
    Command(
      "theme", "preview", options: [.output, .config, .size, .scale, .scrollOffset], required: [.output],
      operands: .one("NAME"),
      summary: "draw the screen with a theme, or with one in a folder, into a PNG file",
      complaint: "'theme preview' takes the name or the folder of a theme"
    ) { line throws(UsageError) in .preview(try .init(line, theme: line.operands[2])) },
    Command(
      "theme", "pack", options: [.output], operands: .one("DIR"),
      summary: "make a package of a theme's folder, NAME.rotunda-theme",
      complaint: "'theme pack' takes the folder of a theme"
    ) { .theme(.pack(folder: $0.operands[2], output: $0.value(of: .output))) },
    Command(
      "theme", "install", operands: .one("FILE"),
      summary: "install a package: as root for the machine, otherwise for the user",
      complaint: "'theme install' takes a package"
    ) { .theme(.install(file: $0.operands[2])) },
    Command(
      "bundle", "keygen", operands: .one("NAME"),
      summary: "create a key for bundles: NAME.key to sign, and NAME.pem for /etc/rotunda/keys",
      complaint: "'bundle keygen' takes a name"
    ) { .bundle(.keygen(name: $0.operands[2])) },
    Command(
      "bundle", "make", options: [.output], operands: .one("DIR"),
      summary: "pack a folder with tiles, pictures, pages and themes, after a check, into DIR.zip",
      complaint: "'bundle make' takes a folder"
    ) { .bundle(.make(folder: $0.operands[2], output: $0.value(of: .output))) },
    Command(
      "bundle", "sign", options: [.key, .output], required: [.key], operands: .one("FILE"),
      summary: "sign a packed folder: DIR.zip becomes DIR.rotunda-bundle",
      complaint: "'bundle sign' takes a file"
    ) { line throws(UsageError) in
      guard let key = line.value(of: .key) else { throw UsageError("'bundle sign' needs '--key FILE'") }
      return .bundle(.sign(file: line.operands[2], key: key, output: line.value(of: .output)))
    },
    Command(
      "bundle", "inspect", options: [.key], operands: .one("FILE"),
      summary: "check a signed bundle, and print its number, its conditions and its files",
      complaint: "'bundle inspect' takes a file"
    ) { .bundle(.inspect(file: $0.operands[2], key: $0.value(of: .key))) },
    Command(
      "bundle", "install", options: [.seconds, .force, .outcome], operands: .one("FILE"),
      summary: """
        try a signed bundle for a minute on the running launcher, and keep it only if no error appears; for \
        rotunda-bundle.service
        """,
      complaint: "'bundle install' takes a file"
    ) { line throws(UsageError) in .bundle(.install(try .init(line))) },
    Command(
      "bundle", "recover",
      summary:
        "return to the bundle that worked last, after a power cut; for rotunda-bundle-recovery.service",
      complaint: bundleComplaint
    ) { _ in .bundle(.recover) },
    Command(
      "bundle", "fetch",
      summary: "download the bundle of [bundle] if the server has a new one; for rotunda-pull.service",
      complaint: bundleComplaint
    ) { _ in .bundle(.fetch) },
    Command(
      "ctl", options: [.json, .bus, .seat], further: [.output, .pictures, .seconds], operands: .verb,
      summary: """
        control the running launcher: status, watch, reload, home, open, message, blank, unblank, \
        brightness, lock, screenshot; see rotunda ctl --help
        """
    ) { line throws(UsageError) in .control(try .init(line)) },
    Command(
      "hash-pin",
      summary: "ask for a PIN twice, or read it from a pipe, and print its hash for pin-file",
      // On the command line, everyone on the machine could read the PIN.
      complaint: "'hash-pin' asks for the PIN, or reads it from a pipe"
    ) { _ in .hashPIN },
    Command(
      "set-pin",
      summary: "the same, and write the hash to /etc/rotunda/pin for the PIN service",
      complaint: "'set-pin' asks for the PIN, or reads it from a pipe"
    ) { _ in .setPIN },
  ]

  private static let themeComplaint =
    "'theme' is followed by 'list', 'check', 'preview', 'pack' or 'install'"
  private static let bundleComplaint =
    "'bundle' is followed by 'keygen', 'make', 'sign', 'inspect', 'install', 'recover' or 'fetch'"
  private static let configComplaint =
    "'config' is followed by 'keys', 'schema', 'explain', 'set', 'unset', 'edits', 'undo', 'power', 'keep' or 'upgrade'"

  package static let verbs: [Command<CtlOptions.Verb>] = [
    Command("status", summary: "print the state of the launcher") { _ in .status },
    Command(
      "watch", options: [.pictures, .output],
      summary: """
        print a line for each event, until Ctrl+C; with --pictures 5s, also write a PNG picture of the screen \
        into the directory of --output every 5 seconds, if it has changed
        """
    ) { line throws(UsageError) in .watch(try CtlOptions.pictures(line)) },
    Command(
      "reload", summary: "read the configuration again, and print its first mistake"
    ) { _ in .reload },
    Command("home", summary: "end the visit, and show the first tile") { _ in .home },
    Command("open", operands: .one("ID"), summary: "open the tile with that id") {
      .open(tile: $0.operands[2])
    },
    Command(
      "message", options: [.seconds], operands: .one("TEXT"),
      summary: "show a message for 10 seconds; with 0 until it is touched"
    ) { line throws(UsageError) in
      .message(line.operands[2], seconds: try CtlOptions.seconds(line))
    },
    Command("blank", summary: "turn the screen off until it is touched") { _ in .blank },
    Command("unblank", summary: "turn it on again") { _ in .unblank },
    Command(
      "brightness", operands: .one("PERCENT"),
      summary: "set the brightness of the screen, from 0 to 100; with 0 it stays visible"
    ) { line throws(UsageError) in .brightness(percent: try CtlOptions.percent(line)) },
    Command("lock", summary: "lock the launcher until the PIN is entered") { _ in .lock },
    Command(
      "screenshot", options: [.output],
      summary: "write a PNG picture of the screen, to standard output without a file"
    ) { .screenshot(file: $0.value(of: .output)) },
  ]

  /// Returns the command of a command line.
  static func command(of line: ParsedArguments) throws(UsageError) -> Command<Invocation> {
    let first = line.operands.first
    let named = commands.filter { $0.words.first == first }
    guard let command = named.first else { throw UsageError("there is no command '\(first ?? "")'") }
    guard command.words.count > 1 else { return command }
    guard let command = named.first(where: { $0.words == Array(line.operands.prefix(2)) }) else {
      throw UsageError(complaint(of: first))
    }
    return command
  }

  /// Returns the error message for a group of commands without a known second word.
  private static func complaint(of group: String?) -> String {
    switch group {
    case "theme": themeComplaint
    case "bundle": bundleComplaint
    default: configComplaint
    }
  }
}
