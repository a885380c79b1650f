import SeededRandom
import Testing

@testable import Display

@MainActor
struct PresentationEstimateTests {
  private let refresh = 1.0 / 60

  @Test func jitteringCallbacksGiveEvenPredictions() {
    var estimate = PresentationEstimate(refresh: refresh)
    var generator = SeededGenerator(seed: 42)
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

  @Test func predictionsStayAheadAndNeverGoBack() {
    var generator = SeededGenerator(seed: 7)
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

  @Test func estimateLearnsFromPresentationFeedback() {
    var estimate = PresentationEstimate(refresh: refresh)
    let interval = 1.0 / 120
    // Visible two refreshes after the drawing started.
    for frame in 0..<100 {
      let now = 50 + Double(frame) * interval
      _ = estimate.predict(now: now)
      estimate.presented(at: now + 2 * interval, drawnFrom: now, interval: interval)
    }
    let now = 50 + 100 * interval
    #expect(abs(estimate.predict(now: now) - (now + 2 * interval)) < 1e-6)
    #expect(estimate.refresh == interval)
  }

  @Test func nonsensicalTimesAreIgnored() {
    var estimate = PresentationEstimate(refresh: refresh)
    estimate.setNominalRefresh(0)
    estimate.setNominalRefresh(1000)
    estimate.presented(at: .infinity, drawnFrom: 1, interval: refresh)
    estimate.presented(at: 0, drawnFrom: 1, interval: refresh)
    estimate.presented(at: 1e9, drawnFrom: 1, interval: refresh)
    #expect(estimate.refresh == refresh && estimate.latency == refresh)
  }
}
