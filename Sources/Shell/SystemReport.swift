import Configuration
import Programs

/// The content of the system page, before it is put into words.
struct SystemReport: Hashable {
  /// A report to the journal.
  struct Entry: Hashable {
    let message: Message
    /// Seconds since the report.
    let age: Double
  }

  let information: SystemInformation
  /// The problems of the configuration.
  let problems: [Diagnostic]
  /// Whether the applied configuration is older than the files.
  var showsEarlier = false
  /// The reports to the journal, newest first.
  let entries: [Entry]
  /// The names of the tiles whose programs run, and of tiles that are out of order.
  var running: [String] = []
  var outOfOrder: [String] = []
  /// The state of a USB stick.
  var stick = StickContent()
  /// Whether only operators who have entered the PIN see the page.
  var isForOperators = false
  /// The time of day in the format of the launcher's clock; empty if unknown.
  var time = ""
}

/// Facts about a kiosk for operators.
package struct SystemInformation: Hashable, Sendable {
  /// The space on a disk, in bytes.
  package struct Disk: Hashable, Sendable {
    /// The space available to all users.
    package var free: UInt64
    /// The whole space.
    package var total: UInt64

    package init(free: UInt64, total: UInt64) {
      (self.free, self.total) = (free, total)
    }
  }

  /// The launcher's version, such as `0.1.0`.
  package var version: String
  /// The path of the applied configuration file; nil without one.
  package var configurationPath: String?
  /// The compositor's name; nil if unknown.
  package var compositor: String?
  /// The protocols that the compositor offers beyond the usual ones, in alphabetical order.
  package var protocols: [String]
  /// The path of the launcher's own program; nil if unknown.
  package var program: String?
  /// Whether operators can leave the kiosk's service for a console.
  package var hasConsole = true
  /// Whether the kiosk has the service for phones.
  package var hasPhone = false
  /// Whether the kiosk has the service that copies bundles from USB sticks.
  package var copiesBundles = false
  /// The machine's name.
  package var host = ""
  /// The machine's addresses, each with the name of its interface.
  package var addresses: [String] = []
  /// Seconds since the start of the machine; nil if unknown.
  package var uptime: Double?
  /// The disk with the launcher's state; nil if unknown.
  package var disk: Disk?

  package init(
    version: String = "", configurationPath: String? = nil, compositor: String? = nil,
    protocols: [String] = []
  ) {
    self.version = version
    self.configurationPath = configurationPath
    self.compositor = compositor
    self.protocols = protocols
  }
}

/// The known facts about the launcher and its machine, and the controls of the system page.
struct SystemStatus: Sendable {
  private var information = SystemInformation()
  /// The latest reports to the journal, newest first.
  private var reports: [(message: Message, time: Double)] = []

  /// The state of a USB stick.
  var stick = StickContent()

  /// The most reports: as many as fit a page.
  static let reportLimit = 8
  /// The identifier of the page for touchscreens, which distinguishes it from tiles' programs.
  private static let touchTestID = "rotunda:touch-test"

  mutating func update(_ information: SystemInformation) { self.information = information }

  mutating func add(_ message: Message, at time: Double) {
    reports.insert((message, time), at: 0)
    if reports.count > Self.reportLimit { reports.removeLast() }
  }

  /// Whether the kiosk has the service for phones.
  var hasPhone: Bool { information.hasPhone }
  /// The path of the applied configuration file; nil without one.
  var configurationPath: String? { information.configurationPath }
  /// The latest error in English; nil for none.
  var lastError: String? { reports.first?.message.fullText(in: .english).line }

  /// Returns the content and the controls of the page. `showsEarlier` says that the applied configuration is
  /// older than the faulty files.
  func page(
    _ problems: [Diagnostic], showsEarlier: Bool, _ access: AdminSettings, at time: Double
  ) -> (report: SystemReport, controls: [SystemControl]) {
    var report = SystemReport(
      information: information, problems: problems, showsEarlier: showsEarlier,
      entries: reports.map { .init(message: $0.message, age: time - $0.time) })
    report.isForOperators = access.pin != .none
    report.stick = stick
    return (report, controls(access))
  }

  /// Returns the controls of the page: all of them for operators who have entered the PIN, and otherwise only
  /// those that cannot end the kiosk.
  private func controls(_ access: AdminSettings) -> [SystemControl] {
    SystemControl.allCases.filter { control in
      if control == .stopPhone { return false }
      if control == .touchTest, information.program == nil { return false }
      if control == .console, !(access.allowsConsole && information.hasConsole) { return false }
      if control == .phone, !information.hasPhone { return false }
      if control == .install, !stick.isOffered { return false }
      return access.pin != .none || control.isHarmless
    }
  }

  /// Reports whether the page offers bundles on USB sticks: to operators who entered the PIN, in a kiosk with
  /// the service that copies them.
  func looksForSticks(_ access: AdminSettings) -> Bool { access.pin != .none && information.copiesBundles }

  /// Returns the intents of a control. `name` is the name of the page for touchscreens.
  func intents(of control: SystemControl, _ access: AdminSettings, touchTestName name: String) -> [Intent] {
    guard control == .stopPhone || controls(access).contains(control) else { return [] }
    switch control {
    case .edit: return [.sound(.tap), .editScreen]
    case .phone: return [.sound(.tap), .showPhone]
    case .stopPhone: return [.sound(.tap), .stopPhone]
    case .install: return [.sound(.tap), .installContent]
    case .restart: return [.sound(.tap), .effect(.restart)]
    case .reload: return [.sound(.tap), .effect(.reloadConfiguration)]
    case .setUp: return [.sound(.tap), .closePanel(.system), .showSetup]
    case .console: return [.sound(.tap), .effect(.leaveToConsole)]
    case .reboot: return [.sound(.tap), .closePanel(.system), .power(.reboot)]
    case .powerOff: return [.sound(.tap), .closePanel(.system), .power(.powerOff)]
    case .touchTest:
      guard let (tile, command) = touchTest(named: name) else { return [.sound(.tap)] }
      return [.sound(.tap), .closePanel(.system), .start(command, of: tile)]
    }
  }

  /// Returns the page for touchscreens; nil if the path of the launcher's program is unknown. It is an
  /// ordinary program: visitors can return from it whatever a broken touchscreen does to it.
  private func touchTest(named name: String) -> (LauncherTile, Command)? {
    guard let program = information.program else { return nil }
    let file = configurationPath.map { ["--config", $0] } ?? []
    var command = Command([program, "touch-test"] + file)
    command.origin = .launcher
    return (LauncherTile(id: Self.touchTestID, name: name, icon: nil, action: .start(command)), command)
  }
}

extension ProgramTable {
  /// The names of the running programs' tiles, in the order of their starts.
  var namesOfRunning: [String] { running.sorted { $0.key.number < $1.key.number }.map(\.value.tile) }
}

/// A heading and a text.
struct PageSection: Hashable {
  let heading: String
  let text: String
  /// Whether the subject is in good order; nil if that does not apply.
  var isWell: Bool?
  /// Whether the text is typed elsewhere, and so is read from afar.
  var isLarge = false
}

extension SystemReport {
  /// The most configuration problems on the page. The journal has all of them.
  private static let shownProblems = 12

  /// The launcher's name and version, the same in all languages.
  private var launcher: String {
    let name = "Rotunda"
    return information.version.isEmpty ? name : "\(name) \(information.version)"
  }

  /// The page's title: the machine's name, or else the launcher's.
  var name: String { information.host.isEmpty ? launcher : information.host }

  /// Returns the subtitle; may be empty.
  func subtitle(in words: Localizer) -> String { information.host.isEmpty ? "" : words.line(launcher) }

  /// Returns the sections of the page.
  func sections(in words: Localizer) -> [PageSection] {
    let machine = machine(in: words)
    var sections = [stick.section(in: words)].compactMap(\.self)
    if !machine.isEmpty { sections.append(PageSection(heading: words(.machine), text: machine)) }
    let running = running.isEmpty ? words(.nothing) : words.line(running.joined(separator: ", "))
    sections.append(PageSection(heading: words(.isRunning), text: running))
    if !outOfOrder.isEmpty {
      let names = words.line(outOfOrder.joined(separator: ", "))
      sections.append(PageSection(heading: words(.tileOutOfOrder), text: names, isWell: false))
    }
    sections += [
      PageSection(
        heading: words(.configuration),
        text: information.configurationPath.map(words.line) ?? words(.noConfiguration)),
      PageSection(
        heading: words(.problemsOfConfiguration), text: problems(in: words), isWell: problems.isEmpty),
      PageSection(heading: words(.latestErrors), text: entries(in: words), isWell: entries.isEmpty),
    ]
    if let compositor = information.compositor {
      sections.append(PageSection(heading: words(.compositor), text: words.line(compositor)))
    }
    if !information.protocols.isEmpty {
      // A line may end only at spaces.
      sections.append(
        PageSection(
          heading: words(.whatItOffers), text: words.line(information.protocols.joined(separator: "  "))))
    }
    return sections
  }

  /// The longest report in a QR code, in bytes: a code of 77 modules, which telephones read from a screen at
  /// arm's length.
  private static let longestCode = 400

  /// The latest errors as text for a QR code, in English like the journal. It has only what the page shows.
  /// Nil without errors, and on a page that all visitors can see.
  var code: String? {
    guard isForOperators, !(problems.isEmpty && entries.isEmpty) else { return nil }
    let place = information.host.isEmpty ? "" : " on \(information.host)"
    let lines =
      entries.map { "\(Self.age($0.age, .english)): \($0.message.fullText(in: .english).line)" }
      + problems.map { $0.text(in: .english) }
    var code = launcher + place
    for line in lines {
      let left = Self.longestCode - code.utf8.count - 1
      guard left > 0 else { break }
      code += "\n" + line.prefix(bytes: left)
    }
    return code
  }

  private func machine(in words: Localizer) -> String {
    let addresses = information.addresses.map(words.line)
    let uptime = information.uptime.map { Self.span($0, words) }
    let disk = information.disk.map { words(.diskFree, Self.size($0.free), Self.size($0.total)) }
    return (addresses + [uptime, disk].compactMap { $0 }).joined(separator: "\n")
  }

  private static func span(_ seconds: Double, _ words: Localizer) -> String {
    let minutes = Int(min(max(0, seconds), 1e9)) / 60
    return switch minutes {
    case 0..<120: words(.upMinutes, minutes)
    case 120..<2880: words(.upHours, minutes / 60)
    default: words(.upDays, minutes / 1440)
    }
  }

  /// Returns a size in decimal units, which are the same in all languages.
  private static func size(_ bytes: UInt64) -> String {
    let tenths = bytes / 100_000_000
    return tenths >= 100 ? "\(tenths / 10) GB" : "\(tenths / 10).\(tenths % 10) GB"
  }

  private func problems(in words: Localizer) -> String {
    guard !problems.isEmpty else { return words(.noProblems) }
    var lines = problems.prefix(Self.shownProblems).map { $0.text(in: words) }
    if problems.count > lines.count { lines.append(words(.moreProblems, problems.count - lines.count)) }
    if showsEarlier { lines.append(words(.lastGoodIsShown)) }
    return lines.joined(separator: "\n")
  }

  private func entries(in words: Localizer) -> String {
    guard !entries.isEmpty else { return words(.noneSinceStart) }
    return entries.map { "\(Self.age($0.age, words)): \($0.message.fullText(in: words).line)" }
      .joined(separator: "\n")
  }

  private static func age(_ seconds: Double, _ words: Localizer) -> String {
    let minutes = Int(min(max(0, seconds), 1e9)) / 60
    switch minutes {
    case 0: return words(.justNow)
    case 1..<120: return words(.minutesAgo, minutes)
    case 120..<2880: return words(.hoursAgo, minutes / 60)
    default: return words(.daysAgo, minutes / 1440)
    }
  }
}

extension String {
  /// Returns the longest prefix of whole characters within a number of bytes.
  fileprivate func prefix(bytes: Int) -> Substring {
    var (end, left) = (startIndex, bytes)
    while end < endIndex, self[end].utf8.count <= left {
      left -= self[end].utf8.count
      end = index(after: end)
    }
    return self[..<end]
  }
}
