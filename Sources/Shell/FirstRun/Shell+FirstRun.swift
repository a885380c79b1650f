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
      let page = panels.first(FirstRunPanel.self)
      if case .networks(let report, _) = fact {
        editor.hasNetworks = report.hasDevice
      } else if page?.run.occasion == .network {
        // The editor, over which the page lies, asked for it.
        return learnForEditor(fact)
      }
      guard page != nil else { return learnForEditor(fact) }
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
    save.forget()
    show(FirstRunPanel(run, at: clock))
  }

  /// Shows the setup again, for operators who entered the PIN.
  mutating func showSetup() {
    // The setup changes the file from which the editor's changes begin.
    guard !editor.isChanged else { return askAboutChanges() }
    save.forget()
    let run = FirstRun(.again, hasDemonstration: true, pinFile: access.pinFile)
    show(FirstRunPanel(run, at: clock))
    outbox.append(.setUp(.network(.list)))
  }

  /// Shows the wireless networks, for operators in the editor.
  mutating func showNetworks() {
    show(FirstRunPanel(FirstRun(.network, hasDemonstration: true), at: clock))
    outbox.append(.setUp(.network(.list)))
  }

  /// Handles the result of saving the answers.
  mutating func setupSaved(_ refusal: SaveRefusal?) {
    let words = environment.words
    let problem: String? =
      switch refusal {
      case nil: nil
      case .noRight?: words(.setupNoRight)
      case .invalid(let diagnostic)?: diagnostic.text(in: words)
      case .outdated?: words(.editOutdated)
      case .failed(let reason)?: reason
      }
    withPanels { $0.tell(FirstRunPanel.self) { $0.saved(problem: problem, $1, &$2) } }
  }
}
