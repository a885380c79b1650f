import CWebP
import Gestures
import Glibc
import Rendering
import RotundaGeometry
import Scene
import Shell

/// The gestures of a demonstration film: a finger drags the row by one tile, flicks it twice, and opens the
/// next tile. Then the film returns to the carousel.
///
/// Times are shares of the film's length.
package nonisolated struct FilmScript: Sendable {
  /// Frames per second, as in the cinema.
  package static let picturesPerSecond = 24.0
  /// Touch samples per second, as touchscreens report them.
  private static let samplesPerSecond = 120.0
  /// The radius of the finger's mark, as a share of the screen's shorter side.
  private static let markRadius = 0.03
  /// The share of the film for which a mark fades out after its finger lifts.
  private static let fading = 0.025

  /// The length of the film in seconds.
  package let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// A touch from contact to lift.
  private struct Stroke {
    /// The times at which the finger lands and lifts.
    let time: ClosedRange<Double>
    /// The positions at which it lands and lifts: distances along the row from the center, in extents of the
    /// middle tile.
    let start: Double
    let end: Double
    /// Whether the finger stops before it lifts.
    var comesToRest = false
  }

  private static let strokes = [
    Stroke(time: 0.07...0.18, start: 0.42, end: -0.45, comesToRest: true),
    Stroke(time: 0.30...0.313, start: 0.15, end: -0.12),
    Stroke(time: 0.42...0.434, start: 0.2, end: -0.3),
    Stroke(time: openingTime...openingTime + 0.012, start: 0, end: 0),
  ]
  private static let openingTime = 0.58
  private static let homeTime = 0.82

  /// The time in seconds at which the film returns to the carousel.
  package var home: Double { Self.homeTime * seconds }
  /// The number of frames.
  package var count: Int { max(1, Int((seconds * Self.picturesPerSecond).rounded())) }

  /// Returns the position of a stroke's finger along the row.
  private static func place(_ stroke: Stroke, at share: Double) -> Double {
    let part = (share - stroke.time.lowerBound) / (stroke.time.upperBound - stroke.time.lowerBound)
    let progress = stroke.comesToRest ? part * part * (3 - 2 * part) : part
    return stroke.start + (stroke.end - stroke.start) * progress
  }

  /// Returns the touch events after `start` and until `end`, in seconds. `point` converts a position along
  /// the row to screen coordinates.
  package func events(after start: Double, until end: Double, _ point: (Double) -> Point) -> [(
    time: Double, event: TouchEvent
  )] {
    var events: [(Double, TouchEvent)] = []
    for (index, stroke) in Self.strokes.enumerated() {
      let id = Int32(index)
      let (begin, lift) = (stroke.time.lowerBound * seconds, stroke.time.upperBound * seconds)
      func add(_ time: Double, _ event: (UInt32) -> TouchEvent) {
        if time > start, time <= end { events.append((time, event(UInt32(time * 1000)))) }
      }
      add(begin) { .down(id: id, at: point(stroke.start), milliseconds: $0) }
      let samples = Int((lift - begin) * Self.samplesPerSecond)
      for sample in 1..<max(2, samples) where samples > 1 && stroke.start != stroke.end {
        let time = begin + (lift - begin) * Double(sample) / Double(samples)
        add(time) { .motion(id: id, at: point(Self.place(stroke, at: time / seconds)), milliseconds: $0) }
      }
      add(lift) { .up(id: id, milliseconds: $0) }
    }
    return events.sorted { $0.0 < $1.0 }
  }

  /// Returns the mark of the current finger, or of one that just lifted: two discs, one on top of the other.
  package func mark(at time: Double, in size: Size, _ point: (Double) -> Point) -> [Sprite] {
    let share = time / seconds
    for stroke in Self.strokes where share >= stroke.time.lowerBound {
      let fade = (share - stroke.time.upperBound) / Self.fading
      guard fade < 1 else { continue }
      let center = point(Self.place(stroke, at: min(share, stroke.time.upperBound)))
      let radius = min(size.width, size.height) * Self.markRadius
      return [(radius + 2, Color.black, 0.35), (radius, Color.white, 0.6)].map { radius, color, opacity in
        Sprite(
          .color(color), size: Size(radius * 2, radius * 2),
          transform: .identity.translated(center.x - size.width / 2, center.y - size.height / 2, 0),
          cornerRadius: radius, opacity: opacity * min(1, 1 - fade))
      }
    }
    return []
  }
}

/// Encodes a film as an animated WebP.
package nonisolated struct WebPFilm: ~Copyable {
  package enum Failure: Error, CustomStringConvertible {
    case noLibrary
    case failed
    /// The file could not be written; the value is an `errno`.
    case notWritten(Int32)

    package var description: String {
      switch self {
      case .noLibrary: "films need libwebpmux3: install the package of that name"
      case .failed: "libwebp could not make the film"
      case .notWritten(let code): "could not be written: \(String(cString: strerror(code)))"
      }
    }
  }

  /// libwebp's quality, 0 to 100. Eight seconds at 960 × 600 take two to three megabytes.
  private static let quality: Float = 70

  private let film: OpaquePointer
  private let size: PixelSize
  private var latest: [UInt8]

  package init(size: PixelSize) throws(Failure) {
    guard let film = cwebp_film_new(Int32(size.width), Int32(size.height), Self.quality) else {
      throw .noLibrary
    }
    // Swift 6.2 destroys a property twice if it is set before the guard.
    (self.film, self.size, self.latest) = (film, size, [])
  }

  deinit { cwebp_film_free(film) }

  /// Adds a frame from a time on, in seconds. A frame equal to the one before adds no data.
  package mutating func add(_ picture: Screenshot, at time: Double) throws(Failure) {
    guard picture.pixels != latest else { return }
    latest = picture.pixels
    guard picture.size == size, cwebp_film_add(film, picture.pixels, Int32((time * 1000).rounded())) != 0
    else { throw .failed }
  }

  /// Writes the file, and replaces an existing one.
  package consuming func finish(after seconds: Double, into path: String) throws(Failure) {
    var count = 0
    guard let bytes = cwebp_film_end(film, Int32((seconds * 1000).rounded()), &count) else { throw .failed }
    guard let file = fopen(path, "wbe") else { throw .notWritten(errno) }
    let written = fwrite(bytes, 1, count, file)
    let problem = errno
    guard fclose(file) == 0, written == count else { throw .notWritten(written == count ? errno : problem) }
  }
}
