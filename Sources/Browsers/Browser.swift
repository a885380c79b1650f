import Configuration
import Programs

/// A browser that is recognized by its program's name, with its kiosk settings.
package enum Browser: String, CaseIterable, Hashable, Sendable {
  /// Chromium and its derivatives.
  case chromium
  case firefox
  /// Cog, from WPE WebKit.
  case cog
  /// GNOME Web.
  case epiphany

  /// The programs to try when the configuration names none, in order of preference.
  ///
  /// Debian has GNOME Web under two names; the shorter one may be a game.
  package static let standard = ["chromium", "firefox-esr", "cog", "epiphany-browser", "epiphany"]

  /// The library directories of Debian and others.
  private static let libraries = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
  ]
  /// Versions of WPE WebKit without security updates: up to 2.38, as in Debian 12.
  private static let oldWebKits = ["libWPEWebKit-1.0.so.3", "libWPEWebKit-1.1.so.0"]
  private static let newWebKit = "libWPEWebKit-2.0.so.1"

  /// Reports whether a program's browser engine no longer gets security updates. `exists` checks an absolute
  /// path.
  package static func isOutdated(_ program: String, exists: (String) -> Bool) -> Bool {
    guard Browser(program: program) == .cog else { return false }
    func has(_ name: String) -> Bool { libraries.contains { exists("\($0)/\(name)") } }
    return oldWebKits.contains(where: has) && !has(newWebKit)
  }

  /// The programs of each browser.
  private static let programs: [String: Browser] = [
    "chromium": .chromium, "chromium-browser": .chromium, "google-chrome": .chromium,
    "google-chrome-stable": .chromium, "firefox-esr": .firefox, "firefox": .firefox, "cog": .cog,
    "epiphany": .epiphany, "epiphany-browser": .epiphany,
  ]

  /// Recognizes a browser by its program's path or name. Returns nil for other programs.
  package init?(program: String) {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    guard let browser = Self.programs[name] else { return nil }
    self = browser
  }
}

extension Browser {
  /// Returns the likely app IDs of its windows: the program's name, and those in Debian 12's packages.
  func windowNames(program: String) -> [String] {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    return switch self {
    case .chromium: [name, "chromium", "chromium-browser"]
    case .firefox: [name, "firefox"]
    case .cog: [name, "com.igalia.Cog"]
    case .epiphany: [name, "org.gnome.Epiphany"]
    }
  }
}

extension Browser {
  /// The beginnings of the app IDs of other browsers that show their bars unless they cover the screen.
  private static let others = ["chrome", "brave-browser", "microsoft-edge", "vivaldi", "opera"]
  /// Those of known browsers. Firefox in kiosk mode never shows bars.
  private static let withBars = programs.filter { $0.value == .chromium || $0.value == .epiphany }
    .flatMap { program, browser in browser.windowNames(program: program).map { $0.lowercased() } }

  /// Whether a window belongs to a browser that shows its bars unless the window covers the screen.
  package static func showsBars(inWindow appID: String) -> Bool {
    let name = appID.lowercased()
    return (withBars + others).contains { name.hasPrefix($0) }
  }
}

/// Creates commands that open web pages.
package struct BrowserCommand: Hashable, Sendable {
  /// The placeholder for the address in a configured command.
  private static let addressMark = "{url}"

  /// The program and its arguments, without an address.
  let words: [String]
  /// The place of the browser's policies, if each visit can have its own there; otherwise nil.
  private let policyPlace: PolicyPlace?
  /// Words before the program that provide what it needs.
  private let starter: [String]
  /// Whether Firefox is installed where ``FirefoxScript`` works.
  private let takesScript: Bool

  /// Creates a command from the configuration, or from the first known browser that is installed and
  /// maintained. Returns nil if there is none.
  ///
  /// - Parameter exists: reports whether an absolute path exists.
  package init?(
    _ settings: BrowserSettings, isInstalled: (String) -> Bool, exists: (String) -> Bool = { _ in false }
  ) {
    let known = Browser.standard.first { isInstalled($0) && !Browser.isOutdated($0, exists: exists) }
    guard let words = settings.command ?? known.map({ [$0] }), !words.isEmpty else { return nil }
    self.words = words
    let browser = Browser(program: words[0])
    policyPlace =
      isInstalled(PolicyPlace.confiner) ? browser?.policyPlaces.first { exists($0.directory) } : nil
    starter = browser == .epiphany && isInstalled(Epiphany.busStarter) ? [Epiphany.busStarter, "--"] : []
    takesScript = browser == .firefox && FirefoxScript.replacements.allSatisfy { exists($0.path) }
  }

  package var program: String { words[0] }

  /// The means that enforces a page's restrictions.
  package enum Guard: Hashable, Sendable {
    /// Policies for the visit alone.
    case policies
    /// Settings for the visit alone, which are weaker than policies.
    case settings
    /// No means, although policies would work.
    case nothing
    /// Depends on the program.
    case program
  }

  /// Whether the browser can keep a page on its hosts, given what it needs for that.
  package var keepsHosts: Bool {
    switch Browser(program: words[0]) {
    case .chromium, .firefox: true
    case .cog, .epiphany, nil: false
    }
  }

  /// The means that enforces the restrictions of its pages.
  package var guardian: Guard {
    switch Browser(program: words[0]) {
    case .chromium: policyPlace == nil ? .nothing : .policies
    case .firefox: policyPlace == nil ? .settings : .policies
    case .cog, .epiphany, nil: .program
    }
  }

  /// Returns the command for a page, with a temporary directory that is wiped when it ends.
  ///
  /// - Parameter refusal: the texts of the page that visitors see instead of a refused one.
  package func open(_ page: WebPage, _ refusal: RefusalWords) -> Command {
    let mark = PrivateDirectory.mark
    guard let browser = Browser(program: words[0]) else {
      return privately(Command(Self.filled(words, page.address)), [:], page)
    }
    var command = Command(words, environment: Self.home)
    command.windowNames = browser.windowNames(program: words[0])
    let files: [String: String]
    switch browser {
    case .chromium:
      files = Chromium.files(page, refusal)
      command.arguments += Chromium.arguments(page, profile: "\(mark)/profile")
    case .firefox:
      files = Firefox.files(page, refusal)
      command.arguments += Firefox.arguments(profile: "\(mark)/profile")
      command.environment.merge(Firefox.environment) { $1 }
    case .cog:
      files = [:]
      command.arguments += Cog.arguments(page.allowances)
      command.environment.merge(Cog.environment) { $1 }
    case .epiphany:
      files = Epiphany.files(page)
      command.arguments += Epiphany.arguments(profile: "\(mark)/profile")
      command.environment.merge(Epiphany.environment) { $1 }
    }
    // Browsers read policies from one system-wide place. Replace it for this visit.
    if let policyPlace {
      let readOnly = browser == .firefox ? Firefox.readOnly(page.allowances) : []
      let replacements = takesScript ? FirefoxScript.replacements : []
      command.arguments = policyPlace.words(
        before: command.arguments, policies: "\(mark)/policies", readOnly: readOnly.map { "\(mark)/\($0)" },
        replacements: replacements.map { FileReplacement(path: $0.path, file: "\(mark)/\($0.file)") })
    }
    command.arguments = starter + command.arguments + (browser == .epiphany ? [] : [page.address])
    return privately(command, files, page)
  }

  private func privately(_ command: Command, _ files: [String: String], _ page: WebPage) -> Command {
    var command = command
    command.needsNetwork = page.isElsewhere
    command.privateDirectory = PrivateDirectory(files: files)
    return command
  }

  /// Browsers' files outside their profiles also go into the visit's directory.
  private static let home = PrivateDirectory.homeVariables("\(PrivateDirectory.mark)/home")

  private static func filled(_ words: [String], _ address: String) -> [String] {
    let filled = words.map { $0.replacing(addressMark, with: address) }
    return filled == words ? words + [address] : filled
  }
}
