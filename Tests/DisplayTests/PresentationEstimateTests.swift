import Testing

@testable import Display

@MainActor
struct PresentationEstimateTests {
  private let refresh = 1.0 / 60

  @Test func jitteringCallbacksGiveEvenPredictions() {
    var estimate = PresentationEstimate(refresh: refresh)
    var generator = Seeded(seed: 42)
    var predictions: [Double] = []
    for frame in 0..<300 {
      let now = 100 + Double(frame) * refresh + Double.random(in: -0.003...0.003, using: &generator)
      estimate.callback(at: now)
      predictions.append(estimate.predict(now: now))
    }
    let steps = zip(predictions.dropFirst(), predictions).map { $0 - $1 }.dropFirst(30)
    #expect(steps.allSatisfy { abs($0 - refresh) < 0.001 }, "\(steps.min() ?? 0) … \(steps.max() ?? 0)")
  }

  @Test func aMissedRefreshIsAStepOfTwo() {
    var estimate = PresentationEstimate(refresh: refresh)
    let first = estimate.predict(now: 5)
    estimate.callback(at: 5 + 2 * refresh)
    let second = estimate.predict(now: 5 + 2 * refresh)
    #expect(abs(second - first - 2 * refresh) < 1e-6)
  }

  @Test func predictionsAreLaterThanNowAndNeverGoBack() {
    var generator = Seeded(seed: 7)
    var estimate = PresentationEstimate(refresh: refresh)
    var now = 10.0
    var last = 0.0
    for _ in 0..<1000 {
      now += Double.random(in: 0...0.05, using: &generator)
      if Bool.random(using: &generator) { estimate.callback(at: now) }
      if Bool.random(using: &generator) {
        estimate.presented(
          at: now + Double.random(in: -0.1...0.1, using: &generator), drawnFrom: now - 0.03,
          interval: [0, 0.016, 0.008, 5].randomElement(using: &generator) ?? 0)
      }
      let predicted = estimate.predict(now: now)
      #expect(predicted > now && predicted >= last)
      last = predicted
    }
  }

  @Test func whatThePresentationSaysIsLearned() {
    var estimate = PresentationEstimate(refresh: refresh)
    let interval = 1.0 / 120
    // Seen two refreshes after the drawing began.
    for frame in 0..<100 {
      let now = 50 + Double(frame) * interval
      _ = estimate.predict(now: now)
      estimate.presented(at: now + 2 * interval, drawnFrom: now, interval: interval)
    }
    let now = 50 + 100 * interval
    #expect(abs(estimate.predict(now: now) - (now + 2 * interval)) < 1e-6)
    #expect(estimate.refresh == interval)
  }

  @Test func nonsenseIsNotBelieved() {
    var estimate = PresentationEstimate(refresh: refresh)
    estimate.setNominalRefresh(0)
    estimate.setNominalRefresh(1000)
    estimate.presented(at: .infinity, drawnFrom: 1, interval: refresh)
    estimate.presented(at: 0, drawnFrom: 1, interval: refresh)
    estimate.presented(at: 1e9, drawnFrom: 1, interval: refresh)
    #expect(estimate.refresh == refresh && estimate.latency == refresh)
  }
}

/// SplitMix64, so that a failure can be repeated.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
