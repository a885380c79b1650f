import RotundaGeometry
import Supervision
import Testing

struct CompositorPlanTests {
  private func plan(
    _ compositor: SessionCompositor, environment: [String: String] = [:], arguments: [String] = [],
    additions: String = "", avoidsGraphics: Bool = false, launcher: String = "/usr/bin/rotunda"
  ) -> CompositorPlan {
    CompositorPlan(
      compositor,
      .init(
        launcher: launcher, directory: "/run/user/7/rotunda-session", environment: environment,
        arguments: arguments, additions: additions, avoidsGraphics: avoidsGraphics))
  }

  @Test func eachCompositorStartsTheLauncherInItsWay() {
    #expect(plan(.cage).command == ["cage", "-d", "--", "/usr/bin/rotunda"])
    #expect(plan(.sway).command == ["sway", "--config", "/run/user/7/rotunda-session/sway.conf"])
    #expect(
      plan(.labwc).command == ["labwc", "-C", "/run/user/7/rotunda-session", "-s", "'/usr/bin/rotunda'"])
    #expect(plan(.weston).command == ["weston", "--config=/run/user/7/rotunda-session/weston.ini"])
    #expect(plan(.sway).files[0].text.contains("exec exec \"$ROTUNDA_SESSION_LAUNCHER\""))
    #expect(plan(.sway).environment["ROTUNDA_SESSION_LAUNCHER"] == "/usr/bin/rotunda")
    #expect(plan(.weston).files[0].text.contains("path=/usr/bin/rotunda\nwatch=true"))
  }

  @Test func onlySwayAndLabwcShowTheKeyboard() {
    #expect(SessionCompositor.allCases.filter(\.showsKeyboard) == [.sway, .labwc])
  }

  @Test func noCompositorHasASharedXServer() {
    for compositor in [SessionCompositor.cage, .sway, .labwc] {
      #expect(plan(compositor).environment["WLR_XWAYLAND"] == "/usr/bin/rotunda")
      let own = plan(compositor, environment: ["WLR_XWAYLAND": "/usr/bin/Xwayland"])
      #expect(own.environment["WLR_XWAYLAND"] == nil, "an operator may want it nevertheless")
    }
    #expect(plan(.sway).files[0].text.contains("\nxwayland disable\n"))
    #expect(!plan(.weston).files[0].text.contains("xwayland"))
  }

  @Test func aPathWithAQuoteStaysOneWord() {
    #expect(plan(.labwc, launcher: "/opt/a'b/rotunda").command.contains("'/opt/a'\\''b/rotunda'"))
  }

  @Test func compositorArgumentsStandInTheirPlace() {
    #expect(
      plan(.cage, arguments: ["-m", "last"]).command == [
        "cage", "-d", "-m", "last", "--", "/usr/bin/rotunda",
      ])
    for compositor in [SessionCompositor.sway, .labwc, .weston] {
      #expect(plan(compositor, arguments: ["--debug"]).command.last == "--debug")
    }
  }

  @Test(arguments: SessionCompositor.allCases)
  func noKeyLeavesTheKiosk(compositor: SessionCompositor) {
    #expect(plan(compositor).environment["XKB_DEFAULT_OPTIONS"] == "srvrkeys:none")
    let own = plan(compositor, environment: ["XKB_DEFAULT_OPTIONS": "compose:menu"])
    #expect(own.environment["XKB_DEFAULT_OPTIONS"] == "compose:menu,srvrkeys:none")
    for file in plan(compositor).files where compositor != .labwc {
      #expect(
        !file.text.contains("bindsym") && !file.text.contains("terminal") && !file.text.contains("\nbar "))
    }
  }

  @Test func operatorAdditionsComeLast() {
    for compositor in [SessionCompositor.sway, .weston] {
      let text = plan(compositor, additions: "output * transform 90\n").files[0].text
      #expect(text.hasSuffix("\noutput * transform 90\n"))
      #expect(compositor.additionsFile != nil)
    }
    #expect(plan(.cage, additions: "x").files.isEmpty)
  }

  /// The help texts of cage 0.1.4 and 0.2.0, shortened.
  private static let help = (
    old: " -m last Use only the last connected output\n -r\t Rotate the output 90 degrees clockwise\n",
    new: " -m last Use only the last connected output\n -s\t Allow VT switching\n"
  )

  private func turned(
    _ compositor: SessionCompositor, _ rotation: ScreenRotation?, help: String = "",
    screens: [String] = ["DSI-1"], arguments: [String] = [], additions: String = ""
  ) -> CompositorPlan {
    CompositorPlan(
      compositor,
      .init(
        launcher: "/usr/bin/rotunda", directory: "/run", arguments: arguments, additions: additions,
        rotation: rotation, help: help, screens: screens))
  }

  @Test(arguments: zip(ScreenRotation.allCases, [0, 3, 2, 1]))
  func cageTurnsThePictureByAnOption(rotation: ScreenRotation, quarters: Int) {
    let turns = Array(repeating: "-r", count: quarters)
    #expect(
      turned(.cage, rotation, help: Self.help.old, arguments: ["-s"]).command
        == ["cage", "-d"] + turns + ["-s", "--", "/usr/bin/rotunda"])
    for help in [Self.help.new, "", "no -r here", "-rotate"] {
      #expect(turned(.cage, rotation, help: help).command == ["cage", "-d", "--", "/usr/bin/rotunda"])
    }
    #expect(turned(.cage, nil, help: Self.help.old).command == ["cage", "-d", "--", "/usr/bin/rotunda"])
  }

  @Test func othersTurnPictureAndTouchesByConfiguration() {
    let sway = turned(.sway, .right, additions: "output HDMI-A-1 transform 180\n").files[0].text
    #expect(sway.contains("\noutput * transform 90\ninput type:touch map_to_output DSI-1\n"))
    #expect(sway.hasSuffix("\noutput HDMI-A-1 transform 180\n"), "the operator's setting counts")
    #expect(turned(.labwc, .right).files[0].text.contains("\n  <touch mapToOutput=\"DSI-1\"/>\n"))
    let weston = turned(.weston, .right, screens: ["DSI-1", "HDMI-A-1"], additions: "[output]\nname=X\n")
      .files[0].text
    #expect(
      weston.hasSuffix(
        "[output]\nname=X\n\n[output]\nname=DSI-1\ntransform=rotate-270\n\n[output]\nname=HDMI-A-1\ntransform=rotate-270\n"
      ))
    #expect(turned(.weston, .upright).files[0].text.hasSuffix("name=DSI-1\ntransform=normal\n"))
  }

  @Test func severalScreensLeaveTouchscreensAlone() {
    for compositor in [SessionCompositor.sway, .labwc] {
      for screens in [[], ["DSI-1", "HDMI-A-1"]] {
        let text = turned(compositor, .right, screens: screens).files[0].text
        #expect(!text.contains("map_to_output") && !text.contains("mapToOutput"))
      }
      #expect(turned(compositor, nil) == turned(compositor, nil, screens: []))
    }
  }

  @Test func suspectedDriverIsAvoidedUnlessChosen() {
    #expect(plan(.cage).environment["WLR_RENDERER"] == nil)
    #expect(plan(.cage, avoidsGraphics: true).environment["WLR_RENDERER"] == "pixman")
    #expect(
      plan(.cage, environment: ["WLR_RENDERER": "vulkan"], avoidsGraphics: true).environment["WLR_RENDERER"]
        == nil)
    #expect(plan(.weston, avoidsGraphics: true).command.contains("--use-pixman"))
  }
}
