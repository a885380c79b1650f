import Configuration

// The first run.
extension Shell {
  /// Whether an operator is setting up the kiosk for the first time.
  var setsUp: Bool { panels.first(FirstRunPanel.self)?.staysThroughVisits == true }

  /// Takes facts from outside.
  mutating func learn(_ fact: SetupFact) {
    switch fact {
    case .isUnset(let isUnset): setUnset(isUnset)
    case .pinFile(let path): access.pinFile = path
    default:
      var isForPage = setupEdits
      if case .networks(let report, _) = fact {
        editor.hasNetworks = report.hasDevice
        isForPage = panels.first(FirstRunPanel.self) != nil
      }
      guard isForPage else { return learnForEditor(fact) }
      withPanels { $0.tell(FirstRunPanel.self) { $0.learn(fact, $1, &$2) } }
    }
  }

  private mutating func setUnset(_ isUnset: Bool) {
    guard isUnset != access.isUnsetKnown else { return }
    access.isUnsetKnown = isUnset
    if isUnset { showFirstRun() } else if setsUp { withPanels { $0.remove(.setup) } }
  }

  /// Shows the first run if no operator has set up the kiosk.
  mutating func showFirstRun() {
    guard access.isUnset, panels.first(FirstRunPanel.self) == nil else { return }
    endAttraction()
    let run = FirstRun(
      .first, hasDemonstration: tilesPanel.hasTiles, hasPhone: system.hasPhone, pinFile: access.pinFile)
    show(FirstRunPanel(run, at: clock))
  }

  /// Shows the setup again, for operators who entered the PIN.
  mutating func showSetup() {
    // The first run starts an editing session of its own.
    guard !editor.isChanged else { return askAboutChanges() }
    let run = FirstRun(.again, hasDemonstration: true, pinFile: access.pinFile)
    show(FirstRunPanel(run, at: clock))
    outbox.append(.setUp(.network(.list)))
  }

  /// Shows the wireless networks, for operators in the editor.
  mutating func showNetworks() {
    show(FirstRunPanel(FirstRun(.network, hasDemonstration: true), at: clock))
    outbox.append(.setUp(.network(.list)))
  }

  /// Whether the first run, or the setup after it, has an editing session.
  var setupEdits: Bool { panels.first(FirstRunPanel.self).map { $0.run.occasion != .network } ?? false }

  /// Handles the result of saving the answers.
  mutating func tellFirstRun(_ event: ShellEvent) {
    guard panels.first(FirstRunPanel.self) != nil else { return }
    switch event {
    case .edited(let state, _): withPanels { $0.tell(FirstRunPanel.self) { $0.edited(state, $1, &$2) } }
    case .saved:
      withPanels { $0.tell(FirstRunPanel.self) { $0.saved(problem: nil, $1, &$2) } }
      outbox.append(.reloadConfiguration)
    case .editRefused(let refusal): refuse(refusal.diagnostic.text(in: environment.words))
    case .saveRefused(.invalid(let diagnostic)): refuse(diagnostic.text(in: environment.words))
    case .saveRefused(.failed(let reason)): refuse(reason)
    case .saveRefused(.noRight): refuse(environment.words(.setupNoRight))
    default: break
    }
  }

  private mutating func refuse(_ problem: String) {
    withPanels { $0.tell(FirstRunPanel.self) { $0.saved(problem: problem, $1, &$2) } }
  }
}
