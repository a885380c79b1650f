/// What a compositor lets the launcher do with its own window and with those of programs.
package nonisolated struct DisplayCapabilities: Hashable, Sendable {
  /// Whether a strip along an edge can lead home out of a program.
  package var hasStrip = false
  /// Whether it tells when a program's window is there.
  package var tellsWindows = false
  /// Whether any program whose window is covered can be brought back. Else it is the one that was covered
  /// last, and no other: the launcher steps out of its way.
  package var canRaiseAnyProgram = false

  /// What every compositor lets it do: come before a program, and step out of the way of the last one.
  package init() {}
}

/// Whose turn it is: the launcher's or a program's.
extension WaylandSession {
  /// What the compositor lets the launcher do with windows, as things stand now.
  package var capabilities: DisplayCapabilities {
    var capabilities = DisplayCapabilities()
    capabilities.hasStrip = homeStrip != nil
    capabilities.tellsWindows = appWindows?.isAlive == true
    capabilities.canRaiseAnyProgram = capabilities.tellsWindows
    return capabilities
  }

  /// Has the windows of the program in front leave room for the keyboard, or cover the screen again.
  package func leaveRoomForKeyboard(_ leavesRoom: Bool) { appWindows?.leaveRoom(leavesRoom) }

  /// A program is about to be started and will have the screen. `number` stands for it in `bringForward`.
  package func makeWay(forProgram number: Int) {
    appWindows?.give(screenTo: number)
  }

  /// The launcher is what is seen: windows that programs still put up do not come before it.
  package func takeScreen() {
    appWindows?.giveScreenToLauncher()
  }

  /// Brings the launcher's window to the front.
  ///
  /// - Parameter isCovered: whether a program still runs whose window may lie before it. When no program
  ///   does, the compositor shows the launcher anyway.
  package func comeForward(isCovered: Bool) {
    takeScreen()
    guard !window.isAside else { return window.comeBack() }
    window.comeForward()
    guard isCovered, !isActive else { return }
    if appWindows?.isAlive == true, appWindows?.raiseOwn() == true { return }
    // No window may raise itself, but new ones come in front.
    window.stepAside()
    window.comeBack()
  }

  /// Brings a program to the front that was left running.
  ///
  /// Where the compositor does not tell of windows the launcher's own steps aside, and the program that was
  /// covered last is seen, whichever it is.
  ///
  /// - Returns: false when that program has no window.
  package func bringForward(program number: Int) -> Bool {
    if let appWindows, appWindows.isAlive {
      appWindows.give(screenTo: number)
      return appWindows.raise(number)
    }
    window.stepAside()
    return true
  }
}
