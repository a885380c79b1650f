import Display
import TestCompositor
import Testing
import Wayland

/// Whether a visitor is present, as reported by the compositor, with several requests.
@MainActor
@Suite(.serialized)
struct IdleWatchTests {
  private func stage(_ interface: ProtocolInterface) throws -> (SessionStage, Told) {
    let stage = try SessionStage { $0.offered[interface] = interface.maximumVersion }
    try stage.show()
    let told = Told()
    stage.session.idleWatch?.onIdle = { told.words.append("idle") }
    stage.session.idleWatch?.onActive = { told.words.append("active") }
    stage.session.watchIdle(after: 60)
    try stage.settle()
    return (stage, told)
  }

  private final class Told {
    var words: [String] = []
  }

  @Test(arguments: [ProtocolInterface.extIdleNotifierV1, .orgKdeKwinIdle])
  func arrivalDuringANewRequestIsReported(interface: ProtocolInterface) throws {
    let (stage, told) = try stage(interface)
    defer { stage.end() }
    stage.compositor.becomeIdle()
    #expect(try stage.wait { told.words == ["idle"] })
    stage.session.watchIdle(after: 30)
    try stage.settle()
    stage.compositor.resumeFromIdle()
    #expect(try stage.wait { told.words == ["idle", "active"] })
    stage.compositor.becomeIdle()
    #expect(try stage.wait { told.words == ["idle", "active", "idle"] })
    stage.compositor.resumeFromIdle()
    #expect(try stage.wait { told.words == ["idle", "active", "idle", "active"] })
  }

  @Test(arguments: [ProtocolInterface.extIdleNotifierV1, .orgKdeKwinIdle])
  func nothingIsReportedAfterCancel(interface: ProtocolInterface) throws {
    let (stage, told) = try stage(interface)
    defer { stage.end() }
    stage.compositor.becomeIdle()
    #expect(try stage.wait { told.words == ["idle"] })
    stage.session.watchIdle(after: nil)
    try stage.settle()
    stage.compositor.resumeFromIdle()
    try stage.settle()
    #expect(told.words == ["idle"])
    #expect(stage.compositor.violations.isEmpty && stage.disconnections.isEmpty)
  }

  /// The visitor may now use a device of the new seat.
  @Test func newSeatMakesTheIdleStateUnknown() throws {
    let (stage, told) = try stage(.extIdleNotifierV1)
    defer { stage.end() }
    stage.session.idleWatch?.onUnknown = { told.words.append("unknown") }
    stage.compositor.becomeIdle()
    #expect(try stage.wait { told.words == ["idle"] })
    stage.compositor.addSeat()
    #expect(try stage.wait { told.words == ["idle", "unknown"] })
    try stage.settle()
    stage.compositor.becomeIdle()
    #expect(try stage.wait { told.words == ["idle", "unknown", "idle"] })
    stage.compositor.resumeFromIdle()
    #expect(try stage.wait { told.words.last == "active" })
  }
}
