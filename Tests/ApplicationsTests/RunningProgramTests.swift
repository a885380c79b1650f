import Applications
import EventLoop
import Foundation
import Programs
import Testing

@MainActor
@Suite(.serialized)
struct RunningProgramTests {
  let stage: Stage

  init() throws {
    stage = try Stage()
  }

  /// Starts a script, waits until it has written `lines` lines, and returns them as process IDs.
  private func start(
    _ script: String, lines: Int, onEnd: @escaping (ExitReason) -> Void = { _ in }
  ) throws -> (RunningProgram, [Int32]) {
    let program = try stage.launcher.start(Command(["/bin/sh", "-c", script]), onEnd: onEnd)
    var processes: [Int32] { stage.output.split(separator: "\n").compactMap { Int32($0) } }
    try #require(try stage.wait { processes.count == lines })
    return (program, processes)
  }

  @Test func aPoliteProgramEndsByTheFirstSignal() throws {
    var reason: ExitReason?
    let (program, _) = try start("trap 'exit 9' TERM; echo 1; while :; do sleep 0.02; done", lines: 1) {
      reason = $0
    }
    program.stop(grace: 15)
    #expect(try stage.wait { stage.launcher.count == 0 })
    #expect(reason == .exited(status: 9))
    #expect(program.exitReason == reason)
  }

  @Test func aStubbornProgramIsKilledAfterTheGrace() throws {
    var reason: ExitReason?
    let (program, _) = try start("trap '' TERM; echo 1; while :; do sleep 0.02; done", lines: 1) {
      reason = $0
    }
    program.stop(grace: 0.1)
    #expect(try stage.wait { stage.launcher.count == 0 })
    #expect(reason == .signaled(signal: SIGKILL, coreDumped: false))
  }

  @Test func aSecondStopShortensTheGrace() throws {
    let (program, _) = try start("trap '' TERM; echo 1; while :; do sleep 0.02; done", lines: 1)
    program.stop(grace: 1000)
    program.stop(grace: 0)
    program.stop(grace: 1000)
    #expect(try stage.wait { stage.launcher.count == 0 })
  }

  @Test func aStoppedProgramHearsTheSignalToo() throws {
    var reason: ExitReason?
    let (program, _) = try start("echo 1; kill -STOP $$; exit 1", lines: 1) { reason = $0 }
    program.stop(grace: 15)
    #expect(try stage.wait { stage.launcher.count == 0 })
    #expect(reason == .signaled(signal: SIGTERM, coreDumped: false))
  }

  @Test func theWholeGroupEndsWithGrandchildren() throws {
    let (program, processes) = try start(
      "(sh -c 'trap \"\" TERM; echo $$; sleep 600; sleep 600' & echo $$; sleep 600) & sleep 600 & echo $!; wait",
      lines: 3)
    program.stop(grace: 0.1)
    #expect(try stage.wait { stage.launcher.count == 0 })
    #expect(processes.allSatisfy { !Stage.isAlive($0) })
  }

  @Test func jobsInOwnGroupsBelongToTheSession() throws {
    let (program, processes) = try start("set -m; sleep 600 & echo $!; wait", lines: 1)
    program.stop(grace: 5)
    #expect(try stage.wait { stage.launcher.count == 0 })
    #expect(!Stage.isAlive(processes[0]))
  }

  @Test func leadersLeftoversEndWithoutAStop() throws {
    var reason: ExitReason?
    let (_, processes) = try start("sleep 600 & echo $!; exit 4", lines: 1) { reason = $0 }
    #expect(try stage.wait { stage.launcher.count == 0 })
    #expect(reason == .exited(status: 4))
    #expect(!Stage.isAlive(processes[0]))
  }

  @Test func endIsReportedBeforeStubbornLeftoversAreGone() throws {
    var reason: ExitReason?
    let (program, processes) = try start(
      "sh -c 'trap \"\" TERM; echo $$; while :; do sleep 0.02; done' & sleep 0.2; exit 4", lines: 1
    ) { reason = $0 }
    #expect(try stage.wait { reason != nil })
    #expect(Stage.isAlive(processes[0]))
    #expect(stage.launcher.count == 1)
    program.stop(grace: 0)
    #expect(try stage.wait { stage.launcher.count == 0 })
    #expect(!Stage.isAlive(processes[0]))
  }

  @Test func endIsReportedOnce() throws {
    var count = 0
    let (program, _) = try start("echo 1; exit 0", lines: 1) { _ in count += 1 }
    #expect(try stage.wait { stage.launcher.count == 0 })
    program.stop(grace: 0)
    for _ in 0..<5 { try stage.loop.step(timeout: 0) }
    #expect(count == 1)
  }

  @Test func stopAllReportsItsCompletion() throws {
    var isDone = false
    stage.launcher.stopAll(grace: 1) { isDone = true }
    #expect(isDone)
    isDone = false
    var processes: [Int32] = []
    for _ in 0..<3 {
      processes.append(try stage.launcher.start(Command(["sleep", "600"])) { _ in }.processID)
    }
    stage.launcher.stopAll(grace: 5) { isDone = true }
    #expect(!isDone)
    #expect(try stage.wait { isDone })
    #expect(processes.allSatisfy { !Stage.isAlive($0) })
  }

  @Test func endOfAProgramCanStartAnother() throws {
    var ends = 0
    func next() throws {
      _ = try stage.launcher.start(Command(["true"])) { _ in
        ends += 1
        if ends < 3 { #expect(throws: Never.self) { try next() } }
      }
    }
    try next()
    #expect(try stage.wait { ends == 3 })
  }
}
