import Configuration
import Programs
import Scene
import Shell
import Testing

/// Permissions of a page's browser on the machine.
struct WebPermissionTests {
  private func limits(_ allowances: Set<WebAllowance>) -> ProgramLimits {
    let tile = Tile(
      id: "page", name: nil, action: .browse(WebPage("https://example.org/", allowances: allowances)))
    return LauncherTile(tile, languages: []) { _ in .failure(.notFound("")) }.conduct.limits
  }

  @Test(arguments: WebAllowance.allCases)
  func pageGetsTheDevicesThatItIsAllowed(allowance: WebAllowance) {
    var expected = limits([])
    #expect(expected.devices == [.sound, .graphics] && !expected.canPrint)
    switch allowance {
    case .camera: expected.devices = [.sound, .graphics, .camera]
    case .printing: expected.canPrint = true
    default: break
    }
    #expect(limits([allowance]) == expected)
  }
}
