import Gestures

/// How often the touchscreen tells where fingers are, and how long that takes to be seen.
struct TouchTestDevice: Hashable {
  /// Samples in a second; nil before there were enough.
  private(set) var rate: Double?
  /// Seconds from the arrival of a sample to the frame that shows it; nil before there was one.
  private(set) var latency: Double?

  private var stamps: [UInt32] = []
  private var waitingSince: Double?
  private var latencies: [Double] = []
  private var newestRate: Double?
  private var newestLatency: Double?
  private var written = -Double.infinity

  /// Samples that the rate is taken from: half a second at 120 Hz evens out stamps in whole milliseconds.
  private static let samples = 60
  /// Fewer samples tell no rate.
  private static let fewestSamples = 6
  /// A pause between samples that ends a movement, in milliseconds: slower touchscreens than 10 Hz are none.
  private static let pause: UInt32 = 100
  /// Frames whose delay is averaged.
  private static let frames = 20
  /// Seconds between two changes of a figure: what changes faster can not be read.
  private static let readable = 0.25

  /// Notes when a sample of a movement was taken. Several fingers at one time are one sample.
  mutating func handle(_ event: TouchEvent) {
    guard case .motion(_, _, let stamp) = event, stamp != stamps.last else { return }
    if let last = stamps.last, stamp &- last > Self.pause { stamps.removeAll(keepingCapacity: true) }
    if stamps.count == Self.samples { stamps.removeFirst() }
    stamps.append(stamp)
    guard stamps.count >= Self.fewestSamples, let first = stamps.first else { return }
    newestRate = Double(stamps.count - 1) * 1000 / Double(stamp &- first)
  }

  /// Something arrived that the next frame shows.
  mutating func arrived(at time: Double) { waitingSince = waitingSince ?? time }

  /// A frame is drawn at `now` that is seen at `time`.
  mutating func shown(at time: Double, drawnAt now: Double) {
    if let since = waitingSince, time >= since {
      if latencies.count == Self.frames { latencies.removeFirst() }
      latencies.append(time - since)
      newestLatency = latencies.reduce(0, +) / Double(latencies.count)
    }
    waitingSince = nil
    if now - written >= Self.readable {
      written = now
      settle()
    }
  }

  /// Makes the newest figures those that are read.
  mutating func settle() {
    rate = newestRate
    latency = newestLatency
  }
}
