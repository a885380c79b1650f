import Configuration

/// The screen as a visitor needs it.
extension Shell {
  /// Does as the visitor asks; asked for the same again, no longer.
  mutating func adjust(_ adjustment: Adjustment) {
    if let place = adjustments.firstIndex(of: adjustment) {
      adjustments.remove(at: place)
    } else {
      adjustments.removeAll { $0.isAbout(adjustment) }
      adjustments.append(adjustment)
    }
    restyle()
    if case .scan = adjustment { takeScan() }
  }

  /// The next visitor finds everything as the configuration has it.
  mutating func forgetAdjustments() {
    guard !adjustments.isEmpty else { return }
    adjustments = []
    restyle()
    stopScanning()
  }

  /// Has everything drawn anew in the theme that now holds.
  private mutating func restyle() {
    releaseInput(at: clock)
    takeTheme()
    for index in levels.indices where !metrics.size.isEmpty { levels[index].resize(for: metrics) }
    layOutSurroundings()
    layOutNotice()
    layOutPanels()
    layOutScan()
  }

  /// The theme is the configuration's, with what the visitor wants.
  mutating func takeTheme() {
    let settings = themeSettings.adjusted(adjustments)
    environment.theme = settings.theme
    environment.theme.language = header.languages.first ?? ""
    environment.wantsMirror = settings.isMirrored
    environment.metrics.follow(theme)
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
