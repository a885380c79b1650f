import Bundles

/// A signed bundle on a USB stick.
package struct StickBundle: Hashable, Sendable {
  /// The absolute path.
  package let path: String
  /// The name for people.
  package let name: String

  package init(path: String, name: String) { (self.path, self.name) = (path, name) }
}

/// A request of the shell about bundles on USB sticks. `StickFact` answers it.
package enum StickRequest: Hashable, Sendable {
  /// Look for one.
  case find
  /// Copy one to the disk with the right of the PIN that was entered. The kiosk then tries it.
  case install(StickBundle)
}

/// An event of a bundle on a USB stick.
package enum StickFact: Hashable, Sendable {
  /// The bundle to offer; nil for none.
  case found(StickBundle?)
  case copy(BundleCopy)
  /// The end of the installation.
  case outcome(BundleOutcome)
}

/// The new content of a kiosk, for the operator who brings it.
package enum ContentNews: Hashable, Sendable {
  case copying(percent: Int)
  /// The trial is about to begin.
  case tried
  case notCopied(BundleCopy.Refusal)
  case ended(BundleOutcome)

  /// Whether it reports a failure.
  var isError: Bool {
    switch self {
    case .copying, .tried, .ended(.kept): false
    case .notCopied, .ended: true
    }
  }

  func text(in words: Localizer) -> MessageText {
    switch self {
    case .copying(let percent): MessageText(words(.contentCopying), words(.percent, "\(percent)"))
    case .tried: MessageText(words(.contentTried), words(.contentReturns))
    case .ended(.kept): MessageText(words(.contentStays))
    case .ended(.failed): MessageText(words(.contentFailed), words(.contentBack))
    case .ended(.postponed): MessageText(words(.contentRefused), words(.contentPostponed))
    case .ended(.refused(let kind)): MessageText(words(.contentRefused), words(kind.phrase))
    case .notCopied(let refusal): MessageText(words(.contentRefused), words(refusal.phrase))
    }
  }
}

extension BundleCopy.Refusal {
  fileprivate var phrase: Phrase {
    switch self {
    case .noRight: .contentNeedsPIN
    case .busy: .contentBusy
    case .unreadable: .contentUnreadable
    case .tooLarge: .contentTooLarge
    case .disk: .contentDisk
    case .unanswered: .contentPostponed
    }
  }
}

extension BundleFault.Kind {
  fileprivate var phrase: Phrase {
    switch self {
    case .damaged: .contentDamaged
    case .unsigned: .contentUnsigned
    case .forbidden, .manifest, .configuration: .contentInvalid
    case .old: .contentOld
    case .installed: .contentInUse
    case .failed: .contentFailedBefore
    case .other: .contentForOthers
    case .expired: .contentExpired
    case .clock: .contentClock
    case .disk: .contentDisk
    }
  }
}

/// The state of a USB stick, for the system page.
struct StickContent: Hashable {
  /// The bundle to offer; nil for none.
  private(set) var bundle: StickBundle?
  /// The news of the one that was chosen; nil before.
  private(set) var news: ContentNews?

  /// Whether the page offers a bundle now: one after the other.
  var isOffered: Bool { bundle != nil && !isCopying && news != .tried }
  var isCopying: Bool { if case .copying? = news { true } else { false } }

  /// Forgets the last visit of an operator.
  mutating func begin() {
    guard !isCopying else { return }
    bundle = nil
    if news != .tried { news = nil }
  }

  mutating func find(_ bundle: StickBundle?) { self.bundle = bundle }
  mutating func tell(_ news: ContentNews?) { self.news = news }

  /// The card on the page; nil without a subject.
  func section(in words: Localizer) -> PageSection? {
    guard let said = news?.text(in: words) else {
      return bundle.map { PageSection(heading: words(.usbStick), text: words.line($0.name)) }
    }
    let text = said.detail.isEmpty ? said.title : "\(said.title)\n\(said.detail)"
    return PageSection(heading: words(.usbStick), text: text, isWell: news?.isError == true ? false : nil)
  }
}

// Bundles on USB sticks.
extension Shell {
  /// Installs the offered bundle.
  mutating func installContent() {
    guard system.stick.isOffered, let bundle = system.stick.bundle else { return }
    system.stick.tell(.copying(percent: 0))
    outbox.append(.stick(.install(bundle)))
    updateSystemPage()
  }

  mutating func learn(_ fact: StickFact) {
    switch fact {
    case .found(let bundle):
      guard bundle != system.stick.bundle else { return }
      system.stick.find(bundle)
      updateSystemPage()
    case .copy(.copying(let percent)): follow(.copying(percent: percent))
    case .copy(.copied):
      // The operator sees the new content behind the page.
      if systemPage?.phone == nil { withPanels { $0.close(.system) } }
      follow(.tried)
    case .copy(.refused(let refusal)): follow(.notCopied(refusal))
    case .copy(.idle): break
    case .outcome(let outcome): follow(.ended(outcome))
    }
  }

  /// Shows news on the system page, or over the tiles.
  private mutating func follow(_ news: ContentNews) {
    system.stick.tell(news)
    if news.isError { perform(.sound(.error)) }
    guard let page = systemPage, page.phone == nil, page.isOpen else {
      if !system.stick.isCopying { show(.brief(.content(news), at: clock)) }
      return
    }
    withPanels { [clock] in _ = $0.change(SystemPage.self) { $0.stay(at: clock) } }
    updateSystemPage()
    if !system.stick.isCopying { presentation.repeatAll() }
  }
}
