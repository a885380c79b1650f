import Diagnosis
import FileSystem

/// Looks for missing parts that prevent the start of a kiosk's compositor. It is fast enough for repeated
/// calls.
package struct StartInspector {
  private let environment: [String: String]
  private let compositor: String
  private let arguments: [String]
  private let files = SystemFiles()

  /// The D-Bus name of the service that logind asks whether a session may use the screen.
  private static let polkit = "org.freedesktop.PolicyKit1"
  /// The D-Bus name of the service that manages seats.
  private static let logind = "org.freedesktop.login1"

  /// Checks the start of `compositor` with `arguments` in `environment`.
  package init(environment: [String: String], compositor: String, arguments: [String] = []) {
    (self.environment, self.compositor, self.arguments) = (environment, compositor, arguments)
  }

  /// The first obstacle to the start; nil if none is known.
  package var obstacle: StartProblem? { StartProblem(facts) }

  private var facts: StartFacts {
    var facts = StartFacts()
    facts.missing = Requirement.missing(for: compositor, names: files.names(in:)).filter(\.isEssential)
    guard takesScreen else {
      facts.missing.removeAll(where: \.isForScreen)
      return facts
    }
    // Requests to parts that are not installed would only fill the journal.
    guard facts.missing.isEmpty else { return facts }
    let bus = SystemBus()
    facts.hasBus = bus != nil
    facts.hasPolkit = bus?.offers(Self.polkit)
    facts.hasGraphicsCard = files.names(in: "/dev/dri").contains { $0.hasPrefix("card") }
    // logind's record of seats remains after it ends.
    facts.hasSeat = bus?.offers(Self.logind) != false && files.names(in: "/run/systemd/seats").contains(seat)
    return facts
  }

  private var seat: String {
    environment["XDG_SEAT"].flatMap { $0.isEmpty ? nil : $0 } ?? "seat0"
  }

  /// Whether the compositor uses the machine's screen, instead of a window or no screen at all.
  private var takesScreen: Bool {
    for name in ["WAYLAND_DISPLAY", "DISPLAY"] where environment[name]?.isEmpty == false { return false }
    let backend =
      arguments.first { $0.hasPrefix("--backend") || $0.hasPrefix("-B") } ?? environment["WLR_BACKENDS"]
    guard let backend, !backend.isEmpty else { return true }
    return backend.contains("drm")
  }
}
