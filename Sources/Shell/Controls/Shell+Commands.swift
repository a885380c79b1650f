import Programs

/// Programs that have nothing to show: the launcher keeps the screen.
extension Shell {
  /// Starts one, unless there is no room for it.
  @discardableResult
  mutating func runSilently(
    _ command: Command, for part: LauncherTile
  ) -> ProgramID? {
    let wasOn =
      part.offAction == nil
      ? nil : toggles.state(part.id).map { SilentProgram.Toggle(id: part.id, wasOn: !$0) }
    let silent = SilentProgram(
      name: part.name, command: command, toggle: wasOn, control: part.$value.isThere ? part.id : nil)
    guard let program = programs.startSilently(silent) else {
      if let wasOn { toggles.set(wasOn.id, wasOn.wasOn, among: levels[0].shelves) }
      return nil
    }
    var request = part.request(command)
    request.opensWindow = false
    outbox.append(.start(program, request))
    return program
  }

  /// A program ended or could not be started; whether it was one without a window.
  mutating func silentEnded(
    _ program: ProgramID, _ message: (SilentProgram) -> Message?
  ) -> Bool {
    guard let ended = programs.endedSilently(program) else { return false }
    let message = message(ended)
    guard !isOutdated(program, ended, hasFailed: message != nil), let message else {
      return true
    }
    if let toggle = ended.toggle { toggles.set(toggle.id, toggle.wasOn, among: levels[0].shelves) }
    tell(message)
    return true
  }
}
