import Glibc
import TestCompositor
import Testing

struct ClientProcessTests {
  @Test func whatAClientPrintsAndReturnsIsKept() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try compositor.launch(
      "/bin/sh", ["-c", "echo socket $WAYLAND_SOCKET $EXTRA; test -S /proc/self/fd/3 && exit 7"],
      environment: ["EXTRA": "yes"])
    #expect(try client.waitForExit() == .status(7))
    try client.waitForOutput("socket 3 yes")
    try compositor.waitForDisconnect()
  }

  @Test func aClientIsKilledWithTheCompositor() throws {
    let compositor = try TestCompositor()
    let client = try compositor.launch("/bin/sleep", ["1000"])
    compositor.stop()
    #expect(try client.waitForExit() == .signal(SIGKILL))
  }

  @Test func waitingInVainSaysWhatHappenedInstead() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try compositor.launch("/bin/echo", ["hello"])
    try client.waitForOutput("hello")
    _ = try client.waitForExit()
    let error = #expect(throws: CompositorTimeout.self) { try compositor.waitForFrame(seconds: 0.05) }
    #expect(error?.description.contains("a frame") == true)
    #expect(error?.description.contains("hello") == true)
  }

  @Test func aProgramThatIsNotThereIsAnError() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    #expect(throws: StartError.self) { _ = try compositor.launch("/nonexistent/program") }
  }
}
