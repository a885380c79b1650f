import Foundation
import Testing

@testable import Applications

@MainActor
struct ProcessStatusTests {
  @Test(arguments: [
    ("12 (sh) S 1 12 12 34816", false), ("12 (a) b (c)) Z 1 12 12 0", true), ("12 () R) X 1 12 12 0", true),
  ])
  func theNameMayHoldAnything(text: String, isZombie: Bool) throws {
    let status = try #require(ProcessStatus(parsing: Array(text.utf8)[...]))
    #expect(status.processID == 12 && status.parent == 1 && status.group == 12 && status.session == 12)
    #expect(status.isZombie == isZombie)
  }

  @Test(arguments: [("S", false), ("R", false), ("D", false), ("Z", false), ("T", true), ("t", true)])
  func stoppedOrTracedProcessIsRecognized(state: String, isStopped: Bool) throws {
    let status = try #require(ProcessStatus(parsing: Array("12 (sh) \(state) 1 12 12 0".utf8)[...]))
    #expect(status.isStopped == isStopped)
  }

  @Test func pagesReadFromDiskAreCounted() throws {
    let text = "12 (a b) D 1 12 12 0 -1 4194304 3071 9 42 8 0 0"
    let status = try #require(ProcessStatus(parsing: Array(text.utf8)[...]))
    #expect(status.majorFaults == 42 && status.isInUninterruptibleSleep)
  }

  @Test(arguments: [
    "", "12", "12 (sh", "12 (sh) S", "12 (sh) S 1 2", "x (sh) S 1 2 3", ") 1 (", "12 (sh) S a b c",
  ])
  func invalidStatusIsRefused(text: String) {
    #expect(ProcessStatus(parsing: Array(text.utf8)[...]) == nil)
  }

  @Test func thisProcessIsFound() throws {
    let own = try #require(ProcessStatus(of: getpid()))
    #expect(own.parent == getppid() && own.session == getsid(0) && own.group == getpgrp())
    #expect(ProcessStatus.all().contains(own))
    #expect(ProcessStatus(of: Int32.max) == nil)
  }
}
