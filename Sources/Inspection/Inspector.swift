import Artwork
import Browsers
import Configuration
import ConfigurationFile
import Diagnosis
import FileSystem
import Freedesktop
import GlobalTouch
import Glibc
import Rendering
import Setup
import Sound
import Speech
import Supervision
import Wayland

/// Inspects this machine, with the permissions of the calling user. It changes and shows nothing.
///
/// ```swift
/// let machine = Inspector(environment: variables).machine(configuration: nil)
/// print(Diagnosis(of: machine).lines)
/// ```
package struct Inspector {
  private let environment: [String: String]
  private let files = SystemFiles()

  /// The kiosk's user if the service does not name one.
  private static let standardUser = "rotunda"
  /// The socket of the service that checks PINs.
  private static let pinSocket = "rotunda-pin.socket"
  private static let pinSocketPath = "/run/rotunda-pin"
  /// The socket of the service that starts programs.
  private static let programsSocket = "rotunda-programs.socket"
  /// A settings file that the kiosk's units also read, and its variable that allows leaving the kiosk.
  private static let unitSettings = "/etc/default/rotunda"
  private static let consoleVariable = "ROTUNDA_CONSOLE"
  /// The group that can read input devices.
  private static let inputGroup = "input"

  /// Inspects the machine for a process with `environment`.
  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// Returns everything, with the configuration in `file`, or the default one.
  package func machine(configuration file: String?) -> Machine {
    var machine = Machine()
    if let seat = environment["XDG_SEAT"], !seat.isEmpty { machine.seat = seat }
    inspectServices(&machine)
    inspectInstallation(&machine)
    inspectCompositor(&machine)
    inspectPanels(&machine)
    inspectPermissions(&machine)
    inspectConfiguration(file, &machine)
    if machine.service?.file == "enabled" { machine.physical = PhysicalInspection(files: files).access }
    inspectFonts(&machine)
    machine.iconThemes = iconThemes
    return machine
  }

  private func inspectInstallation(_ machine: inout Machine) {
    let known = SessionCompositor.allCases.map(\.rawValue)
    let compositor =
      environment["ROTUNDA_COMPOSITOR"] ?? Requirement.installed(of: known, names: files.names(in:))
      ?? SessionCompositor.standard.rawValue
    machine.lacking = Requirement.missing(for: compositor, names: files.names(in:))
    machine.hasGraphicsCard = files.names(in: "/dev/dri").contains { $0.hasPrefix("card") }
  }

  private func inspectServices(_ machine: inout Machine) {
    guard let bus = SystemBus() else { return ownUser(&machine) }
    let suffix = machine.seat == "seat0" ? "" : "@\(machine.seat)"
    let unit = "rotunda\(suffix).service"
    machine.service = bus.service(unit)
    machine.panelService = bus.service("rotunda-panels\(suffix).service")
    if machine.service != nil { machine.watchdog = watchdog(bus) }
    inspectControl(bus, &machine)
    guard machine.service?.load == "loaded" else { return ownUser(&machine) }
    machine.permissions.user = bus.user(of: unit) ?? Self.standardUser
  }

  private func watchdog(_ bus: SystemBus) -> Machine.Watchdog {
    if let used = bus.watchdog { return .used(device: used.device, seconds: used.seconds) }
    return files.names(in: "/sys/class/watchdog").isEmpty ? .absent : .unused
  }

  private func inspectControl(_ bus: SystemBus, _ machine: inout Machine) {
    guard let isThere = bus.hasOwner(launcherName(machine.seat)) else { return }
    let policies = ["/usr/share", "/etc"].map { "\($0)/dbus-1/system.d/org.rotunda.Launcher1.conf" }
    let isRuled = policies.contains { files.kind(of: $0)?.isFile == true }
    machine.control = isThere ? .reachable : isRuled ? .absent : .unruled
  }

  /// Reports whether the launcher of a seat is the input method of its compositor.
  private func isLauncherInputMethod(_ seat: String) -> Bool {
    SystemBus()?.isInputMethod(launcherName(seat)) == true
  }

  private func launcherName(_ seat: String) -> String {
    "org.rotunda.Launcher1" + (seat == "seat0" ? "" : ".\(seat)")
  }

  /// Without a service, the kiosk runs as the user who starts it.
  private func ownUser(_ machine: inout Machine) {
    guard geteuid() != 0, let entry = getpwuid(geteuid()) else { return }
    machine.permissions.user = String(cString: entry.pointee.pw_name)
  }

  private func inspectCompositor(_ machine: inout Machine) {
    for (endpoint, name) in CompositorSearch(environment: environment).places {
      do {
        let visit = try CompositorInspection(endpoint, name)
        defer { visit.close() }
        machine.compositor = visit.compositor
        machine.compositor?.hasInputMethod = visit.hasInputMethod() && !isLauncherInputMethod(machine.seat)
        machine.compositorProblem = nil
        return draw(&machine) { () throws(GraphicsError) in try visit.driver() }
      } catch {
        machine.compositorProblem = machine.compositorProblem ?? "\(error)"
      }
    }
    draw(&machine) { () throws(GraphicsError) in try GraphicsContext().driverName() }
  }

  private func draw(_ machine: inout Machine, _ driver: () throws(GraphicsError) -> String) {
    do {
      machine.graphics = try driver()
    } catch {
      machine.graphicsProblem = "\(error)"
    }
  }

  private func inspectPanels(_ machine: inout Machine) {
    let all = TouchDevice.all()
    machine.panels = all.map {
      Machine.Panel(name: $0.name, path: $0.path, seat: $0.seat, screen: $0.output, isKeyboard: $0.isKeyboard)
    }
    // root can always open them, which does not tell whether the launcher can.
    machine.waysHome.opensPanels =
      geteuid() != 0 && all.contains { $0.seat == machine.seat && access($0.path, R_OK) == 0 }
  }

  private func inspectPermissions(_ machine: inout Machine) {
    if let user = machine.permissions.user {
      let primary = getpwnam(user)?.pointee.pw_gid
      machine.permissions.userExists = primary != nil
      if let group = getgrnam(Self.inputGroup)?.pointee.gr_gid, let primary {
        machine.permissions.userReadsInput = groups(of: user, primary).contains(group)
      }
    }
    let scope = files.contents(of: "/proc/sys/kernel/yama/ptrace_scope", limit: 16)
    machine.permissions.ptraceScope = scope.flatMap {
      Int(String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
  }

  private func groups(of user: String, _ primary: gid_t) -> [gid_t] {
    var count: Int32 = 256
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(user, primary, &groups, &count) >= 0 else { return groups }
    return Array(groups.prefix(Int(count)))
  }

  private func inspectConfiguration(_ file: String?, _ machine: inout Machine) {
    // Trust the users that the kiosk trusts.
    let user = machine.permissions.user.flatMap { getpwnam($0)?.pointee.pw_uid }
    let loader = ConfigurationLoader(environment: environment, user: user)
    let loaded = loader.load(file)
    let paths = loaded.path.map { [$0] + loader.dropIns(of: $0) } ?? []
    checkReading(paths, loaded.configuration, &machine)
    machine.configuration.files = paths.compactMap {
      FileOwner.inspect($0, user: machine.permissions.user)
    }
    if machine.service?.load != "loaded" {
      machine.permissions.programs = .user
    } else {
      machine.permissions.programs = programs(of: loaded.path)
      machine.permissions.home = machine.permissions.user.flatMap { home(of: $0) }
    }
    let problems = loaded.diagnostics
    machine.configuration.errors = problems.filter { $0.severity == .error }.map(\.description)
    machine.configuration.warnings = problems.filter { $0.severity == .warning }.map(\.description)
    machine.configuration.tileCount = loaded.configuration.allTiles.count
    let isWanted = [.automatic, .system].contains(loaded.configuration.control.bus)
    if !isWanted, machine.control != nil { machine.control = .unwanted }
    let configuration = loaded.configuration
    if configuration.admin.allowsConsole, machine.service?.load == "loaded", let bus = SystemBus(),
      let unit = machine.service?.unit
    {
      machine.allowsConsole = allowsConsole(bus, unit)
    }
    machine.wantsKeyboard = configuration.wantsKeyboard
    machine.waysHome.wantsStrip = configuration.homeStrip.presence != .never
    machine.waysHome.wantsGestures = configuration.gestures.globalTouch != .never
    let bindings = GestureBindings(configuration.gestures, for: configuration.carousel).overProgram
    if configuration.wants(.speech, else: configuration.access.isSpoken) { machine.speech = speech }
    if configuration.wants(.sounds, else: configuration.access.hasSounds) { machine.sound = sound }
    machine.browser = browser(of: configuration)
    if configuration.allTiles.contains(where: \.conduct.limits.hasX11) {
      machine.hasXServer =
        ProgramSearch(files: files, searchPath: environment["PATH"]).path(of: "Xwayland") != nil
    }
    machine.wantedScripts = Set(configuration.languages.compactMap(Machine.Script.init(language:)))
    machine.waysHome.hasGesture = GestureTrigger.all.contains { [.home, .back].contains(bindings[$0]) }
  }

  /// Returns the state of a user's home directory.
  private func home(of user: String) -> Machine.Permissions.Home? {
    guard let entry = getpwnam(user)?.pointee, let path = entry.pw_dir.map({ String(cString: $0) }) else {
      return nil
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return .closed }
    let isOthers = status.st_uid != entry.pw_uid && status.st_mode & 0o022 == 0
    return isOthers ? .closed : .open(user: user, path: path)
  }

  /// Returns the user that tiles' programs run as, with the configuration at a path.
  private func programs(of path: String?) -> Machine.Permissions.Programs? {
    guard let path, let bus = SystemBus() else { return nil }
    guard ConfigurationLoader.isOfMachine(path) else { return .launcher }
    guard getpwnam(SetupOptions.visitor) != nil else { return .missing(SetupOptions.visitor) }
    return bus.service(Self.programsSocket)?.active == "active" ? .visitor(SetupOptions.visitor) : .unserved
  }

  /// Checks the access of the kiosk's user, because root can read more.
  private func checkReading(
    _ paths: [String], _ configuration: KioskConfiguration, _ machine: inout Machine
  ) {
    let eyes = machine.permissions.user.flatMap { UserAccessCheck(of: $0) }
    if let file = configuration.admin.pinFile, access(file, F_OK) == 0 {
      machine.configuration.pin = pin(file, eyes, of: machine.permissions.user ?? "")
    }
    let directory = paths.first.map(ConfigurationLoader.dropInDirectory)
    machine.configuration.unreadable = eyes?.unreadable(paths + [directory].compactMap(\.self)) ?? []
  }

  /// Returns the process that can check the PIN with the hash in `file`. `eyes` checks the access of the
  /// kiosk's `user`; nil unless root calls.
  private func pin(_ file: String, _ eyes: UserAccessCheck?, of user: String) -> Machine.Configuration.PIN? {
    let hasService = SystemBus()?.service(Self.pinSocket)?.active == "active"
    guard let eyes else {
      return geteuid() != 0 && access(file, R_OK) == 0 ? .launcher(file: file, hasService: hasService) : nil
    }
    if eyes.unreadable([file]).isEmpty { return .launcher(file: file, hasService: hasService) }
    let service = file == PINServicePlace.hashFile ? UserAccessCheck(of: PINServicePlace.group) : nil
    guard hasService, service?.unreadable([file]).isEmpty == true else { return .nobody(file: file) }
    return eyes.unreadable([Self.pinSocketPath]).isEmpty ? .service : .stranger(user: user)
  }

  /// Reports whether the kiosk's unit allows leaving the kiosk for a console.
  private func allowsConsole(_ bus: SystemBus, _ unit: String) -> Bool {
    let settings = files.contents(of: Self.unitSettings, limit: 1 << 16) ?? []
    let lines = bus.environment(of: unit) + [String(decoding: settings, as: UTF8.self)]
    let value = ServiceVariables.value(of: Self.consoleVariable, in: lines.joined(separator: "\n"))?
      .lowercased()
    return value.map(["1", "yes", "true", "on"].contains) ?? false
  }

  private func browser(of configuration: KioskConfiguration) -> Machine.Browser? {
    guard configuration.allTiles.contains(where: \.isPageOfTheWeb) else { return nil }
    let search = ProgramSearch(files: files, searchPath: environment["PATH"])
    let command = BrowserCommand(
      configuration.browser, isInstalled: { search.path(of: $0) != nil },
      exists: { files.kind(of: $0) != nil })
    guard let command, search.path(of: command.program) != nil else {
      let outdated = Browser.standard.first { search.path(of: $0) != nil }
      return outdated.map { .outdated($0, isWanted: false) } ?? Machine.Browser.none
    }
    if Browser.isOutdated(command.program, exists: { files.kind(of: $0) != nil }) {
      return .outdated(command.program, isWanted: true)
    }
    return switch command.guardian {
    case .policies: .closed(command.program)
    case .settings: .open(command.program, hasSettings: true)
    case .nothing: .open(command.program, hasSettings: false)
    case .program:
      .foreign(command.program, isWanted: configuration.allTiles.allSatisfy(\.mayLeadAnywhere))
    }
  }

  /// Debian's directory of speech synthesizers, and the modules that produce no sound by themselves.
  private static let voices = (
    directory: "/usr/lib/speech-dispatcher-modules", silent: ["sd_dummy", "sd_generic"]
  )

  private var speech: Machine.Speech {
    guard Speaker.isInstalled else { return .noLibrary }
    let search = ProgramSearch(files: files, searchPath: environment["PATH"])
    guard search.path(of: "speech-dispatcher") != nil else { return .noServer }
    let modules = files.names(in: Self.voices.directory)
    return !modules.isEmpty && modules.allSatisfy(Self.voices.silent.contains) ? .noVoice : .ready
  }

  private var sound: Machine.Sound {
    switch SoundPlayer.probe() {
    case .ready: .ready
    case .absent: .noDevice
    case .notInstalled: .noLibrary
    }
  }

  private func inspectFonts(_ machine: inout Machine) {
    let fonts = FontSurvey()
    machine.fontFamilies = fonts.familyCount
    machine.unwritableScripts = Set(
      Machine.Script.allCases.filter { machine.fontFamilies == 0 || !fonts.canWrite($0.sample) })
  }

  private var iconThemes: Set<String> {
    let directories = DataDirectories(environment: environment)
    let bases = (directories.home.map { ["\($0)/.icons"] } ?? []) + directories.paths.map { "\($0)/icons" }
    return Set(
      bases.flatMap { base in
        files.names(in: base).filter { files.kind(of: "\(base)/\($0)/index.theme")?.isFile == true }
      })
  }
}

nonisolated extension Tile {
  fileprivate var isPageOfTheWeb: Bool {
    if case .browse = action { true } else { false }
  }

  /// Whether the tile opens no web page, or one that may lead to any site.
  fileprivate var mayLeadAnywhere: Bool {
    if case .browse(let page) = action { page.allowances.contains(.anySite) } else { true }
  }
}

nonisolated extension KioskConfiguration {
  /// Reports whether a feature is on from the beginning, or a tile can turn it on.
  fileprivate func wants(_ action: ShellAction, else isOn: Bool) -> Bool {
    isOn || allTiles.contains { $0.action == .perform(action) }
  }
}

nonisolated extension KioskConfiguration {
  /// The configuration's language, and the languages of its tiles.
  fileprivate var languages: [String] {
    let chosen = allTiles.compactMap { tile -> String? in
      if case .perform(.language(let tag)) = tile.action { tag } else { nil }
    }
    return [kiosk.language].compactMap(\.self) + chosen
  }
}

nonisolated extension Machine.Script {
  /// Returns the script of a language, if fonts are checked for it.
  fileprivate init?(language tag: String) {
    switch tag.lowercased().prefix(while: \.isLetter) {
    case "ar": self = .arabic
    case "zh": self = .chinese
    case "ja": self = .japanese
    default: return nil
    }
  }

  /// Characters for a check of fonts.
  var sample: String {
    switch self {
    case .latin: "Aäßñž"
    case .arabic: "السلام"
    case .chinese: "欢迎"
    case .japanese: "ようこそ"
    case .emoji: "😀"
    }
  }
}
