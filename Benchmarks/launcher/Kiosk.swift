import Foundation
import TestCompositor

/// Configurations with pictures and text, in a directory that is removed with this object.
final class Kiosk {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "launcher-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for picture in 0..<Self.pictures { try drawPicture(picture) }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The number of different pictures: as many as there are tiles on a typical kiosk.
  private static let pictures = 12
  /// The width and height in pixels.
  private static let side = 256

  func path(_ name: String) -> String { directory.appending(path: name).path }

  private func drawPicture(_ number: Int) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.side * Self.side * 4)
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        bytes += [UInt8(x), UInt8(y), UInt8((number * 21) % 256), 255]
      }
    }
    try PixelSnapshot(width: Self.side, height: Self.side, bytes: bytes).writePNG(to: path("\(number).png"))
  }

  /// The behavior of a configuration's tiles.
  enum Kind {
    case usual
    /// The carousel turns automatically.
    case turning
    /// With reduced motion.
    case still

    fileprivate var keys: String {
      switch self {
      case .usual: ""
      case .turning: "[carousel]\nautoscroll = 0.8\n"
      case .still: "[access]\nreduced-motion = true\n"
      }
    }
  }

  /// Writes a configuration with this many tiles. Returns its path.
  func configuration(tiles: Int, _ kind: Kind) throws -> String {
    let path = path("\(tiles)\(kind).toml")
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    var text = kind.keys
    for tile in 0..<tiles {
      text +=
        "[[tile]]\nname = \"Exhibit \(tile)\"\nicon = \"\(tile % Self.pictures).png\"\nrun = [\"sleep\", \"600\"]\n"
    }
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }
}
