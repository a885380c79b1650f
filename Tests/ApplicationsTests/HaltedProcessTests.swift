import Glibc
import Programs
import Testing

@testable import Applications

@MainActor
@Suite(.serialized)
struct HaltedProcessTests {
  @Test func aProgramThatWasStoppedIsHaltedUntilItGoesOn() throws {
    let stage = try Stage()
    var isOver = false
    let program = try stage.launcher.start(Command(["sleep", "100"])) { _ in isOver = true }
    #expect(!program.isHalted)
    kill(program.processID, SIGSTOP)
    #expect(try stage.wait { program.isHalted })
    kill(program.processID, SIGCONT)
    #expect(try stage.wait { !program.isHalted })
    kill(program.processID, SIGSTOP)
    program.stop(grace: 0)
    #expect(try stage.wait { isOver })
    #expect(!program.isHalted)
  }

  @Test(arguments: [
    ("0::/user.slice/app.scope\n", "/user.slice/app.scope"), ("1:name=systemd:/a\n0::/b c\n", "/b c"),
    ("0::/\n", "/"), ("1:cpu:/a\n", nil), ("", nil), ("0::\n", nil), ("0::relative\n", nil),
  ])
  func theGroupIsTheOneOfTheSecondHierarchy(text: String, path: String?) {
    #expect(HaltedProcess.path(in: text) == path)
  }

  @Test(arguments: [
    ("populated 1\nfrozen 0\n", false), ("populated 1\nfrozen 1\n", true), ("", false), ("frozen 11", false),
  ])
  func aFrozenGroupSaysSo(text: String, isFrozen: Bool) {
    #expect(HaltedProcess.isFrozen(text) == isFrozen)
  }

  @Test func whatIsNotThereIsNotHalted() { #expect(!HaltedProcess.isHalted(Int32.max)) }
}
