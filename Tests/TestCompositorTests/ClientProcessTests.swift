import Foundation
import TestCompositor
import Testing

struct ClientProcessTests {
  @Test func clientOutputAndStatusAreKept() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try compositor.launch(
      "/bin/sh", ["-c", "echo the $EXTRA; test -S /proc/self/fd/$WAYLAND_SOCKET && exit 7"],
      environment: ["EXTRA": "socket"])
    #expect(try client.waitForExit() == .status(7))
    try client.waitForOutput("the socket")
    try compositor.waitForDisconnect()
  }

  @Test func endedClientsOutputIsComplete() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    // More output than a single read returns. Several rounds, because the reading thread is often fast enough
    // by chance.
    let script = "head -c 50000 /dev/zero | tr '\\0' x; echo the end"
    for round in 1...20 {
      let client = try compositor.launch("/bin/sh", ["-c", script])
      #expect(try client.waitForExit() == .status(0))
      let output = client.output
      #expect(output.utf8.count == 50_008 && output.hasSuffix("the end\n"), "round \(round): \(output.count)")
    }
  }

  @Test func outputIsCompleteWhenItsEffectIsVisible() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let mark = FileManager.default.temporaryDirectory.appending(path: "printed-\(UUID())").path
    defer { unlink(mark) }
    for round in 1...20 {
      unlink(mark)
      let client = try compositor.launch("/bin/sh", ["-c", "echo printed; : >'\(mark)'; exec sleep 1000"])
      while access(mark, F_OK) != 0 { sched_yield() }
      #expect(client.output == "printed\n", "round \(round)")
      client.kill()
    }
  }

  @Test func leftoversDoNotDelayTheEnd() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try compositor.launch("/bin/sh", ["-c", "sleep 1000 & echo $!"])
    #expect(try client.waitForExit() == .status(0))
    let child = try #require(pid_t(client.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(child, SIGKILL) == 0)
  }

  @Test func aClientIsKilledWithTheCompositor() throws {
    let compositor = try TestCompositor()
    let client = try compositor.launch("/bin/sleep", ["1000"])
    compositor.stop()
    #expect(try client.waitForExit() == .signal(SIGKILL))
  }

  @Test func failedWaitReportsWhatHappened() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try compositor.launch("/bin/echo", ["hello"])
    try client.waitForOutput("hello")
    _ = try client.waitForExit()
    let error = #expect(throws: CompositorTimeout.self) { try compositor.waitForFrame(seconds: 0.05) }
    #expect(error?.description.contains("a frame") == true)
    #expect(error?.description.contains("hello") == true)
  }

  @Test func missingProgramIsAnError() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    #expect(throws: StartError.self) { _ = try compositor.launch("/nonexistent/program") }
  }
}
