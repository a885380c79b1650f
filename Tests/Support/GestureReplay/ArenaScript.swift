import Foundation
import RotundaGeometry
import Gestures

/// A touch script of the reference.
package struct ArenaScript: Sendable {
  /// The events that arrive together.
  package struct Frame: Sendable {
    /// The device's timestamp.
    package let milliseconds: UInt32
    /// The events.
    package let frame: TouchFrame
  }

  /// The script's name.
  package let id: String
  /// The device's timestamp until which timers run.
  package let until: UInt32
  /// The frames, in order.
  package let frames: [Frame]
  /// The size of the surface in points.
  package let surface: Size

  /// Parses all scripts of a file.
  package static func all(in file: Data) throws -> [ArenaScript] {
    let file = try JSONSerialization.jsonObject(with: file) as? [String: Any] ?? [:]
    let size = file["surface"] as? [String: Any] ?? [:]
    let surface = Size(size["width"] as? Double ?? 0, size["height"] as? Double ?? 0)
    let scripts = file["scenarios"] as? [[String: Any]] ?? []
    return scripts.map { ArenaScript($0, surface) }
  }

  private init(_ script: [String: Any], _ surface: Size) {
    id = script["id"] as? String ?? ""
    until = Self.stamp(script["until"])
    frames = (script["touch"] as? [[String: Any]] ?? []).map { frame in
      let milliseconds = Self.stamp(frame["t"])
      let events = frame["ev"] as? [[Any]] ?? []
      return Frame(
        milliseconds: milliseconds,
        frame: TouchFrame(events.compactMap { Self.event($0, milliseconds) }))
    }
    self.surface = surface
  }

  private static func stamp(_ field: Any?) -> UInt32 { UInt32(exactly: field as? Double ?? 0) ?? 0 }

  /// Parses an event of a script. Returns nil if it is malformed or not a touch (`back`).
  private static func event(_ event: [Any], _ milliseconds: UInt32) -> TouchEvent? {
    switch event.first as? String {
    case "down":
      guard let id = id(event), let point = point(event) else { return nil }
      return .down(id: id, at: point, milliseconds: milliseconds)
    case "motion":
      guard let id = id(event), let point = point(event) else { return nil }
      return .motion(id: id, at: point, milliseconds: milliseconds)
    case "up": return id(event).map { .up(id: $0, milliseconds: milliseconds) }
    case "id-cancel": return id(event).map { .cancelContact(id: $0) }
    case "cancel": return .cancel
    case "lost": return .lost
    default: return nil
    }
  }

  private static func id(_ event: [Any]) -> Int32? {
    event.count > 1 ? (event[1] as? Double).flatMap { Int32(exactly: $0) } : nil
  }

  private static func point(_ event: [Any]) -> Point? {
    guard event.count > 3, let x = event[2] as? Double, let y = event[3] as? Double else { return nil }
    return Point(x, y)
  }
}
