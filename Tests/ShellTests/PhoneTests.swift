import Configuration
import RotundaGeometry
import Gestures
import Testing

@testable import Shell

/// The page for phones, on the screen.
struct PhoneTests {
  private static let access = PhoneAccess(
    link: "https://10.0.0.1:8443/#abc", address: "https://10.0.0.1:8443/", digits: "123456",
    fingerprint: "AAAA BBBB CCCC DDDD EEEE FFFF 0000 1111 2222 3333 4444 5555 6666 7777 8888 9999")

  private func opened(
    hasPhone: Bool = true, change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage.withPIN(size: Size(1280, 800), change: change)
    var system = SystemInformation(version: "1")
    system.hasPhone = hasPhone
    stage.send(.system(system))
    stage.act(.admin)
    stage.enter(ShellStage.pin)
    stage.draw()
    return stage
  }

  private func touch(_ control: SystemControl, on stage: ShellStage) {
    guard let index = stage.shell.systemPage?.controls.firstIndex(of: control) else {
      Issue.record("no \(control)")
      return
    }
    stage.tap(stage.shell.controlsLayout.places[index].center)
    stage.wait(0.4)
    stage.draw()
  }

  private func started(change: (inout KioskConfiguration) -> Void = { _ in }) -> ShellStage {
    let stage = opened(change: change)
    touch(.phone, on: stage)
    stage.send(.phone(.ready(Self.access, seconds: 900)))
    stage.draw()
    return stage
  }

  private func starts(_ stage: ShellStage) -> Int {
    stage.effects.count { if case .phone(.start) = $0 { true } else { false } }
  }

  @Test func itIsOfferedWhereThereIsAService() {
    #expect(opened(hasPhone: false).shell.systemPage?.controls.contains(.phone) == false)
    #expect(opened().shell.systemPage?.controls.contains(.phone) == true)
    for hasPhone in [false, true] {
      let run = FirstRun(.first, hasDemonstration: false, hasPhone: hasPhone)
      let form = SetupForm(run, Environment(theme: Theme()))
      #expect(form.items.contains { $0.choice == .phone } == hasPhone)
    }
    var run = FirstRun(.first, hasDemonstration: false, hasPhone: true)
    #expect(run.choose(.phone, at: 0) == [.phone])
  }

  @Test func theScreenShowsHowToConnect() {
    let stage = started()
    #expect(stage.effects.contains(.phone(.start(isFirstRun: false, language: "en"))))
    #expect(stage.shell.status.screen == .phone)
    let words = stage.writing.joined(separator: "\n")
    for text in [
      "Scan with your phone", "https://10.0.0.1:8443/", "123 456", "AAAA BBBB CCCC DDDD\nEEEE", "15 minutes",
    ] {
      #expect(words.contains(text), "\(text)")
    }
    let codes = stage.frame.sprites.count { sprite in
      if case .picture(let picture, _) = sprite.fill, case .code(let text) = picture.content {
        text == Self.access.link
      } else {
        false
      }
    }
    #expect(codes == 1)
    // Minutes pass: the page stays.
    stage.pass(130)
    stage.draw()
    #expect(stage.writing.joined().contains("13 minutes") && stage.shell.status.screen == .phone)
  }

  @Test func theCodeEndsWithTheVisit() {
    let stage = started { $0.idle.returnHomeAfter = 60 }
    stage.pass(30)
    #expect(stage.shell.status.screen == .phone)
    stage.pass(100)
    #expect(stage.effects.contains(.phone(.stop)) && stage.shell.phone == nil)
    #expect(stage.shell.panels.isEmpty && stage.effects.contains(.edit(.forgetRight)))
  }

  @Test func theCodeEndsWithoutTouches() {
    let stage = started()
    for _ in 0..<4 {
      stage.pass(200)
      stage.tap(Point(640, 20))
    }
    #expect(stage.shell.status.screen == .phone, "an operator is there")
    stage.pass(301)
    #expect(stage.effects.contains(.phone(.stop)) && stage.shell.phone == nil)
    #expect(stage.shell.panels.isEmpty)
  }

  @Test func aConnectedPhoneOutlastsVisits() {
    let stage = started { $0.idle.returnHomeAfter = 60 }
    stage.send(.phone(.connected))
    stage.pass(400)
    #expect(!stage.effects.contains(.phone(.stop)) && stage.shell.phone?.isConnected == true)
    // The screen says for a while that the phone has gone.
    stage.send(.phone(.ended(.over)))
    stage.draw()
    #expect(stage.writing.contains { $0.contains("The session with the phone has ended") })
  }

  @Test func theLastMinuteWakesNoOne() {
    var session = PhoneSession()
    #expect(session.change(after: 0) == nil)
    session.learn(.ready(Self.access, seconds: 900), at: 0)
    for time in [0.0, 800] {
      let next = session.change(after: time) ?? 0
      #expect(next > time + 1 && next < time + 61)
      #expect(session.sections(in: .english, at: next) != session.sections(in: .english, at: time))
    }
    // The service may say that it has ended later, or never.
    for time in [841.0, 900, 901, 5000] { #expect(session.change(after: time) == nil) }
  }

  @Test func closingStopsWhatNoPhoneUses() {
    let stage = started()
    stage.send(.key(KeyEvent(.escape)))
    #expect(
      stage.effects.contains(.phone(.stop)) && stage.shell.systemPage == nil && stage.shell.phone == nil)
  }

  @Test func anotherPageStopsItToo() {
    let stage = started()
    stage.shell.withOutbox(&stage.effects) { $0.perform(.editScreen) }
    stage.send(.focus(true))
    #expect(stage.shell.systemPage == nil && stage.shell.phone == nil)
    #expect(stage.effects.contains(.phone(.stop)))
  }

  @Test func aConnectedPhoneStaysConnected() {
    let stage = started()
    stage.send(.phone(.connected))
    stage.draw()
    let words = stage.writing.joined(separator: "\n")
    #expect(words.contains("A phone is connected") && !words.contains("123 456"))
    stage.send(.key(KeyEvent(.escape)))
    stage.draw()
    #expect(!stage.effects.contains(.phone(.stop)) && stage.shell.systemPage == nil)
    // The phone saves with the ticket of the PIN.
    #expect(!stage.effects.contains(.edit(.forgetRight)))
    stage.send(.phone(.saved))
    #expect(stage.effects.contains(.reloadConfiguration))
    // The page is there again for those who enter the PIN, and stops it.
    stage.act(.admin)
    stage.enter(ShellStage.pin)
    stage.draw()
    touch(.phone, on: stage)
    #expect(starts(stage) == 1)
    #expect(!stage.effects.contains(.edit(.forgetRight)))
    touch(.stopPhone, on: stage)
    #expect(stage.effects.contains(.phone(.stop)) && stage.shell.phone == nil)
    #expect(stage.effects.contains(.edit(.forgetRight)))
  }

  @Test func theRightToSaveEndsWithThePhone() {
    let stage = started()
    stage.send(.phone(.connected))
    stage.send(.key(KeyEvent(.escape)))
    stage.draw()
    #expect(!stage.effects.contains(.edit(.forgetRight)))
    stage.send(.phone(.ended(.over)))
    #expect(stage.effects.contains(.edit(.forgetRight)) && stage.shell.phone == nil)
  }

  @Test(arguments: [PhoneFact.End.over, .noRight, .noNetwork, .failed])
  func theScreenSaysWhyItEnded(_ end: PhoneFact.End) {
    let stage = opened()
    touch(.phone, on: stage)
    stage.send(.phone(.ended(end)))
    stage.draw()
    let reason: Phrase =
      switch end {
      case .over: .phoneOver
      case .noRight: .setupNoRight
      case .noNetwork: .phoneNoNetwork
      case .failed: .phoneFailed
      }
    #expect(stage.writing.contains { $0.contains(reason.rawValue) })
    stage.send(.key(KeyEvent(.escape)))
    stage.draw()
    #expect(!stage.effects.contains(.phone(.stop)))
  }

  @Test func theFirstRunStartsItWithoutAPIN() {
    let stage = ShellStage()
    var system = SystemInformation(version: "1")
    system.hasPhone = true
    stage.send(.system(system))
    stage.send(.setUp(.isUnset(true)))
    stage.shell.withOutbox(&stage.effects) { shell in
      shell.withPanels { $0.activate(ElementID("setup-phone")) }
    }
    #expect(stage.effects.contains(.phone(.start(isFirstRun: true, language: "en"))))
    #expect(stage.shell.status.screen == .phone)
    // Someone has saved from the phone.
    stage.send(.phone(.saved))
    stage.send(.setUp(.isUnset(false)))
    stage.send(.phone(.ended(.over)))
    stage.send(.key(KeyEvent(.escape)))
    stage.draw()
    #expect(stage.shell.status.screen == .carousel)
  }
}
