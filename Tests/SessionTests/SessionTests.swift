import Foundation
import RealCompositors
import Testing

/// The main process of a kiosk's service, with compositors that are packaged.
@Suite(.serialized) struct SessionTests {
  @Test(arguments: ["cage", "sway", "weston"])
  func everyCompositorShowsTheLauncherAndTheServiceManagerHearsOfIt(compositor: String) throws {
    let stage = try SessionStage(compositor)
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1", count: 3)
    #expect(stage.manager.has("STATUS=the carousel is on the screen"))
    #expect(stage.manager.received.filter { $0 == "READY=1" }.count == 1)
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
    #expect(stage.manager.has("STOPPING=1"))
  }

  @Test func withoutAWatchdogNobodyIsAskedAnything() throws {
    let stage = try SessionStage(watchdog: false)
    try stage.show()
    try stage.manager.waitForSilence(of: "WATCHDOG=1", seconds: 2)
    #expect(!stage.manager.has("WATCHDOG=1"))
  }

  @Test(arguments: ["cage", "sway", "weston"], [true, false])
  func whenEitherIsKilledTheOtherEndsAndTheServiceStartsAgain(compositor: String, isLauncher: Bool) throws {
    let stage = try SessionStage(compositor)
    try stage.show()
    kill(try stage.process(isLauncher ? "rotunda" : compositor), SIGKILL)
    #expect(try stage.end() == 75)
  }

  @Test(arguments: [true, false])
  func whoeverHangsIsNotedAndKilled(isLauncher: Bool) throws {
    let stage = try SessionStage()
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1", count: 2)
    kill(try stage.process(isLauncher ? "rotunda" : "cage"), SIGSTOP)
    try stage.manager.waitForSilence(of: "WATCHDOG=1", seconds: 3 * SessionStage.interval)
    // What a service manager does then.
    stage.session.signal(SIGABRT)
    #expect(try stage.end() == 75)
  }

  @Test func nothingSurvivesASessionThatIsKilled() throws {
    let stage = try SessionStage()
    try stage.show()
    stage.session.signal(SIGKILL)
    #expect(try stage.end() == -SIGKILL)
  }

  @Test func aStoppedCompositorDoesNotKeepTheSessionFromEnding() throws {
    let stage = try SessionStage()
    try stage.show()
    for name in ["cage", "rotunda"] { kill(try stage.process(name), SIGSTOP) }
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
  }
}
