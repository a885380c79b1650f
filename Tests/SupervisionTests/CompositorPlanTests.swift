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

  @Test func additionsComeLastSoThatTheyCount() {
    for compositor in [SessionCompositor.sway, .weston] {
      let text = plan(compositor, additions: "output * transform 90\n").files[0].text
      #expect(text.hasSuffix("\noutput * transform 90\n"))
      #expect(compositor.additionsFile != nil)
    }
    #expect(plan(.cage, additions: "x").files.isEmpty)
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
