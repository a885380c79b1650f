import Diagnosis
import FileSystem

/// Looks whether something is missing without which a kiosk's compositor does not start. Quick enough to be
/// asked again and again.
package struct StartInspector {
  private let environment: [String: String]
  private let compositor: String
  private let arguments: [String]
  private let files = SystemFiles()

  /// What logind asks whether a session may have the screen.
  private static let polkit = "org.freedesktop.PolicyKit1"
  /// Who gives seats.
  private static let logind = "org.freedesktop.login1"

  /// Looks for who starts `compositor` with `arguments` in `environment`.
  package init(environment: [String: String], compositor: String, arguments: [String] = []) {
    (self.environment, self.compositor, self.arguments) = (environment, compositor, arguments)
  }

  /// The first thing that keeps it from starting; nil when none is known.
  package var obstacle: StartProblem? { StartProblem(facts) }

  private var facts: StartFacts {
    var facts = StartFacts()
    facts.missing = Requirement.missing(for: compositor, names: files.names(in:)).filter(\.isEssential)
    guard takesScreen else {
      facts.missing.removeAll(where: \.isForScreen)
      return facts
    }
    // Asking for what is not installed would only fill the journal.
    guard facts.missing.isEmpty else { return facts }
    let bus = SystemBus()
    facts.hasBus = bus != nil
    facts.hasPolkit = bus?.offers(Self.polkit)
    facts.hasGraphicsCard = files.names(in: "/dev/dri").contains { $0.hasPrefix("card") }
    // What logind wrote of its seats stays when it is gone.
    facts.hasSeat = bus?.offers(Self.logind) != false && files.names(in: "/run/systemd/seats").contains(seat)
    return facts
  }

  private var seat: String {
    environment["XDG_SEAT"].flatMap { $0.isEmpty ? nil : $0 } ?? "seat0"
  }

  /// Whether the compositor takes the machine's screen, and not a window of another one or none at all.
  private var takesScreen: Bool {
    for name in ["WAYLAND_DISPLAY", "DISPLAY"] where environment[name]?.isEmpty == false { return false }
    let backend =
      arguments.first { $0.hasPrefix("--backend") || $0.hasPrefix("-B") } ?? environment["WLR_BACKENDS"]
    guard let backend, !backend.isEmpty else { return true }
    return backend.contains("drm")
  }
}
