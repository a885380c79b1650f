import Configuration

/// Switching the machine off, starting it again, sending it to sleep.
extension Shell {
  mutating func perform(_ action: PowerAction, into effects: inout [ShellEffect]) {
    guard allowsPower else {
      return tell(.powerFailed(action, .powerNotAllowed), into: &effects)
    }
    carryOut(action, into: &effects)
  }

  /// The same for whoever knows the PIN, whatever the configuration allows visitors.
  mutating func carryOut(_ action: PowerAction, into effects: inout [ShellEffect]) {
    leaveProgram(into: &effects)
    show(Notice(.power(action), expires: clock + Notice.programLifetime), into: &effects)
    effects.append(.note(.power(action)))
    effects.append(.power(action))
  }

  mutating func powerFailed(_ action: PowerAction, _ reason: String, into effects: inout [ShellEffect]) {
    tell(.powerFailed(action, .told(reason)), into: &effects)
  }
}
