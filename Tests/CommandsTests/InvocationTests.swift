import CarouselEngine
import Commands
import Configuration
import RotundaGeometry
import Session
import Setup
import Testing

/// The meanings of command lines, and the messages about invalid ones.
@Suite struct InvocationTests {
  private func read(_ line: String, _ environment: [String: String] = [:]) throws -> Invocation {
    try Invocation(arguments: line.split(separator: " ").map(String.init), environment: environment)
  }

  @Test func themesAreListedCheckedShownPackedAndInstalled() throws {
    #expect(try Invocation(arguments: ["theme", "list"]) == .theme(.list))
    #expect(try Invocation(arguments: ["theme", "check", "ink"]) == .theme(.check(folder: "ink")))
    #expect(
      try Invocation(arguments: ["theme", "pack", "ink", "--output", "a"])
        == .theme(.pack(folder: "ink", output: "a")))
    #expect(try Invocation(arguments: ["theme", "install", "a"]) == .theme(.install(file: "a")))
    guard
      case .preview(let options) = try Invocation(
        arguments: ["theme", "preview", "./ink", "--output", "a.png", "--size", "640x480"])
    else { throw UsageError("no preview") }
    #expect(options.theme == "./ink" && options.isOfTheme && options.width == 640)
  }

  @Test func bundlesAreMadeAndInstalled() throws {
    #expect(try read("bundle keygen fleet") == .bundle(.keygen(name: "fleet")))
    #expect(try read("bundle make a --output b") == .bundle(.make(folder: "a", output: "b")))
    #expect(
      try read("bundle sign --key k a.zip") == .bundle(.sign(file: "a.zip", key: "k", output: nil)))
    #expect(try read("bundle inspect a") == .bundle(.inspect(file: "a", key: nil)))
    #expect(try read("bundle recover") == .bundle(.recover) && read("bundle fetch") == .bundle(.fetch))
    func seconds(_ line: String) throws -> UInt32? {
      guard case .bundle(.install(let options)) = try read(line) else { throw UsageError("no installation") }
      #expect(options.file == "a")
      return options.seconds
    }
    #expect(try seconds("bundle install a") == 60 && seconds("bundle install --seconds 5 a") == 5)
    #expect(try seconds("bundle install --force a") == nil)
    for line in [
      "bundle", "bundle sign a", "bundle make", "bundle install --seconds 0 a",
      "bundle install --seconds 3601 a",
      "bundle install --seconds 5 --force a", "bundle fetch a", "bundle nonsense",
    ] {
      #expect(throws: UsageError.self, "\(line)") { try read(line) }
    }
  }

  @Test(arguments: [
    ("config keys", Invocation.configKeys(onlyBasic: false)),
    ("config keys --basic", .configKeys(onlyBasic: true)),
    ("config schema", .configSchema), ("init a.toml", .initialize(file: "a.toml")),
    ("config upgrade a.toml", .configUpgrade(file: "a.toml")),
    ("hash-pin", .hashPIN), ("set-pin", .setPIN), ("--version", .version), ("--help", .help),
    ("check --help", .help),
    ("ctl --help", .controlHelp), ("ctl open --help --nonsense", .controlHelp),
    ("preview --version --size", .version),
  ])
  func aLineNamesACommand(line: String, invocation: Invocation) throws {
    #expect(try read(line) == invocation)
  }

  @Test func aFileIsCheckedForAScreen() throws {
    guard case .check(let plain) = try read("check tiles.toml"),
      case .check(let other) = try read("check --size 800x480 tiles.toml")
    else { throw UsageError("no check") }
    #expect(plain.file == "tiles.toml" && plain.width == 1920 && plain.height == 1080)
    #expect(other.file == "tiles.toml" && other.width == 800 && other.height == 480)
  }

  @Test func keyIsExplainedForAConfiguration() throws {
    guard case .configExplain(let options) = try read("config explain --config a.toml carousel.spacing")
    else {
      throw UsageError("no explanation")
    }
    #expect(options.key == "carousel.spacing" && options.configuration == "a.toml")
    for line in ["config explain", "config explain a b", "init", "init a b"] {
      #expect(throws: UsageError.self) { try read(line) }
    }
  }

  @Test func servicesArePassedTheirFiles() throws {
    guard case .pinService(let pin) = try read("pin-service /etc/rotunda/pin"),
      case .configKeep(let keep) = try read("config keep --config a.toml /var/lib/kept")
    else { throw UsageError("no service") }
    #expect(pin.hashFile == "/etc/rotunda/pin")
    #expect(keep.configuration == "a.toml" && keep.file == "/var/lib/kept")
  }

  @Test func editArgumentsAreParsed() throws {
    guard
      case .configEdit(let set) = try read("config set --config a.toml tile.plan.name Plan"),
      case .configEdit(let unset) = try read("config unset brand.name"),
      case .configEdit(let show) = try read("config edits"),
      case .configEdit(let undo) = try read("config undo"),
      case .editorService(let service) = try read("editor-service /etc/rotunda/pin")
    else { throw UsageError("other commands") }
    #expect(set.configuration == "a.toml" && set.change == .set(key: "tile.plan.name", value: "Plan"))
    #expect(unset.configuration == nil && unset.change == .unset(key: "brand.name"))
    #expect(show.change == .show && undo.change == .undo && service.hashFile == "/etc/rotunda/pin")
  }

  @Test(arguments: [
    "set-pin 4711", "pin-service", "pin-service a b", "config keep", "config keep a b", "editor-service",
    "config set a", "config set a b c", "config unset", "config edits a", "config undo a",
  ])
  func noCommandLineContainsAPIN(line: String) {
    #expect(throws: UsageError.self) { try read(line) }
  }

  @Test func theLauncherNeedsNoCommand() throws {
    guard case .launch(let plain) = try read(""),
      case .launch(let other) = try read("--windowed --config a.toml")
    else { throw UsageError("no launcher") }
    #expect(plain.configuration == nil && !plain.isWindowed)
    #expect(other.configuration == "a.toml" && other.isWindowed)
  }

  @Test(
    arguments: [
      ("session", [:], "cage", []), ("session", ["ROTUNDA_COMPOSITOR": "sway"], "sway", []),
      ("session", ["ROTUNDA_COMPOSITOR": ""], "cage", []),
      ("session --compositor labwc -- -d --x", ["ROTUNDA_COMPOSITOR": "sway"], "labwc", ["-d", "--x"]),
    ] as [(String, [String: String], String, [String])])
  func sessionStartsTheNamedCompositor(
    line: String, environment: [String: String], compositor: String, arguments: [String]
  ) throws {
    guard case .session(let options) = try read(line, environment) else { throw UsageError("no session") }
    #expect(options.compositor.rawValue == compositor && options.compositorArguments == arguments)
  }

  @Test func previewOptionsHaveTheirDefaults() throws {
    guard case .preview(let options) = try read("preview --output a.png") else {
      throw UsageError("no preview")
    }
    #expect(options.output == "a.png" && options.width == 1280 && options.height == 800)
    #expect(options.scale == 1 && options.time == 0 && options.scrollOffset == nil)
    #expect(options.layout == nil && options.theme == nil && !options.isContactSheet)
  }

  @Test func previewOptionsAreRead() throws {
    let line = """
      preview --output=a.png --size 640x480 --scale 2 --layout wheel --theme light --scroll-offset -1.5 \
      --open map --time 3
      """
    guard case .preview(let options) = try read(line) else { throw UsageError("no preview") }
    #expect(options.size == Size(320, 240) && options.layout == .wheel && options.theme == "light")
    #expect(options.scrollOffset == -1.5 && options.open == "map" && options.time == 3)
  }

  @Test(arguments: [
    ("ctl home", CtlOptions.Verb.home), ("ctl open map", .open(tile: "map")),
    ("ctl brightness 40", .brightness(percent: 40)), ("ctl brightness 0", .brightness(percent: 0)),
    ("ctl brightness 100", .brightness(percent: 100)),
    ("ctl message Hello", .message("Hello", seconds: 10)),
    ("ctl message Hello --seconds 0", .message("Hello", seconds: 0)),
    ("ctl screenshot --output a.png --json", .screenshot(file: "a.png")),
    ("ctl screenshot", .screenshot(file: nil)), ("ctl watch", .watch(nil)),
    (
      "ctl watch --pictures 1min --output shots",
      .watch(CtlOptions.Pictures(interval: 60, directory: "shots"))
    ),
  ])
  func verbsOfCtlAreRead(line: String, verb: CtlOptions.Verb) throws {
    guard case .control(let options) = try read(line) else { throw UsageError("no ctl") }
    #expect(options.verb == verb && options.seat == "seat0" && options.bus == nil)
  }

  @Test func optionsOfCtlAreRead() throws {
    guard case .control(let options) = try read("ctl status --json --bus session --seat seat1") else {
      throw UsageError("no ctl")
    }
    #expect(options.isJSON && options.bus == .session && options.seat == "seat1")
  }

  @Test func longOptionsMayBeShortened() throws {
    #expect(try read("doctor --js") == read("doctor --json"))
  }

  @Test func setupAndOthersHaveTheirDefaults() throws {
    #expect(try read("setup") == .setup(SetupOptions()))
    #expect(
      try read("setup --boot-password --usb storage,touch")
        == .setup(SetupOptions(bootPassword: .unknown, usb: USBPolicy(kinds: [.touch, .storage]))))
    #expect(try read("setup --usb any") == .setup(SetupOptions(usb: .any)))
    guard
      case .setup(let setup) = try read(
        "setup --user kim --compositor sway --undo --dry-run --force --root /mnt")
    else { throw UsageError("no setup") }
    #expect(
      setup
        == SetupOptions(
          user: "kim", compositor: "sway", direction: .undo, isDryRun: true, isForced: true, root: "/mnt"))
    guard case .demo(let demo) = try read("demo"), case .panels(let panels) = try read("panels /run/s"),
      case .failure(let failure) = try read("failure --wait 60 --result watchdog")
    else { throw UsageError("other commands") }
    #expect(demo.output == "rotunda-demo.toml")
    #expect(panels.socket == "/run/s" && panels.seat == "seat0")
    #expect(failure.patience == 60 && failure.result == "watchdog" && failure.compositor == "cage")
  }

  @Test(arguments: [
    ("nonsense", "there is no command 'nonsense'"),
    ("--nonsense", "there is no option '--nonsense'"),
    ("--config", "'--config' needs a value"),
    ("--size 1x1", "the launcher has no option '--size'"),
    ("check --json a.toml", "'check' has no option '--json'"),
    ("check", "'check' takes one file"), ("check a b", "'check' takes one file"),
    ("doctor --json --report", "'--json' and '--report' cannot be combined"),
    ("doctor now", "'doctor' takes only options"), ("failure now", "'failure' takes only options"),
    ("setup now", "'setup' takes options only"), ("touch-test now", "'touch-test' takes only options"),
    ("panels", "'panels' takes the path of a socket"),
    ("hash-pin 4711", "'hash-pin' asks for the PIN, or reads it from a pipe"),
    (
      "config",
      "'config' is followed by 'keys', 'schema', 'explain', 'set', 'unset', 'edits', 'undo', 'power', 'keep' or 'upgrade'"
    ),
    ("config upgrade", "'config upgrade' takes one file"),
    ("config upgrade a b", "'config upgrade' takes one file"),
    (
      "config values",
      "'config' is followed by 'keys', 'schema', 'explain', 'set', 'unset', 'edits', 'undo', 'power', 'keep' or 'upgrade'"
    ),
    ("config schema --basic", "'config' has no option '--basic'"),
    (
      "config keys now",
      "'config' is followed by 'keys', 'schema', 'explain', 'set', 'unset', 'edits', 'undo', 'power', 'keep' or 'upgrade'"
    ),
    ("preview", "'preview' needs '--output FILE'"),
    ("preview a.png", "'preview' takes only options, and the file after '--output'"),
    ("demo a.toml", "'demo' takes only options, and the file after '--output'"),
    ("demo --output=", "'--output' needs the name of a file"),
    ("preview --output a --size 9x9", "'--size 9x9': a size is 1280x800, each side from 16 to 4096"),
    ("preview --output a --scale 9", "'--scale 9': a number from 0.25 to 8.0 is needed"),
    ("theme", "'theme' is followed by 'list', 'check', 'preview', 'pack' or 'install'"),
    ("theme paint", "'theme' is followed by 'list', 'check', 'preview', 'pack' or 'install'"),
    ("theme check", "'theme check' takes the folder of a theme"),
    ("theme preview paper", "'theme preview' needs '--output FILE'"),
    ("theme preview --output a.png", "'theme preview' takes the name or the folder of a theme"),
    ("theme install a b", "'theme install' takes a package"),
    (
      "preview --output a --contact-sheet --layout wheel",
      "'--contact-sheet' shows every layout and takes no '--layout'"
    ),
    ("session --compositor twm", "a session needs one of cage, sway, labwc, weston, not 'twm'"),
    ("setup --user root", "a kiosk cannot run as 'root'"),
    ("setup --usb touch,fridge", "'--usb' takes words with commas between: \(USBPolicy.words)"),
    ("setup --usb touch,", "'--usb' takes words with commas between: \(USBPolicy.words)"),
    ("setup --undo --usb any", "'--undo' undoes everything and takes neither '--usb' nor '--boot-password'"),
    ("setup --root a", "'--root' takes an absolute path"),
    ("failure --wait 9999", "'--wait' takes seconds, at most 3600"),
    ("ctl", "'ctl' needs a verb; see 'rotunda ctl --help'"),
    ("ctl dance", "'ctl' has no verb 'dance'; see 'rotunda ctl --help'"),
    ("ctl home now", "'ctl home' takes no further word"), ("ctl open", "'ctl open' takes one word"),
    ("ctl home --seconds 3", "'ctl' has no option '--seconds'"),
    ("ctl message a --seconds -1", "'--seconds' takes a whole number, not '-1'"),
    ("ctl brightness", "'ctl brightness' takes one word"),
    ("ctl brightness 101", "'ctl brightness' takes a whole number from 0 to 100, not '101'"),
    ("ctl brightness 4e1", "'ctl brightness' takes a whole number from 0 to 100, not '4e1'"),
    ("ctl brightness 40%", "'ctl brightness' takes a whole number from 0 to 100, not '40%'"),
    ("ctl home --bus moon", "'--bus' takes system or session, not 'moon'"),
    ("ctl home --windowed", "'ctl' has no option '--windowed'"),
  ])
  func mistakesAreReported(line: String, message: String) {
    #expect(throws: UsageError(message)) { try read(line) }
  }
}
