import Configuration

/// Switching the machine off, starting it again, sending it to sleep.
extension Shell {
  mutating func perform(_ action: PowerAction) {
    guard allowsPower else {
      return tell(.powerFailed(action, .powerNotAllowed))
    }
    carryOut(action)
  }

  /// The same for whoever knows the PIN, whatever the configuration allows visitors.
  mutating func carryOut(_ action: PowerAction) {
    leaveProgram()
    show(Notice(.power(action), expires: clock + Notice.programLifetime))
    outbox.append(.note(.power(action)))
    outbox.append(.power(action))
  }

  mutating func powerFailed(_ action: PowerAction, _ reason: String) {
    tell(.powerFailed(action, .told(reason)))
  }
}
