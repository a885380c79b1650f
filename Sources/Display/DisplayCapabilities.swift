/// The compositor's support for controlling the windows of the launcher and of programs.
package nonisolated struct DisplayCapabilities: Hashable, Sendable {
  /// Whether a strip along an edge can lead out of a program.
  package var hasStrip = false
  /// Whether the compositor reports that a program's window appeared.
  package var tellsWindows = false
  /// Whether any covered program can be raised. Otherwise only the one covered last can: the launcher hides
  /// its own window for that.
  package var canRaiseAnyProgram = false

  /// Creates the minimum that every compositor supports: raising the launcher, and hiding it for the last
  /// program.
  package init() {}
}

/// Switches the screen between the launcher and programs.
extension WaylandSession {
  /// The compositor's current support for controlling windows.
  package var capabilities: DisplayCapabilities {
    var capabilities = DisplayCapabilities()
    capabilities.hasStrip = homeStrip != nil
    capabilities.tellsWindows = appWindows?.isAlive == true
    capabilities.canRaiseAnyProgram = capabilities.tellsWindows
    return capabilities
  }

  /// Makes the windows of the program in front leave room for the keyboard, or makes them fullscreen again.
  package func leaveRoomForKeyboard(_ leavesRoom: Bool) { appWindows?.leaveRoom(leavesRoom) }

  /// Gives the screen to a program before its start. `number` identifies it in `bringForward`.
  package func makeWay(forProgram number: Int) {
    appWindows?.give(screenTo: number)
  }

  /// Gives the screen to the launcher: new windows of programs do not cover it.
  package func takeScreen() {
    appWindows?.giveScreenToLauncher()
  }

  /// Raises the launcher's window.
  ///
  /// - Parameter isCovered: whether a running program's window may cover it. Otherwise the compositor shows
  ///   the launcher anyway.
  package func comeForward(isCovered: Bool) {
    takeScreen()
    guard !window.isAside else { return window.comeBack() }
    window.comeForward()
    guard isCovered, !isActive else { return }
    if appWindows?.isAlive == true, appWindows?.raiseOwn() == true { return }
    // No window may raise itself, but new ones appear in front.
    window.stepAside()
    window.comeBack()
  }

  /// Raises a program that is still running.
  ///
  /// If the compositor does not report windows, the launcher hides its own, and the program that was covered
  /// last appears, whichever it is.
  ///
  /// - Returns: false if the program has no window.
  package func bringForward(program number: Int) -> Bool {
    if let appWindows, appWindows.isAlive {
      appWindows.give(screenTo: number)
      return appWindows.raise(number)
    }
    window.stepAside()
    return true
  }
}
