import Programs

/// A program without a window, which a control started.
struct SilentProgram: Hashable {
  /// The control.
  let name: String
  let command: Command
  /// The toggle that goes back when the program fails.
  let toggle: Toggle?
  /// The identifier of the control that it sets the value of; nil for others.
  var control: String?

  /// A toggle as it was before it was pressed.
  struct Toggle: Hashable {
    let id: String
    let wasOn: Bool
  }
}

/// Programs that have nothing to show: the launcher keeps the screen.
extension Shell {
  /// So many may run at once; a control that is pressed further does nothing.
  private static let mostSilent = 16

  /// Starts one, unless there is no room for it.
  @discardableResult
  mutating func runSilently(
    _ command: Command, for part: LauncherTile
  ) -> ProgramID? {
    let wasOn =
      part.offAction == nil
      ? nil : toggles.state(part.id).map { SilentProgram.Toggle(id: part.id, wasOn: !$0) }
    guard silent.count < Self.mostSilent else {
      if let wasOn { toggles.set(wasOn.id, wasOn.wasOn, among: levels[0].shelves) }
      return nil
    }
    lastProgram += 1
    let program = ProgramID(lastProgram)
    silent[program] = SilentProgram(
      name: part.name, command: command, toggle: wasOn, control: part.$value.isThere ? part.id : nil)
    var request = part.request(command)
    request.opensWindow = false
    outbox.append(.start(program, request))
    return program
  }

  /// A program ended or could not be started; whether it was one without a window.
  mutating func silentEnded(
    _ program: ProgramID, _ message: (SilentProgram) -> Message?
  ) -> Bool {
    guard let ended = silent.removeValue(forKey: program) else { return false }
    let message = message(ended)
    guard !isOutdated(program, ended, hasFailed: message != nil), let message else {
      return true
    }
    if let toggle = ended.toggle { toggles.set(toggle.id, toggle.wasOn, among: levels[0].shelves) }
    tell(message)
    return true
  }
}
