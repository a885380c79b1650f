import EventLoop
import Glibc
import Testing

@MainActor
struct ConnectionSourceTests {
  let loop: EventLoop
  let ends: [Int32]

  init() throws {
    loop = try EventLoop()
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    self.ends = ends
  }

  @Test func eachPreparationIsFollowedByItsEnd() throws {
    var calls = ""
    try loop.addConnection(
      ends[0],
      beforeWait: {
        calls += "("
        return .readable
      },
      afterWait: { calls += $0.contains(.readable) ? "r)" : ")" })
    try loop.step(timeout: 0)
    #expect(calls == "()")
    write(ends[1], "x", 1)
    try loop.step(timeout: 0)
    #expect(calls == "()(r)")
  }

  @Test func connectionIsReadBeforeOtherSources() throws {
    var calls: [String] = []
    try loop.addDescriptor(dup(ends[0]), owned: true) { _ in calls.append("other") }
    try loop.addConnection(
      ends[0], beforeWait: { .readable },
      afterWait: { if $0.contains(.readable) { calls.append("connection") } })
    write(ends[1], "x", 1)
    for _ in 0..<10 where !calls.contains("other") { try loop.step(timeout: 0) }
    #expect(calls.first == "connection")
  }

  @Test func aDeadlineSetBeforeTheWaitIsKept() throws {
    var isSet = false
    let deadline = try loop.addDeadline { loop.stop(status: 3) }
    try loop.addConnection(
      ends[0],
      beforeWait: {
        if !isSet { deadline.set(EventLoop.now + 0.005) }
        isSet = true
        return .readable
      }, afterWait: { _ in })
    #expect(try loop.run() == 3)
  }

  @Test func aStopBeforeTheWaitDoesNotWait() throws {
    try loop.addConnection(
      ends[0],
      beforeWait: {
        loop.stop(status: 9)
        return .readable
      }, afterWait: { _ in })
    #expect(try loop.run() == 9)
  }

  @Test func waitingToWriteIsAnsweredWithWritable() throws {
    var seen: DescriptorEvents = []
    try loop.addConnection(ends[0], beforeWait: { [.readable, .writable] }, afterWait: { seen = $0 })
    try loop.step(timeout: 0)
    #expect(seen == .writable)
  }

  @Test func canceledConnectionReceivesNothingMore() throws {
    let source = Box<ConnectionSource>()
    source.value = try loop.addConnection(
      ends[0],
      beforeWait: {
        source.value?.cancel()
        return .readable
      }, afterWait: { _ in Issue.record("called after the cancel") })
    try loop.step(timeout: 0)
    try loop.step(timeout: 0)
    #expect(source.value?.isActive == false)
  }

  @Test func hangupIsReported() throws {
    var seen: DescriptorEvents = []
    try loop.addConnection(ends[0], beforeWait: { .readable }, afterWait: { seen.formUnion($0) })
    close(ends[1])
    try loop.step(timeout: 0)
    #expect(seen.contains(.hangup))
  }
}
