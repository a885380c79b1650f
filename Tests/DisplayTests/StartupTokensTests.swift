import Display
import TestCompositor
import Testing
import Wayland

/// Tokens that let programs come to the front.
@MainActor
@Suite(.serialized)
struct StartupTokensTests {
  @Test func tokenRequestNamesTheVisitorsInput() throws {
    let stage = try SessionStage { $0.offered[.xdgActivationV1] = 1 }
    defer { stage.end() }
    try stage.show()
    stage.compositor.touchDown(id: 1, x: 10, y: 10)
    stage.compositor.touchUp(id: 1)
    #expect(try stage.wait { stage.touches.count >= 2 })
    var tokens: [String?] = []
    #expect(stage.session.askForStartupToken { tokens.append($0) })
    #expect(tokens.isEmpty, "the token arrives later")
    #expect(stage.session.askForStartupToken { tokens.append($0) })
    #expect(try stage.wait { tokens.count == 2 })
    #expect(tokens == ["token-1", "token-2"])
    try stage.settle()
    #expect(stage.compositor.requests("xdg_activation_token_v1", "set_serial").count == 2)
    #expect(stage.compositor.requests("xdg_activation_token_v1", "set_surface").count == 2)
    #expect(stage.compositor.requests("xdg_activation_token_v1", "destroy").count == 2)
    #expect(stage.compositor.violations.isEmpty && stage.disconnections.isEmpty)
  }

  @Test func noTokenIsRequestedWithoutTheProtocol() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    #expect(!stage.session.askForStartupToken { _ in Issue.record("a token arrived") })
  }

  @Test func noTokenArrivesAfterTheEnd() throws {
    let stage = try SessionStage { $0.offered[.xdgActivationV1] = 1 }
    try stage.show()
    #expect(stage.session.askForStartupToken { _ in Issue.record("a token arrived") })
    stage.end()
  }
}
