import Foundation
import LongCheck
import RealCompositors
import Testing

/// The xdg-activation token that a program receives, so that the compositor brings its first window to the
/// front.
@Suite(
  .enabled(
    if: LongCheck.isOn, "takes long: make check-long"))
struct ActivationTests {
  /// cage 0.1.4 does not support it.
  @Test(arguments: [(Compositor.Kind.sway, true), (.kwin, true), (.cage, false)])
  func touchedTilesProgramGetsAFreshToken(
    _ kind: Compositor.Kind, hasTokens: Bool
  ) throws {
    let kiosk = try RealKiosk(kind) { scratch in
      """
      [[tile]]
      name = "token"
      run = ["sh", "-c", "echo \\"<$XDG_ACTIVATION_TOKEN>\\" >>\(scratch.file("opened"))"]

      """
    }
    let first = try kiosk.opening { try kiosk.tapMiddle() }
    if kind != .kwin { _ = try kiosk.compositor.waitForRest() }
    let second = try kiosk.opening { try kiosk.tapMiddle() }
    #expect((first != "<>" && second != "<>") == hasTokens, "\\(first), \\(second)")
    #expect((first != second) == hasTokens)
  }
}
