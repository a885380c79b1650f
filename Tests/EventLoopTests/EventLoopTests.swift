import EventLoop
import Foundation
import Testing

@MainActor
struct EventLoopTests {
  let loop: EventLoop

  init() throws {
    loop = try EventLoop()
  }

  /// Runs the loop. Fails instead of hanging if no handler stops it.
  private func run() throws -> Int32 {
    let limit = try loop.addDeadline { [loop] in loop.stop(status: -1) }
    limit.set(EventLoop.now + 60)
    defer { limit.cancel() }
    return try loop.run()
  }

  @Test func stopGivesTheStatusThatRunReturns() throws {
    try loop.addDeadline { loop.stop(status: 42) }.set(EventLoop.now)
    #expect(try run() == 42)
  }

  @Test func aStopBeforeTheRunCountsOnce() throws {
    loop.stop(status: 5)
    #expect(try run() == 5)
    try loop.addDeadline { loop.stop(status: 6) }.set(EventLoop.now)
    #expect(try run() == 6)
  }

  @Test func deadlinesFireInOrderNeverEarly() throws {
    var fired: [Int] = []
    var lateness: [Double] = []
    let start = EventLoop.now
    for (index, delay) in [0.03, 0.01, 0.02].enumerated() {
      let deadline = try loop.addDeadline {
        fired.append(index)
        lateness.append(EventLoop.now - start - delay)
        if fired.count == 3 { loop.stop() }
      }
      deadline.set(start + delay)
    }
    #expect(try run() == 0)
    #expect(fired == [1, 2, 0])
    #expect(lateness.allSatisfy { $0 >= 0 })
  }

  @Test func deadlineFiresOnceAndCanBeRearmed() throws {
    var count = 0
    let deadline = Box<Deadline>()
    deadline.value = try loop.addDeadline {
      count += 1
      #expect(deadline.value?.time == nil)
      if count < 3 { deadline.value?.set(EventLoop.now) } else { loop.stop() }
    }
    deadline.value?.set(EventLoop.now - 10)
    #expect(try run() == 0)
    #expect(count == 3)
    try loop.step(timeout: 0)
    #expect(count == 3)
  }

  @Test(arguments: [nil, Double.infinity, .nan, 1e300])
  func aDeadlineThatIsNotSetNeverFires(time: Double?) throws {
    let deadline = try loop.addDeadline { Issue.record("fired") }
    deadline.set(EventLoop.now)
    deadline.set(time)
    try loop.addDeadline { loop.stop() }.set(EventLoop.now + 0.005)
    #expect(try run() == 0)
  }

  @Test func canceledSourceIsNotCalledWhenDue() throws {
    let second = Box<Deadline>()
    var count = 0
    for _ in 0..<2 {
      // The first of the two cancels the other.
      let deadline = try loop.addDeadline {
        count += 1
        second.all.forEach { $0.cancel() }
      }
      deadline.set(EventLoop.now)
      second.all.append(deadline)
    }
    try loop.addDeadline { loop.stop() }.set(EventLoop.now + 0.01)
    #expect(try run() == 0)
    #expect(count == 1)
    #expect(second.all.allSatisfy { !$0.isActive })
  }

  @Test func aDescriptorIsCalledWhileItIsReady() throws {
    let (reader, writer) = try makePipe()
    var text = ""
    try loop.addDescriptor(reader, owned: true) { events in
      var byte: UInt8 = 0
      if events.contains(.readable), read(reader, &byte, 1) == 1 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else if events.contains(.hangup) {
        loop.stop()
      }
    }
    write(writer, "abc", 3)
    close(writer)
    #expect(try run() == 0)
    #expect(text == "abc")
  }

  @Test func anOwnedDescriptorIsClosedWithItsSource() throws {
    let (reader, writer) = try makePipe()
    defer { close(writer) }
    let source = try loop.addDescriptor(reader, owned: true) { _ in }
    source.cancel()
    source.cancel()
    #expect(fcntl(reader, F_GETFD) == -1)
  }

  @Test func aBadDescriptorIsAnError() {
    #expect(throws: EventLoopError("watch a descriptor", errno: EBADF)) {
      try loop.addDescriptor(-1) { _ in }
    }
  }

  @Test func writeToABrokenPipeDoesNotKill() throws {
    let (reader, writer) = try makePipe()
    close(reader)
    #expect(write(writer, "x", 1) == -1 && errno == EPIPE)
    close(writer)
  }

  @Test func aSignalIsAnEvent() throws {
    var count: Int32 = 0
    try loop.addSignal(SIGHUP) {
      count += 1
      loop.stop(status: count)
    }
    raise(SIGHUP)
    raise(SIGHUP)
    #expect(try run() == 1)
  }

  @Test func aRingFromAnotherThreadWakesTheLoop() throws {
    let wakeup = try Wakeup()
    var rings = 0
    try loop.addWakeup(wakeup) {
      rings += 1
      loop.stop()
    }
    Thread.detachNewThread { wakeup.wake() }
    #expect(try run() == 0)
    #expect(rings == 1)
    try loop.step(timeout: 0)
    #expect(rings == 1)
  }

  private func makePipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }
}

/// A container for a value that a closure needs before the value exists.
@MainActor
final class Box<Value> {
  var value: Value?
  var all: [Value] = []
}
