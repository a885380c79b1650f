import CAllocations
import Hosting
import Testing

/// Events in, effects out: in order, and never nested.
@MainActor
@Suite struct EventQueueTests {
  /// A record of the queue's calls in order.
  private final class Record {
    var lines: [String] = []
    /// The nesting depth of the handler and the effects.
    var depth = 0
    var deepest = 0

    func run(_ line: String, _ body: () -> Void = {}) {
      depth += 1
      deepest = max(deepest, depth)
      lines.append(line)
      body()
      depth -= 1
    }
  }

  @Test func immediateFailureIsHandledAfterOtherEffects() {
    let record = Record()
    var queue: EventQueue<String, String>?
    queue = EventQueue { event, effects in
      record.run("handle \(event)")
      if event == "tap" { effects += ["start", "play sound"] }
      if event == "start failed" { effects.append("show message") }
    } perform: { effect in
      record.run("perform \(effect)") {
        if effect == "start" { queue?.post("start failed") }
      }
    } settle: {
      record.run("settle")
    }
    queue?.post("tap")
    #expect(
      record.lines == [
        "handle tap", "perform start", "perform play sound", "handle start failed", "perform show message",
        "settle",
      ])
    #expect(record.deepest == 1)
  }

  @Test func eventsOfEffectsAreHandledInOrder() {
    let record = Record()
    var queue: EventQueue<Int, Int>?
    queue = EventQueue { event, effects in
      record.run("handle \(event)")
      if event == 0 { effects += [1, 2] }
    } perform: { effect in
      record.run("perform \(effect)") {
        queue?.post(effect * 10)
        queue?.post(effect * 10 + 1)
      }
    } settle: {
    }
    queue?.post(0)
    #expect(
      record.lines == [
        "handle 0", "perform 1", "perform 2", "handle 10", "handle 11", "handle 20", "handle 21",
      ])
    #expect(record.deepest == 1)
  }

  @Test func eventsPostedWhileSettlingAreHandled() {
    let record = Record()
    var queue: EventQueue<String, Never>?
    var isSettled = false
    queue = EventQueue { event, _ in
      record.run("handle \(event)")
    } perform: { _ in
    } settle: {
      record.run("settle") {
        if !isSettled { queue?.post("covered") }
        isSettled = true
      }
    }
    queue?.post("tap")
    #expect(record.lines == ["handle tap", "settle", "handle covered", "settle"])
    #expect(record.deepest == 1)
  }

  @Test func effectsOfAFrameWaitForIt() {
    let record = Record()
    let queue = EventQueue<String, String> { event, effects in
      record.run("handle \(event)")
      effects.append("answer")
    } perform: {
      record.run("perform \($0)")
    } settle: {
      record.run("settle")
    }
    queue.collect { $0.append("draw picture") }
    #expect(record.lines.isEmpty)
    queue.drain()
    #expect(record.lines == ["perform draw picture", "settle"])
    // A frame's effects come before those of a later event.
    record.lines = []
    queue.collect { $0.append("draw picture") }
    queue.post("tap")
    #expect(record.lines == ["perform draw picture", "handle tap", "perform answer", "settle"])
  }

  @Test(.enabled(if: allocations_are_counted(), "a sanitizer counts allocations itself"))
  func aBusyQueueTakesNoMemory() {
    var sum = 0
    let queue = EventQueue<Int, Int> { event, effects in
      effects.append(event)
      effects.append(event + 1)
    } perform: {
      sum += $0
    } settle: {
    }
    func turn() {
      for number in 0..<100 {
        queue.post(number)
        queue.collect { $0.append(number) }
        queue.drain()
      }
    }
    turn()
    let before = allocation_count()
    turn()
    #expect(allocation_count() == before)
    #expect(sum == 2 * (3 * 4950 + 100))
  }
}
