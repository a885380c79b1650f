import Configuration
import Display
import Gestures
import Logging
import Shell

private let log = Log("home-strip")

/// Gives the screen to a program, with the strip that leads home above it, and takes it back for the
/// launcher.
package final class ScreenOwnership {
  private let session: WaylandSession
  private var settings: HomeStripSettings
  private var gestures: GestureSettings
  /// As the launcher's window last had it: a window that has stepped aside is on no screen.
  private var pointsPerMillimeter: Double?
  private var program: ProgramID?

  package init(_ session: WaylandSession, _ configuration: KioskConfiguration) {
    self.session = session
    (settings, gestures) = (configuration.homeStrip, configuration.gestures)
    check()
  }

  /// How many programs can wait out of sight and be brought back; nil for any number.
  package var keptLimit: Int? { session.capabilities.canRaiseAnyProgram ? nil : 1 }

  /// Whether a strip leads home out of programs.
  package var hasStrip: Bool { session.homeStrip != nil && settings.presence != .never }

  /// The configuration says something else about the strip, or about swipes.
  package func apply(_ configuration: KioskConfiguration) {
    gestures = configuration.gestures
    if configuration.homeStrip != settings {
      settings = configuration.homeStrip
      check()
    }
    update(strip: program != nil)
  }

  private func check() {
    guard settings.presence == .always, session.homeStrip == nil else { return }
    log.error("the compositor has no wlr-layer-shell: there is no strip that leads home out of programs")
  }

  /// From now on this program has the screen; nil for the launcher.
  package func give(to program: ProgramID?) {
    guard program != self.program else { return }
    self.program = program
    if let window = session.window.configuration { pointsPerMillimeter = window.pointsPerMillimeter }
    if let program { session.makeWay(forProgram: program.number) } else { session.takeScreen() }
    update(strip: program != nil)
  }

  private func update(strip isWanted: Bool) {
    if isWanted, settings.presence != .never {
      session.homeStrip?.show(
        HomeStripOptions(settings, gestures.thresholds(pointsPerMillimeter: pointsPerMillimeter)))
    } else {
      session.homeStrip?.hide()
    }
  }
}

extension HomeStripOptions {
  fileprivate init(_ settings: HomeStripSettings, _ thresholds: Thresholds) {
    self.init(
      edge: settings.edge, thickness: settings.thickness, showsHandle: settings.showsHandle,
      thresholds: thresholds)
  }
}
