import Testing

@testable import Display

/// The program that owns a new window.
struct WindowClaimsTests {
  private func claims(_ programs: (Int, [String])...) -> WindowClaims {
    var claims = WindowClaims()
    for (program, names) in programs { claims.expect(program, names: names) }
    return claims
  }

  @Test(
    "a window is recognized by its app ID",
    arguments: [
      ("org.gnome.Calculator", 2), ("Calculator", 2), ("mpv", 3), ("MPV", 3), ("something-else", 1), ("", 1),
    ])
  func appIDMatchesTheProgramsNames(appID: String, owner: Int) {
    for front in [nil, 1, 3] {
      var claims = claims((1, ["sh"]), (2, ["org.gnome.Calculator", "gnome-calculator"]), (3, ["mpv"]))
      let found = claims.owner(ofWindow: appID, front: front, isLauncherSeen: true)
      #expect(found == owner, "\(appID) with \(String(describing: front)) in front")
    }
  }

  @Test func withoutNamesTheEarliestStartCounts() {
    var claims = claims((1, []), (2, []))
    #expect(claims.owner(ofWindow: "x", front: nil, isLauncherSeen: true) == 1)
    #expect(claims.owner(ofWindow: "y", front: nil, isLauncherSeen: true) == 2)
    #expect(claims.owner(ofWindow: "z", front: nil, isLauncherSeen: true) == nil)
  }

  @Test func withoutNamesItBelongsToTheVisibleProgram() {
    var claims = claims((1, []), (2, []))
    #expect(claims.owner(ofWindow: "x", front: 2, isLauncherSeen: false) == 2)
    #expect(claims.owner(ofWindow: "y", front: 2, isLauncherSeen: false) == 2)
    #expect(claims.owner(ofWindow: "z", front: 2, isLauncherSeen: true) == 1)
  }

  @Test func returningWindowIsRecognized() {
    var claims = claims((1, ["sh"]), (2, ["sh"]))
    #expect(claims.owner(ofWindow: "game", front: 1, isLauncherSeen: false) == 1)
    #expect(claims.owner(ofWindow: "tool", front: 2, isLauncherSeen: false) == 2)
    #expect(claims.owner(ofWindow: "game", front: 2, isLauncherSeen: false) == 1)
  }

  @Test func programWithoutWindowGetsItFirst() {
    var claims = claims((1, ["browser"]), (2, ["browser"]))
    #expect(claims.owner(ofWindow: "browser", front: 2, isLauncherSeen: false) == 2)
    #expect(claims.owner(ofWindow: "browser", front: 2, isLauncherSeen: false) == 1)
    #expect(claims.owner(ofWindow: "browser", front: 2, isLauncherSeen: false) == 2)
  }

  @Test func endedProgramGetsNoWindow() {
    var claims = claims((1, ["a"]), (2, ["b"]))
    claims.forget(1)
    #expect(claims.owner(ofWindow: "a", front: nil, isLauncherSeen: true) == 2)
    #expect(claims.owner(ofWindow: "a", front: 1, isLauncherSeen: true) == 2)
  }
}
