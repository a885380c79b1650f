/// An event of the page for phones.
package enum PhoneFact: Hashable, Sendable {
  /// A phone can open the page within these seconds.
  case ready(PhoneAccess, seconds: Int)
  /// A phone has opened it.
  case connected
  /// A configuration was saved from it.
  case saved
  /// It has ended, or has not begun.
  case ended(End)

  package enum End: Hashable, Sendable {
    case over, noRight, noNetwork, failed
  }
}

/// A request of the shell to the page for phones.
package enum PhoneRequest: Hashable, Sendable {
  /// Start it, in the first run or with the right of the PIN that was entered; its texts in a language.
  case start(isFirstRun: Bool, language: String)
  case stop
}

/// The ways for a phone to open the page.
package struct PhoneAccess: Hashable, Sendable {
  /// The text of the QR code, which has the token.
  package let link: String
  /// The same address without it, and the digits that are entered there.
  package let address, digits: String
  /// SHA-256 of the certificate, in groups of four digits.
  package let fingerprint: String

  package init(link: String, address: String, digits: String, fingerprint: String) {
    (self.link, self.address, self.digits, self.fingerprint) = (link, address, digits, fingerprint)
  }
}

/// The page for phones, from its start to its end.
struct PhoneSession: Hashable {
  /// Nil until it can be opened.
  private(set) var access: PhoneAccess?
  private(set) var isConnected = false
  /// Nil while it can be, or is, opened.
  private(set) var end: PhoneFact.End?
  /// When it ends.
  private(set) var expires = Double.infinity

  var isOver: Bool { end != nil }

  mutating func learn(_ fact: PhoneFact, at time: Double) {
    switch fact {
    case .ready(let access, let seconds): (self.access, expires) = (access, time + Double(seconds))
    case .connected: isConnected = true
    case .saved: break
    case .ended(let end): (self.end, isConnected) = (end, false)
    }
  }

  // MARK: Words

  /// The minutes that are left, at least one.
  private func minutes(at time: Double) -> Int {
    expires < .infinity ? max(1, Int(((expires - time) / 60).rounded(.up))) : 0
  }

  /// When the words change by themselves; nil for never.
  func change(after time: Double) -> Double? {
    let left = minutes(at: time)
    guard access != nil, !isOver, left > 1 else { return nil }
    return max(time + 1, expires - Double(left - 1) * 60 + 0.1)
  }

  /// The text of the QR code; nil without a code to scan. A token opens one session.
  var code: String? { isConnected || isOver ? nil : access?.link }

  func sections(in words: Localizer, at time: Double) -> [PageSection] {
    if let end { return [PageSection(heading: words(.phoneTitle), text: Self.text(of: end, words))] }
    guard let access else {
      return [PageSection(heading: words(.phoneTitle), text: words(.setupSearching))]
    }
    let left = PageSection(heading: words(.phoneTimeLeft), text: words(.minutes, minutes(at: time)))
    if isConnected {
      return [
        PageSection(heading: words(.phoneConnected), text: words(.phoneConnectedDetail), isWell: true), left,
      ]
    }
    return [
      PageSection(heading: words(.phoneAddress), text: words.line(access.address)),
      PageSection(
        heading: words(.phoneDigits), text: words.line(Self.spaced(access.digits)), isLarge: true),
      PageSection(
        heading: words(.phoneCompare),
        text: words(.phoneWarning) + "\n" + words.line(Self.lines(access.fingerprint))),
      left,
    ]
  }

  private static func text(of end: PhoneFact.End, _ words: Localizer) -> String {
    switch end {
    case .over: words(.phoneOver)
    case .noRight: words(.setupNoRight)
    case .noNetwork: words(.phoneNoNetwork)
    case .failed: words(.phoneFailed)
    }
  }

  /// Digits in two groups of three.
  private static func spaced(_ digits: String) -> String {
    digits.count == 6 ? "\(digits.prefix(3)) \(digits.suffix(3))" : digits
  }

  /// The groups of a fingerprint, four on a line.
  private static func lines(_ fingerprint: String) -> String {
    let groups = fingerprint.split(separator: " ")
    return stride(from: 0, to: groups.count, by: 4).map { start in
      groups[start..<min(start + 4, groups.count)].joined(separator: " ")
    }.joined(separator: "\n")
  }
}

// The page for phones.
extension Shell {
  /// Shows how a phone opens the page, and starts it where it is not there.
  mutating func showPhone() {
    if phone == nil || phone?.isOver == true {
      phone = PhoneSession()
      outbox.append(.phone(.start(isFirstRun: access.isUnset, language: environment.words.language)))
    }
    showPhonePage()
  }

  private mutating func showPhonePage() {
    guard let phone else { return }
    show(SystemPage(phone, at: clock))
  }

  /// Ends it.
  mutating func stopPhone() {
    if let phone, !phone.isOver { outbox.append(.phone(.stop)) }
    phone = nil
    if systemPage?.phone != nil { withPanels { $0.remove(.system) } }
  }

  /// Ends it when the screen no longer shows how to connect, and no phone is connected.
  mutating func followPhone() {
    if let phone, !phone.isConnected, systemPage?.phone == nil { stopPhone() }
  }

  /// Something happened to it.
  mutating func learn(_ fact: PhoneFact) {
    if fact == .saved { outbox.append(.reloadConfiguration) }
    guard phone != nil else { return }
    let time = clock
    phone?.learn(fact, at: time)
    guard let phone else { return }
    withPanels { panels in
      let isShown = panels.change(SystemPage.self) { $0.show(phone, at: time) }
      if isShown { panels.layOutPanels(only: .system) }
    }
  }

  /// The page as a preview shows it.
  mutating func previewPhone() {
    var session = PhoneSession()
    let access = PhoneAccess(
      link: "https://192.168.1.23:8443/#4f1c0a7d52e94b6c8d3e0f9a1b2c3d4e",
      address: "https://192.168.1.23:8443/", digits: "370519",
      fingerprint:
        "1F4A 9C02 77D3 5E8B A60F 21C9 4D7E 83B5 0A1C F29D 6E34 B871 C5D0 92E7 3B46 18FA")
    session.learn(.ready(access, seconds: 900), at: clock)
    phone = session
    showPhonePage()
  }
}
