import Bundles
import Configuration
import Gestures
import RotundaGeometry
import Testing

@testable import Shell

/// Content from a USB stick, on the system page.
struct StickContentTests {
  private static let bundle = StickBundle(
    path: "/media/usb/museum-42.rotunda-bundle", name: "museum-42.rotunda-bundle")

  private func opened(
    hasPIN: Bool = true, copiesBundles: Bool = true, change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage.withPIN(size: Size(1280, 800)) {
      if !hasPIN {
        $0.admin.pin = .none
        $0.admin.showsPageWithoutPIN = true
      }
      change(&$0)
    }
    var system = SystemInformation(version: "1")
    system.copiesBundles = copiesBundles
    stage.send(.system(system))
    stage.act(.admin)
    if hasPIN { stage.enter(ShellStage.pin) }
    stage.draw()
    return stage
  }

  private func offered() -> ShellStage {
    let stage = opened()
    stage.send(.stick(.found(Self.bundle)))
    stage.draw()
    return stage
  }

  /// A stage on which the operator has chosen the bundle.
  private func installing() -> ShellStage {
    let stage = offered()
    guard let index = stage.shell.systemPage?.controls.firstIndex(of: .install) else {
      Issue.record("the bundle is not offered")
      return stage
    }
    stage.tap(stage.shell.controlsLayout.places[index].center)
    stage.wait(0.4)
    stage.draw()
    return stage
  }

  private func searches(_ stage: ShellStage) -> Int { stage.effects.count { $0 == .stick(.find) } }
  private func isOffered(_ stage: ShellStage) -> Bool {
    stage.shell.systemPage?.controls.contains(.install) == true
  }
  private func words(_ stage: ShellStage) -> String {
    stage.draw()
    return stage.writing.joined(separator: "\n")
  }

  @Test func bundleOnAStickIsOffered() {
    let stage = offered()
    #expect(isOffered(stage))
    let words = words(stage)
    for text in ["USB stick", "museum-42.rotunda-bundle", "Install from USB stick"] {
      #expect(words.contains(text), "\(text)")
    }
    stage.send(.stick(.found(nil)))
    #expect(!isOffered(stage) && !self.words(stage).contains("USB stick"))
  }

  @Test func sticksNeedAPINAndAService() {
    for (hasPIN, copiesBundles) in [(false, true), (true, false)] {
      let stage = opened(hasPIN: hasPIN, copiesBundles: copiesBundles)
      #expect(stage.shell.systemPage != nil)
      stage.wait(10)
      #expect(searches(stage) == 0)
    }
    let stage = opened(hasPIN: false)
    stage.send(.stick(.found(Self.bundle)))
    #expect(!isOffered(stage))
    stage.shell.withOutbox(&stage.effects) { $0.perform(.control(.install)) }
    #expect(!stage.effects.contains(.stick(.install(Self.bundle))))
  }

  @Test func pageLooksForASticksArrival() {
    let stage = opened()
    #expect(searches(stage) == 1)
    stage.pass(10)
    #expect((3...5).contains(searches(stage)), "\(searches(stage))")
    stage.wait(SystemPage.lifetime)
    #expect(stage.shell.systemPage == nil, "the search does not keep the page open")
    let count = searches(stage)
    stage.wait(20)
    #expect(searches(stage) == count)
  }

  @Test func tapInstallsTheBundleOnce() {
    let stage = installing()
    #expect(stage.effects.count { $0 == .stick(.install(Self.bundle)) } == 1)
    #expect(!isOffered(stage), "it is being copied")
    #expect(words(stage).contains("Copying …\n0%"))
    stage.send(.stick(.copy(.copying(percent: 40))))
    #expect(words(stage).contains("Copying …\n40%"))
    stage.shell.withOutbox(&stage.effects) { $0.perform(.control(.install)) }
    #expect(stage.effects.count { $0 == .stick(.install(Self.bundle)) } == 1)
  }

  @Test func keysAndOneSwitchReachTheBundle() {
    let stage = offered()
    guard let index = stage.shell.systemPage?.controls.firstIndex(of: .install) else {
      Issue.record("the bundle is not offered")
      return
    }
    for _ in 0...index { stage.send(.key(KeyEvent(.tab))) }
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.effects.contains(.stick(.install(Self.bundle))))
    let elements = offered().shell.systemPage?.elements(in: nil, offered().shell.environment) ?? []
    #expect(elements.contains { $0.label == "Install from USB stick" && $0.role == .button })
  }

  @Test func pageStaysDuringASlowCopy() {
    let stage = installing()
    for percent in 1..<90 {
      stage.wait(2)
      stage.send(.stick(.copy(.copying(percent: percent))))
    }
    #expect(stage.shell.systemPage != nil && !stage.effects.contains(.edit(.forgetRight)))
  }

  @Test func trialShowsTheTilesAndANotice() {
    let stage = installing()
    stage.send(.stick(.copy(.copied)))
    stage.wait(2)
    #expect(stage.shell.systemPage == nil && stage.shell.notice?.message == .content(.tried))
    #expect(stage.effects.contains(.edit(.forgetRight)), "the right of the PIN ends")
    let words = words(stage)
    #expect(words.contains("The new content is being tried"))
    #expect(words.contains("If it does not work, the earlier content returns by itself."))
    // An error would end the trial.
    #expect(stage.shell.status.lastError == nil)
    #expect(!stage.effects.contains { if case .logError = $0 { true } else { false } })
  }

  @Test(arguments: [
    (BundleOutcome.kept, "The new content works and stays", ""),
    (.failed, "The new content did not work here", "The earlier content is back."),
    (.refused(.unsigned), "The content was not installed", "It is not signed with a key of this machine."),
    (.refused(.old), "The content was not installed", "This machine had newer content before."),
    (.postponed, "The content was not installed", "It could not be tried. Try again."),
  ])
  func outcomeIsANotice(outcome: BundleOutcome, title: String, detail: String) {
    let stage = installing()
    stage.send(.stick(.copy(.copied)))
    stage.wait(30)
    stage.send(.stick(.outcome(outcome)))
    stage.wait(1)
    #expect(stage.shell.notice?.message == .content(.ended(outcome)))
    let words = words(stage)
    #expect(words.contains(title) && (detail.isEmpty || words.contains(detail)), "\(words)")
    #expect(stage.shell.status.lastError == nil)
  }

  @Test func refusedCopyIsExplainedOnThePage() {
    for refusal in BundleCopy.Refusal.allCases {
      let stage = installing()
      stage.send(.stick(.copy(.refused(refusal))))
      #expect(words(stage).contains("The content was not installed\n"), "\(refusal)")
      #expect(stage.shell.systemPage != nil && isOffered(stage), "the operator can try again")
    }
  }

  @Test func refusedCopyIsANoticeWithoutThePage() {
    let stage = installing()
    stage.send(.key(KeyEvent(.escape)))
    stage.wait(1)
    stage.send(.stick(.copy(.refused(.unreadable))))
    #expect(stage.shell.notice?.message == .content(.notCopied(.unreadable)))
  }

  @Test func bundleInItsTrialIsNotOfferedAgain() {
    let stage = installing()
    stage.send(.stick(.copy(.copied)))
    stage.wait(12)
    stage.act(.admin)
    stage.enter(ShellStage.pin)
    stage.send(.stick(.found(Self.bundle)))
    #expect(!isOffered(stage) && words(stage).contains("The new content is being tried"))
    stage.send(.stick(.outcome(.failed)))
    #expect(isOffered(stage) && words(stage).contains("The new content did not work here"))
  }
}
