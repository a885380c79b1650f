import Artwork
import Configuration
import Freedesktop
import Gestures
import LongCheck
import RotundaGeometry
import Glibc
import Programs
import Rendering
import Scene
import Testing

@testable import Shell

/// The contrast of all text on every screen, from its pixels. The least is 7:1 in the high-contrast theme and
/// 4.5:1 in the others. See WCAG 2.1, 1.4.6 and 1.4.3.
///
/// The most frequent color in a text's place is its background. The color that differs most from it is the
/// text.
///
/// The guideline exempts inactive controls: tiles that cannot be opened now, and the pad's keys while it
/// accepts no PIN. Dimmed content beside the middle is exempt too, because it is bright once it is in the
/// middle.
@MainActor @Suite(.serialized) struct ContrastTests {
  /// A screen of the launcher.
  enum Screen: String, CaseIterable, Sendable {
    case tiles, badge, controls, focus, toast, failure, question, page, pad, wrongPIN, system, highlight
  }

  private static let size = Size(1280, 800)

  private static func tiles() -> [LauncherTile] {
    func part(_ name: String) -> LauncherTile {
      LauncherTile(name: name, icon: nil, action: .start(Command(["true"])))
    }
    var live = part("Lights")
    live.rows = ["Hall", "Stairs", "Roof"].map(part)
    var lamp = part("Lamp")
    (lamp.offAction, lamp.isOn) = (.start(Command(["false"])), true)
    live.buttons = [lamp, part("All off")]
    live.appearance.detail = "In the whole house"
    var badge = part("Post")
    (badge.appearance.badge, badge.appearance.detail) = ("12", "Letters and parcels")
    let page = LauncherTile(
      name: "About", icon: nil,
      action: .page(
        PageContent([
          .heading("House", level: 1), .paragraph("It was built in 1904."), .heading("Rooms", level: 2),
          .point("Hall"),
        ])))
    var plain = part("Plan")
    plain.appearance.detail = "Where everything is"
    return [plain, badge, live, page]
  }

  private static func shell(_ name: Theme.Name, _ effects: inout [ShellEffect]) -> Shell {
    var configuration = KioskConfiguration()
    configuration.theme.name = name
    configuration.carousel.layout = .linear
    configuration.access.scans = true
    configuration.admin.pin = .hash(PINHash("$y$j9T$salt$hash")!)
    configuration.header.title = LocalizedText("Museum")
    (configuration.header.clock, configuration.header.date) = (.hours24, .long)
    configuration.idle.returnHomeAfter = 60
    configuration.idle.warning = 30
    let shelf = LauncherShelf(name: "Ground floor", settings: configuration.carousel, tiles: tiles())
    var shell = Shell(configuration: configuration, shelves: [shelf])
    shell.handle(.resized(size, scale: 2), at: 1, into: &effects)
    shell.handle(.remembered(isLocked: false), at: 1, into: &effects)
    let time = WallTime(year: 2026, month: 3, day: 1, weekday: 0, hour: 15, minute: 5, second: 0)
    shell.handle(.wallTime(time), at: 1, into: &effects)
    return shell
  }

  /// Brings up a screen.
  private static func show(_ screen: Screen, _ shell: inout Shell, _ effects: inout [ShellEffect]) {
    switch screen {
    case .tiles: break
    case .badge: shell.turn(to: 1)
    case .controls: shell.turn(to: 2)
    case .focus:
      shell.turn(to: 2)
      shell.panels.tiles.focusedControl = .row(1)
    case .toast: shell.withOutbox(&effects) { $0.show(Notice(.slow(tile: "Plan"), expires: nil)) }
    case .failure: fail(&shell, &effects)
    case .question:
      shell.perform(.openTile("Plan"), into: &effects)
      shell.handle(.deadline, at: 40, into: &effects)
    case .page: shell.perform(.openTile("About"), into: &effects)
    case .pad: shell.perform(.admin, into: &effects)
    case .wrongPIN:
      shell.perform(.admin, into: &effects)
      shell.handle(.key(KeyEvent(.character("1"))), at: 1, into: &effects)
      shell.withOutbox(&effects) {
        $0.withPanels {
          $0.change(PINPad.self) { $0.refuse(.wrong, at: 1) }
          $0.layOutPanels()
        }
      }
    case .system:
      fail(&shell, &effects)
      shell.withOutbox(&effects) { $0.showSystem() }
    case .highlight:
      shell.perform(.openTile("About"), into: &effects)
      shell.withOutbox(&effects) { $0.present { $0.startScanning() } }
      shell.withOutbox(&effects) { $0.withPanels { $0.activate(ContentScroll.down) } }
      // The highlight moves until it reaches the other arrow.
      while let run = shell.presentation.scanner.run, run.current != ContentScroll.up {
        shell.handle(.deadline, at: run.next, into: &effects)
      }
    }
  }

  private static func fail(_ shell: inout Shell, _ effects: inout [ShellEffect]) {
    shell.perform(.openTile("Plan"), into: &effects)
    shell.handle(.startFailed(ProgramID(1), .notFound), at: 2, into: &effects)
  }

  @Test(arguments: LongCheck.sample(Theme.Name.allCases, every: 2), Screen.allCases)
  func allTextHasEnoughContrast(name: Theme.Name, screen: Screen) throws {
    var effects: [ShellEffect] = []
    var shell = Self.shell(name, &effects)
    Self.show(screen, &shell, &effects)
    let (frame, pixels) = try Self.photograph(&shell, &effects)
    let least = name == .highContrast ? 7.0 : 4.5
    var writings = 0
    for sprite in frame.sprites {
      guard case .picture(let picture, _) = sprite.fill, sprite.opacity == 1,
        let center = sprite.transform.project(.zero)
      else { continue }
      let seen = Rectangle(center: center, size: sprite.size)
      switch picture.content {
      case .text(let block):
        writings += 1
        let contrast = pixels.contrast(in: seen)
        #expect(contrast >= least, "“\(block.text)” has \(contrast)")
      case .writing(let face) where sprite.brightness == 1:
        writings += 1
        #expect(pixels.contrast(in: seen) >= least, "“\(face.label)” has \(pixels.contrast(in: seen))")
      default: break
      }
    }
    #expect(writings >= (screen == .tiles || screen == .badge ? 4 : 2), "\(writings) on the screen \(screen)")
    if screen == .badge {
      let ground = Theme(name).badge
      let corner = try #require(frame.sprites.lazy.compactMap(Self.badgeCorner).first)
      let contrast = try #require(pixels.contrast(on: ground, in: corner), "the badge is seen")
      #expect(contrast >= least, "the badge has \(contrast)")
    }
  }

  /// Returns the area of a badge.
  private static func badgeCorner(_ sprite: Sprite) -> Rectangle? {
    guard case .picture(let picture, _) = sprite.fill, case .badge = picture.content,
      let center = sprite.transform.project(.zero)
    else { return nil }
    return Rectangle(center: center, size: sprite.size)
  }

  /// Draws a shell once all of its pictures exist, at two pixels per point.
  private static func photograph(
    _ shell: inout Shell, _ effects: inout [ShellEffect]
  ) throws -> (SceneFrame, ScreenPixels) {
    let worker = try ArtworkWorker(
      languages: ["en"], icons: IconLookup(files: NoFiles(), directories: DataDirectories(environment: [:])))
    let context = try GraphicsContext()
    let pixels = PixelSize(Int(size.width) * 2, Int(size.height) * 2)
    let surface = try OffscreenSurface(context, size: pixels, keepsFrames: false)
    let renderer = try Renderer(surface)
    var frame = SceneFrame()
    // Pictures that one frame requests arrive with the next one.
    for _ in 0..<8 {
      shell.skipEntrance()
      // Entrance animations are over, and nothing is due yet.
      shell.advance(to: shell.clock + 0.6, into: &frame, effects: &effects)
      try renderer.draw(frame, to: surface, scale: 2)
      var wanted = renderer.missingPictures
      for case .draw(let picture, _) in effects { wanted.insert(picture) }
      effects = []
      for picture in wanted { worker.request(picture, priority: 0) }
      var finished: [FinishedPicture] = []
      while finished.count < wanted.count {
        var ready = pollfd(fd: worker.readyDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, -1)
        worker.takeFinished(into: &finished)
      }
      for answer in finished {
        let bitmap = answer.bitmap
        try bitmap.withBytes { bytes throws(GraphicsError) in
          _ = try renderer.upload(
            answer.picture, width: bitmap.size.width, height: bitmap.size.height, stride: bitmap.bytesPerRow,
            isOpaque: bitmap.isOpaque, bytes: bytes)
        }
        shell.handle(
          .pictureReady(answer.picture, size: bitmap.size, inset: answer.inset), at: shell.clock,
          into: &effects)
      }
    }
    return (frame, ScreenPixels(size: pixels, bytes: try surface.readPixels()))
  }
}

/// A machine without files.
private struct NoFiles: FileAccess {
  func contents(of path: String, limit: Int) -> [UInt8]? { nil }
  func names(in directory: String) -> [String] { [] }
  func kind(of path: String) -> FileKind? { nil }
}

/// The pixels of a screen (red, green, blue, alpha), at two pixels per point.
private struct ScreenPixels {
  let size: PixelSize
  let bytes: [UInt8]

  /// Returns the contrast of an area's most frequent color and the color that differs most from it. Places
  /// are in points from the middle.
  func contrast(in area: Rectangle) -> Double {
    let counts = counts(in: area)
    guard let ground = counts.max(by: { $0.value < $1.value })?.key else { return 0 }
    return Self.greatest(counts, on: Self.color(ground))
  }

  /// Returns the contrast of a color and the color in its area that differs most from it, or nil if the area
  /// lacks it.
  func contrast(on ground: Color, in place: Rectangle) -> Double? {
    let wanted = [ground.red, ground.green, ground.blue].map { Int(($0 * 255).rounded()) }
    var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
    let (middle, scale) = (Point(Double(size.width) / 2, Double(size.height) / 2), 2.0)
    let columns = Int(middle.x + place.origin.x * scale)..<Int(middle.x + place.maxX * scale)
    for y in Int(middle.y + place.origin.y * scale)..<Int(middle.y + place.maxY * scale) {
      for x in columns {
        let offset = (y * size.width + x) * 4
        guard (0..<3).allSatisfy({ abs(Int(bytes[offset + $0]) - wanted[$0]) <= 2 }) else { continue }
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
      }
    }
    guard left < right, top < bottom else { return nil }
    // The area without its round ends.
    let edge = (bottom - top) / 2
    let area = Rectangle(
      origin: Point(Double(left + edge) / 2, Double(top + 2) / 2) - Point(
        Double(size.width), Double(size.height)) * 0.25,
      size: Size(max(1, Double(right - left - 2 * edge) / 2), Double(bottom - top - 4) / 2))
    return Self.greatest(counts(in: area), on: ground)
  }

  private static func greatest(_ counts: [UInt32: Int], on ground: Color) -> Double {
    counts.keys.map { color($0).contrast(to: ground) }.max() ?? 0
  }

  private func counts(in area: Rectangle) -> [UInt32: Int] {
    let (middle, scale) = (Point(Double(size.width) / 2, Double(size.height) / 2), 2.0)
    let first = (x: Int(middle.x + area.origin.x * scale), y: Int(middle.y + area.origin.y * scale))
    let last = (x: Int(middle.x + area.maxX * scale), y: Int(middle.y + area.maxY * scale))
    var counts: [UInt32: Int] = [:]
    for y in max(0, first.y)..<max(max(0, first.y), min(size.height, last.y)) {
      for x in max(0, first.x)..<max(max(0, first.x), min(size.width, last.x)) {
        let offset = (y * size.width + x) * 4
        let key = UInt32(bytes[offset]) << 16 | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2])
        counts[key, default: 0] += 1
      }
    }
    return counts
  }

  private static func color(_ key: UInt32) -> Color { Color(hex: key) }
}
