import Configuration
import Programs

/// A browser that is known by the name of its program, with what makes it a kiosk's.
package enum Browser: String, CaseIterable, Hashable, Sendable {
  /// Chromium, and what is built from it.
  case chromium
  case firefox
  /// Cog, of WPE WebKit.
  case cog
  /// GNOME Web.
  case epiphany

  /// The programs to look for when the configuration names none, the best first.
  ///
  /// Debian has GNOME Web under two names, of which the shorter may be a game.
  package static let standard = ["chromium", "firefox-esr", "cog", "epiphany-browser", "epiphany"]

  /// The programs that are each browser.
  private static let programs: [String: Browser] = [
    "chromium": .chromium, "chromium-browser": .chromium, "google-chrome": .chromium,
    "google-chrome-stable": .chromium, "firefox-esr": .firefox, "firefox": .firefox, "cog": .cog,
    "epiphany": .epiphany, "epiphany-browser": .epiphany,
  ]

  /// The browser that a program is, by its path or its name; nil for others.
  package init?(program: String) {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    guard let browser = Self.programs[name] else { return nil }
    self = browser
  }
}

extension Browser {
  /// What its windows call themselves: the program's name, and what Debian 12's packages say.
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

/// Makes the command that opens a page.
package struct BrowserCommand: Hashable, Sendable {
  /// What stands for the address in a command of the configuration.
  private static let addressMark = "{url}"

  /// The program and its arguments, without an address.
  let words: [String]
  /// Where the browser reads its policies, if every visit can have its own there; else nil.
  private let policyPlace: PolicyPlace?
  /// Words before the program's, that give it what it needs.
  private let starter: [String]
  /// Whether Firefox is where ``FirefoxScript`` reaches it.
  private let takesScript: Bool

  /// A command from the configuration's words, or from the first of the known browsers for which
  /// `isInstalled` is true; nil when there is none.
  ///
  /// - Parameter exists: whether there is something at an absolute path.
  package init?(
    _ settings: BrowserSettings, isInstalled: (String) -> Bool, exists: (String) -> Bool = { _ in false }
  ) {
    guard let words = settings.command ?? Browser.standard.first(where: isInstalled).map({ [$0] }),
      !words.isEmpty
    else { return nil }
    self.words = words
    let browser = Browser(program: words[0])
    policyPlace =
      isInstalled(PolicyPlace.confiner) ? browser?.policyPlaces.first { exists($0.directory) } : nil
    starter = browser == .epiphany && isInstalled(Epiphany.busStarter) ? [Epiphany.busStarter, "--"] : []
    takesScript = browser == .firefox && FirefoxScript.replacements.allSatisfy { exists($0.path) }
  }

  package var program: String { words[0] }

  /// What refuses visitors what a page does not allow.
  package enum Guard: Hashable, Sendable {
    /// Policies of the visit's own.
    case policies
    /// Settings of the visit's own, which are less than policies.
    case settings
    /// Nothing, although policies would.
    case nothing
    /// Whatever the program is like.
    case program
  }

  /// Whether it keeps a page on its hosts, given what it needs for that.
  package var keepsHosts: Bool {
    switch Browser(program: words[0]) {
    case .chromium, .firefox: true
    case .cog, .epiphany, nil: false
    }
  }

  /// What refuses visitors of its pages what those do not allow.
  package var guardian: Guard {
    switch Browser(program: words[0]) {
    case .chromium: policyPlace == nil ? .nothing : .policies
    case .firefox: policyPlace == nil ? .settings : .policies
    case .cog, .epiphany, nil: .program
    }
  }

  /// The command for a page: with a directory of its own that is wiped when it ends.
  ///
  /// - Parameter refusal: what its visitors see in the place of what is refused.
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
    // All visitors' policies are read from one place: for this visit it is another one.
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

  /// What browsers keep beside their profiles goes into the visit's own directory too.
  private static let home = PrivateDirectory.homeVariables("\(PrivateDirectory.mark)/home")

  private static func filled(_ words: [String], _ address: String) -> [String] {
    let filled = words.map { $0.replacing(addressMark, with: address) }
    return filled == words ? words + [address] : filled
  }
}
