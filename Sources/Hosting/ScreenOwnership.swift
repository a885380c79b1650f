import Artwork
import Configuration
import Display
import EventLoop
import Gestures
import Logging
import Scene
import Shell

private let log = Log("home-strip")

/// Gives the screen to a program, with the home strip above it, and takes it back for the launcher.
package final class ScreenOwnership {
  private let session: WaylandSession
  private var settings: HomeStripSettings
  private var gestures: GestureSettings
  /// The last value of the launcher's window: after it makes way, the window is on no screen.
  private var pointsPerMillimeter: Double?
  private var program: ProgramID?
  private var hint = HomeHint()
  private let textures: TextureLoader
  /// When to hide the label in the handle.
  private var wordEnd: Deadline?

  /// Seconds for which the label is visible.
  private static let wordTime = 3.0

  package init(
    _ session: WaylandSession, _ loop: EventLoop, _ textures: TextureLoader,
    _ configuration: KioskConfiguration
  ) throws(EventLoopError) {
    (self.session, self.textures) = (session, textures)
    (settings, gestures) = (configuration.homeStrip, configuration.gestures)
    wordEnd = try loop.addDeadline { [weak self] in self?.session.homeStrip?.say(nil) }
    check()
  }

  /// The most programs that can wait in the background and come back; nil for no limit.
  package var keptLimit: Int? { session.capabilities.canRaiseAnyProgram ? nil : 1 }

  /// Whether the home strip leads out of programs.
  package var hasStrip: Bool { session.homeStrip != nil && settings.presence != .never }

  /// Applies new settings of the strip and of swipes.
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

  /// Gives the screen to a program; nil means the launcher. `hint` says how the strip draws the visitor's
  /// attention.
  package func give(to program: ProgramID?, _ hint: @autoclosure () -> HomeHint) {
    guard program != self.program else { return }
    self.program = program
    self.hint = program == nil ? HomeHint() : hint()
    if let window = session.window.configuration { pointsPerMillimeter = window.pointsPerMillimeter }
    if let program { session.makeWay(forProgram: program.number) } else { session.takeScreen() }
    update(strip: program != nil)
    if let word = self.hint.word, session.homeStrip?.isShown == true { show(word) }
  }

  /// Shows a label in the handle for a while, once it is drawn.
  private func show(_ word: Picture) {
    textures.draw(word) { [weak self] bitmap in
      guard let self, hint.word == word, let strip = session.homeStrip, strip.isShown else { return }
      let pixels = bitmap.withBytes { $0.bindMemory(to: UInt32.self).map(\.littleEndian) }
      strip.say(HandleLabel(width: bitmap.size.width, height: bitmap.size.height, pixels: pixels))
      wordEnd?.set(EventLoop.now + Self.wordTime)
    }
  }

  private func update(strip isWanted: Bool) {
    if isWanted, settings.presence != .never {
      session.homeStrip?.show(
        HomeStripOptions(
          settings, gestures.thresholds(pointsPerMillimeter: pointsPerMillimeter),
          breathes: hint.breathes))
    } else {
      session.homeStrip?.hide()
    }
  }
}

extension HomeStripOptions {
  fileprivate init(_ settings: HomeStripSettings, _ thresholds: Thresholds, breathes: Bool) {
    self.init(
      edge: settings.edge, thickness: settings.thickness, showsHandle: settings.showsHandle,
      thresholds: thresholds, breathes: breathes)
  }
}
