import Display
import RotundaGeometry
import TestCompositor
import Testing
import Wayland

/// Screen rotation on compositors that let clients change outputs.
@MainActor
@Suite(.serialized)
struct ScreenTurningTests {
  private func stage(_ transform: WlOutput.Transform = .normal) throws -> SessionStage {
    try SessionStage {
      $0.offered[.zwlrOutputManagerV1] = ProtocolInterface.zwlrOutputManagerV1.maximumVersion
      $0.outputs = [OutputOptions(width: 640, height: 480)]
      $0.outputs[0].transform = transform
    }
  }

  private func transforms(_ stage: SessionStage) -> [UInt32] {
    stage.compositor.outputTransforms.map(\.rawValue)
  }

  @Test(arguments: ScreenRotation.allCases)
  func theScreenIsTurnedBeforeTheFirstFrame(rotation: ScreenRotation) throws {
    let stage = try stage(.flipped)
    defer { stage.end() }
    var seen: [UInt32] = []
    stage.onFrame = { seen += transforms(stage) }
    #expect(stage.session.turnScreens(to: rotation))
    try stage.show()
    #expect(Set(seen) == [UInt32(rotation.waylandTransform)])
    #expect(stage.compositor.appliedConfigurations == 1)
    #expect(stage.compositor.violations.isEmpty && stage.disconnections.isEmpty)
  }

  @Test func correctScreenIsLeftUnchanged() throws {
    let stage = try stage(._270)
    defer { stage.end() }
    stage.session.turnScreens(to: .right)
    try stage.show()
    try stage.settle()
    #expect(stage.compositor.appliedConfigurations == 0)
  }

  @Test func aScreenThatComesLaterIsTurnedToo() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.session.turnScreens(to: .left)
    try stage.show()
    stage.compositor.addOutput(OutputOptions(width: 800, height: 600))
    #expect(try stage.wait { transforms(stage) == [1, 1] })
    stage.session.turnScreens(to: .upsideDown)
    #expect(try stage.wait { transforms(stage) == [2, 2] })
    // Without a configured rotation, the screen keeps its current one.
    stage.session.turnScreens(to: nil)
    stage.compositor.changeOutput(0) { $0.transform = .normal }
    try stage.settle()
    #expect(transforms(stage) == [0, 2])
    #expect(stage.compositor.violations.isEmpty && stage.disconnections.isEmpty)
  }

  @Test func aCompositorThatRefusesIsAskedOnce() throws {
    let stage = try stage()
    defer { stage.end() }
    stage.compositor.refusesConfigurations = true
    stage.session.turnScreens(to: .right)
    try stage.show()
    stage.compositor.changeOutput(0) { $0.scale = 2 }
    try stage.settle()
    #expect(stage.compositor.appliedConfigurations == 1 && transforms(stage) == [0])
    stage.session.turnScreens(to: .left)
    try stage.settle()
    #expect(stage.compositor.appliedConfigurations == 2)
    #expect(try stage.comesToRest())
  }

  @Test func withoutTheProtocolTheScreenMustMatchAlready() throws {
    let stage = try SessionStage { $0.outputs[0].transform = ._90 }
    defer { stage.end() }
    try stage.show()
    #expect(!stage.session.turnScreens(to: .right))
    #expect(stage.session.turnScreens(to: .left))
    #expect(stage.session.turnScreens(to: nil))
  }
}
