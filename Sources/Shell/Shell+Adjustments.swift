import Configuration

/// The screen as a visitor needs it.
extension Shell {
  /// Does as the visitor asks; asked for the same again, no longer.
  mutating func adjust(_ adjustment: Adjustment, into effects: inout [ShellEffect]) {
    if let place = adjustments.firstIndex(of: adjustment) {
      adjustments.remove(at: place)
    } else {
      adjustments.removeAll { $0.isAbout(adjustment) }
      adjustments.append(adjustment)
    }
    restyle(into: &effects)
    if case .scan = adjustment { takeScan(into: &effects) }
  }

  /// The next visitor finds everything as the configuration has it.
  mutating func forgetAdjustments(into effects: inout [ShellEffect]) {
    guard !adjustments.isEmpty else { return }
    adjustments = []
    restyle(into: &effects)
    stopScanning()
  }

  /// Has everything drawn anew in the theme that now holds.
  private mutating func restyle(into effects: inout [ShellEffect]) {
    releaseInput(at: clock, into: &effects)
    takeTheme()
    for index in levels.indices where !metrics.size.isEmpty { levels[index].resize(for: metrics) }
    layOutSurroundings(into: &effects)
    layOutNotice(into: &effects)
    layOutSystemPage(into: &effects)
    layOutPad(into: &effects)
    layOutScan(into: &effects)
    retakePage(isThemeNew: true, into: &effects)
  }

  /// The theme is the configuration's, with what the visitor wants.
  mutating func takeTheme() {
    let settings = themeSettings.adjusted(adjustments)
    theme = settings.theme
    theme.language = header.languages.first ?? ""
    wantsMirror = settings.isMirrored
    metrics.follow(theme)
  }
}

extension Adjustment {
  /// Whether it is about the same as another.
  fileprivate func isAbout(_ other: Adjustment) -> Bool {
    switch (self, other) {
    case (.theme, .theme), (.textScale, .textScale), (.reducedMotion, .reducedMotion), (.mirrored, .mirrored),
      (.scan, .scan):
      true
    default: false
    }
  }
}
