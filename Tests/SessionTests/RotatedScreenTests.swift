import Foundation
import LongCheck
import RealCompositors
import Testing

/// A screen that the configuration rotates, by each installed compositor in its own way.
@Suite(.serialized) struct RotatedScreenTests {
  private static let width = 1000
  private static let height = 700
  /// A place without a letter on the middle tile, as a fraction of the picture's width.
  private static let beforeTheInitial = 0.38
  /// The compositors with a touchscreen, and the rotations. The long check covers all combinations.
  private static let turns: [(compositor: String, degrees: Int)] = {
    let compositors = ["cage", "sway", "labwc"].filter {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
    return compositors.flatMap { name in (LongCheck.isOn ? [90, 180, 270] : [90]).map { (name, $0) } }
  }()

  /// A background from red to blue, and two tiles whose programs record their names.
  private static func configuration(_ degrees: Int, _ scratch: String) -> String {
    """
    [screen]
    rotate = \(degrees)
    [background]
    color = ["#e01010", "#1010e0"]
    [header]
    clock = "none"
    chevrons = false
    nudge = false
    [carousel]
    layout = "linear"
    wrap = false

    """
      + [("one", "#108010"), ("two", "#d0c020")].map { name, color in
        """
        [[tile]]
        name = "\(name)"
        color = "\(color)"
        run = ["sh", "-c", "echo \(name) >>\(scratch)/opened"]

        """
      }.joined()
  }

  @Test(arguments: turns)
  func pictureAndTouchesAreTurned(compositor: String, degrees: Int) throws {
    let server = try XServer(width: Self.width, height: Self.height)
    let opened = try Scratch()
    let stage = try SessionStage(
      compositor, tiles: Self.configuration(degrees, opened.path), on: server)
    try stage.show()
    try server.fillWithOnlyWindow(of: stage.session)
    let screen = Glass(server.touchscreen, degrees)
    _ = try stage.session.wait(for: "red at the upper edge and blue at the lower one") {
      let picture = try server.picture()
      return Self.corners(screen).allSatisfy { corner in
        let pixel = picture[Int(corner.x), Int(corner.y)]
        let (red, blue) = (Int(pixel.red), Int(pixel.blue))
        return corner.isUpper ? red > 2 * max(blue, 20) : blue > 2 * max(red, 20)
      } ? true : nil
    }
    // A swipe across the picture. Without the rotation it would be vertical, and turn no row.
    let (middle, step) = ((x: screen.width / 2, y: screen.height / 2), screen.width * 0.35)
    let place = screen.panel(screen.width * Self.beforeTheInitial, middle.y)
    _ = try stage.session.wait(for: "the yellow tile in the middle") {
      try screen.swipe(from: (middle.x + step / 2, middle.y), to: (middle.x - step / 2, middle.y))
      usleep(800_000)
      let pixel = try server.picture()[Int(place.x), Int(place.y)]
      return pixel.red > 120 && pixel.green > 120 && pixel.blue < 120 ? true : nil
    }
    try screen.tap(x: middle.x, y: middle.y, seconds: 0.03)
    let tapped = try stage.session.wait(for: "a tile's program") {
      _ = try server.picture()
      return try? String(contentsOfFile: opened.file("opened"), encoding: .utf8)
    }
    #expect(tapped.hasPrefix("two"), "\(tapped)")
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
  }

  /// Returns places near the corners of the screen, and whether each is at the picture's upper edge.
  private static func corners(_ glass: Glass) -> [(x: Double, y: Double, isUpper: Bool)] {
    [
      (4, 4, true), (glass.width - 5, 4, true), (4, glass.height - 5, false),
      (glass.width - 5, glass.height - 5, false),
    ]
    .map { corner in
      let place = glass.panel(corner.0, corner.1)
      return (place.x, place.y, corner.2)
    }
  }
}

/// Touches on a picture that is rotated clockwise on its panel.
private final class Glass {
  /// The picture's size.
  let width: Double
  let height: Double
  private let fingers: any Fingers
  private let degrees: Int

  init(_ fingers: any Fingers, _ degrees: Int) {
    (self.fingers, self.degrees) = (fingers, degrees)
    let isUpright = degrees % 180 == 90
    (width, height) = (
      Double(isUpright ? fingers.height : fingers.width), Double(isUpright ? fingers.width : fingers.height)
    )
  }

  /// Returns the panel's place for a place in the picture.
  func panel(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    switch degrees {
    case 90: (height - 1 - y, x)
    case 180: (width - 1 - x, height - 1 - y)
    case 270: (y, width - 1 - x)
    default: (x, y)
    }
  }

  func swipe(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) throws {
    try fingers.swipe(from: panel(start.x, start.y), to: panel(end.x, end.y))
  }

  func tap(x: Double, y: Double, seconds: Double) throws {
    let place = panel(x, y)
    try fingers.tap(x: place.x, y: place.y, seconds: seconds)
  }
}
