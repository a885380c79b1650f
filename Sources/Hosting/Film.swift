import CWebP
import Gestures
import Glibc
import Rendering
import RotundaGeometry
import Scene
import Shell

/// What a finger does in a film: it drags the row by a tile, flicks it twice, opens the tile that comes, and
/// goes home.
///
/// Times are shares of the film's length.
package nonisolated struct FilmScript: Sendable {
  /// Pictures in a second: as in the cinema.
  package static let picturesPerSecond = 24.0
  /// Places of a finger in a second, as touchscreens tell them.
  private static let samplesPerSecond = 120.0
  /// Radius of the mark that shows the finger, as a share of the shorter side.
  private static let markRadius = 0.03
  /// Share of the film for which a mark goes on to be seen after its finger was lifted.
  private static let fading = 0.025

  /// How long the film takes, in seconds.
  package let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// A finger that is on the screen for a while.
  private struct Stroke {
    /// When it lands and when it is lifted.
    let time: ClosedRange<Double>
    /// Where it lands and where it is lifted, in extents of the middle tile along the row from its center.
    let start: Double
    let end: Double
    /// Whether it stands still before it is lifted.
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

  /// When the film goes home.
  package var home: Double { Self.homeTime * seconds }
  /// How many pictures it has.
  package var count: Int { max(1, Int((seconds * Self.picturesPerSecond).rounded())) }

  /// Where a finger is, along the row as a stroke tells it.
  private static func place(_ stroke: Stroke, at share: Double) -> Double {
    let part = (share - stroke.time.lowerBound) / (stroke.time.upperBound - stroke.time.lowerBound)
    let progress = stroke.comesToRest ? part * part * (3 - 2 * part) : part
    return stroke.start + (stroke.end - stroke.start) * progress
  }

  /// What fingers do after `start` and until `end`, in seconds. `point` turns a place along the row into one
  /// on the screen.
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

  /// The mark of the finger that is on the screen at a time, or was just now: two discs, one over the other.
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

/// A film that is being written, as an animated WebP.
package nonisolated struct WebPFilm: ~Copyable {
  package enum Failure: Error, CustomStringConvertible {
    case noLibrary
    case failed
    /// `errno`.
    case notWritten(Int32)

    package var description: String {
      switch self {
      case .noLibrary: "films need libwebpmux3: install the package of that name"
      case .failed: "libwebp could not make the film"
      case .notWritten(let code): "could not be written: \(String(cString: strerror(code)))"
      }
    }
  }

  /// libwebp's measure, 0 to 100: eight seconds at 960 × 600 take two to three megabytes.
  private static let quality: Float = 70

  private let film: OpaquePointer
  private let size: PixelSize
  private var latest: [UInt8]

  package init(size: PixelSize) throws(Failure) {
    guard let film = cwebp_film_new(Int32(size.width), Int32(size.height), Self.quality) else {
      throw .noLibrary
    }
    // Swift 6.2 destroys a property that is set before the guard twice.
    (self.film, self.size, self.latest) = (film, size, [])
  }

  deinit { cwebp_film_free(film) }

  /// Adds a picture that is seen from a time on, in seconds. One that is like the one before takes no room.
  package mutating func add(_ picture: Screenshot, at time: Double) throws(Failure) {
    guard picture.pixels != latest else { return }
    latest = picture.pixels
    guard picture.size == size, cwebp_film_add(film, picture.pixels, Int32((time * 1000).rounded())) != 0
    else { throw .failed }
  }

  /// Writes the file, over one that is there.
  package consuming func finish(after seconds: Double, into path: String) throws(Failure) {
    var count = 0
    guard let bytes = cwebp_film_end(film, Int32((seconds * 1000).rounded()), &count) else { throw .failed }
    guard let file = fopen(path, "wbe") else { throw .notWritten(errno) }
    let written = fwrite(bytes, 1, count, file)
    let problem = errno
    guard fclose(file) == 0, written == count else { throw .notWritten(written == count ? errno : problem) }
  }
}
