import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// QR codes with which visitors contact the operator by telephone.
struct ContactCodeTests {
  @Test(arguments: [
    ("Please call the reception: 030 1234567", "tel:0301234567"),
    ("Reception +49 (30) 123-456.", "tel:+4930123456"), ("Dial 4711", nil), ("Room 12, floor 3", nil),
    ("Write to help@museum.example, please.", "mailto:help@museum.example"),
    ("See https://museum.example/help?screen=3.", "https://museum.example/help?screen=3"),
    ("https://a.example or 030 1234567", "https://a.example"), ("Mo 9:00, Tu 10:00", nil), ("", nil),
    ("javascript:alert(1)", nil), ("file:///etc/passwd", nil), ("@museum", nil), ("a@b", nil),
    (String(repeating: "9", count: 40), nil), ("https://" + String(repeating: "x", count: 400), nil),
    ("\u{0}\u{202e}030 1234567", "tel:0301234567"),
  ]) func contactLineBecomesALink(text: String, expected: String?) {
    #expect(ContactLink(text)?.address == expected)
  }

  private static let broken = LauncherTile(
    name: "Gone", icon: nil, action: .unavailable(.desktopEntry(.notInstalled("org.gone"))))

  private func codes(_ stage: ShellStage) -> [(text: String, area: Rectangle)] {
    stage.frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .code(let text) = picture.content,
        let center = sprite.transform.project(.zero)
      else { return nil }
      return (text, Rectangle(center: center + stage.center, size: sprite.size))
    }
  }

  @Test(arguments: [
    Size(1280, 800), Size(1920, 1080), Size(1080, 1920), Size(800, 480), Size(1024, 600),
  ]) func outOfOrderScreenShowsTheCode(size: Size) throws {
    let stage = ShellStage(tiles: [Self.broken], size: size) { $0.kiosk.contact = "Call 030 1234567" }
    #expect(stage.settle())
    let code = try #require(codes(stage).first)
    #expect(code.text == "tel:0301234567" && stage.writing.contains("Call 030 1234567"))
    #expect(code.area.size.width >= 111 && code.area.maxY <= size.height && code.area.origin.y >= 0)
    for writing in SceneSampler(frame: stage.frame).writing {
      #expect(writing.area.intersection(code.area) == nil, "\(writing.block.text)")
    }
  }

  @Test func contactWithoutAddressHasNoCode() {
    for contact in [nil, "Please tell a guard"] as [LocalizedText?] {
      let stage = ShellStage(tiles: [Self.broken]) { $0.kiosk.contact = contact }
      #expect(stage.settle() && codes(stage).isEmpty)
    }
    let closed = ShellStage {
      ($0.kiosk.contact, $0.schedule.open) = ("Call 030 1234567", WeekSchedule([]))
    }
    closed.send(.clock(minuteOfWeek: 0, slept: 0))
    #expect(closed.settle() && codes(closed).isEmpty)
  }

  private static let problem = Diagnostic(
    .error, file: "/etc/rotunda/rotunda.toml", line: 7, message: "is odd")

  private func report(problems: [Diagnostic] = [problem], hasPIN: Bool = true) -> SystemReport {
    var access = AdminSettings()
    if hasPIN { access.pin = .hash(ShellStage.hash) }
    var status = SystemStatus()
    status.update(SystemInformation(version: "9.8"))
    return status.page(problems, showsEarlier: false, access, at: 10).report
  }

  @Test func systemPageShowsProblemsAsACode() throws {
    let code = try #require(report().code)
    #expect(code.hasPrefix("Rotunda 9.8\n") && code.contains("rotunda.toml:7") && code.contains("is odd"))
    #expect(report(hasPIN: false).code == nil, "a page without a PIN has no code")
    #expect(report(problems: []).code == nil, "a page without problems has no code")
  }

  @Test func codeIsShortAndKeepsWholeCharacters() throws {
    let long = Diagnostic(
      .error, file: "/etc/ä.toml", line: 1, message: String(repeating: "ü€😀", count: 300))
    let code = try #require(report(problems: [long, Self.problem]).code)
    #expect(code.utf8.count <= 400 && code.utf8.count > 380 && !code.contains("\u{FFFD}"))
  }
}
