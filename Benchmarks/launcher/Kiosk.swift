import Foundation
import TestCompositor

/// Configurations with pictures and writing, in a folder that goes away with the object.
final class Kiosk {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "launcher-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for picture in 0..<Self.pictures { try drawPicture(picture) }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// As many different pictures as there are tiles on a usual kiosk.
  private static let pictures = 12
  /// Their extent in pixels.
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

  /// What the tiles of a configuration do.
  enum Kind {
    case usual
    /// The carousel turns by itself.
    case turning
    /// Nothing moves that need not.
    case still

    fileprivate var keys: String {
      switch self {
      case .usual: ""
      case .turning: "[carousel]\nautoscroll = 0.8\n"
      case .still: "[access]\nreduced-motion = true\n"
      }
    }
  }

  /// Writes a configuration of so many tiles; returns its path.
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
