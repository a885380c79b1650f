import Foundation
import TestCompositor

/// The launcher's configuration: a row of tiles, the first with a red picture. Removed with this object.
final class DragFiles {
  let rotunda: String
  /// The path of the virtual clock's library.
  let clock: String
  private let directory: URL

  init(rotunda: String, clock: String) throws {
    self.rotunda = rotunda
    self.clock = URL(filePath: clock).path
    directory = FileManager.default.temporaryDirectory.appending(path: "drag-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for (name, color) in [("red", [0, 0, 255, 255]), ("blue", [255, 0, 0, 255])] as [(String, [UInt8])] {
      let bytes = Array(repeatElement(color, count: 64 * 64).joined())
      try PixelSnapshot(width: 64, height: 64, bytes: bytes).writePNG(to: path("\(name).png"))
    }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  func path(_ name: String) -> String { directory.appending(path: name).path }

  /// Writes the configuration. Returns its path.
  func configuration(resampling: Bool) throws -> String {
    let tiles = (0..<8).map { tile in
      "[[tile]]\nname = \"\(tile)\"\nicon = \"\(tile == 0 ? "red" : "blue").png\"\nrun = [\"true\"]\n"
    }
    let text = """
      [carousel]
      layout = "linear"
      wrap = false
      spacing = 1.0
      tile-size = [200, 240]
      [gestures]
      resampling = \(resampling)

      """
    let path = path("\(resampling).toml")
    try Data((text + tiles.joined()).utf8).write(to: URL(filePath: path))
    return path
  }

  /// Starts the launcher on a compositor.
  func launch(
    on compositor: TestCompositor, resampling: Bool, _ environment: [String: String] = [:]
  ) throws -> ClientProcess {
    let variables = ["XDG_RUNTIME_DIR": directory.path].merging(environment) { $1 }
    return try compositor.launch(
      rotunda, ["--config", try configuration(resampling: resampling)], environment: variables)
  }
}

extension PixelSnapshot {
  /// The horizontal center of the red area in pixels from the left, to a fraction of a pixel; nil if nothing
  /// is red.
  var redPlace: Double? {
    var (sum, weighted) = (0.0, 0.0)
    for y in stride(from: height / 4, to: height * 3 / 4, by: 2) {
      for x in 0..<width {
        let place = (y * width + x) * 4
        let redness = Int(bytes[place + 2]) - Int(max(bytes[place], bytes[place + 1]))
        guard redness > 60 else { continue }
        sum += Double(redness)
        weighted += Double(redness) * Double(x)
      }
    }
    return sum > 0 ? weighted / sum : nil
  }
}
