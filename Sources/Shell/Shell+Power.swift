import Configuration

/// Switching the machine off, starting it again, sending it to sleep.
extension Shell {
  mutating func perform(_ action: PowerAction, into effects: inout [ShellEffect]) {
    guard allowsPower else {
      return tell(.powerFailed(action, .powerNotAllowed), into: &effects)
    }
    leaveProgram(into: &effects)
    show(Notice(.power(action), expires: clock + Notice.programLifetime), into: &effects)
    effects.append(.note(.power(action)))
    effects.append(.power(action))
  }

  mutating func powerFailed(_ action: PowerAction, _ reason: String, into effects: inout [ShellEffect]) {
    tell(.powerFailed(action, .told(reason)), into: &effects)
  }
}
